//! Scenes as they are and damaged ones, edited at random and saved.

use super::watched::Watched;
use super::{WORKERS, replace, rounds};
use anyhow::{Context, Result, anyhow, ensure};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use tests_fuzz::mutate::{SCENE_PIECES, damage};
use tests_fuzz::{Dice, saving};
use tests_support::paths;

/// Each input opens a project twice and writes it to the disk.
const OF_ROUNDS: u64 = 25;

#[test]
fn saves_random_edits_exactly_or_rejects_them_with_a_reason() -> Result<()> {
    let sample = paths::root().join("tests/fixtures/unity/sample");
    let rounds = rounds()? / OF_ROUNDS;
    let watched = Arc::new(Watched::this("scenes saved", rounds));
    let workers: Vec<_> = (0..WORKERS)
        .map(|worker| {
            let (sample, watched) = (sample.clone(), Arc::clone(&watched));
            std::thread::spawn(move || saved_projects(&sample, rounds, worker, &watched))
        })
        .collect();
    let (mut saved, mut refused) = (0, 0);
    for worker in workers {
        let (more_saved, more_refused) = worker.join().map_err(|_| anyhow!("a worker panicked"))??;
        saved += more_saved;
        refused += more_refused;
    }
    println!("{saved} files were saved, {refused} times something was refused");
    // If hardly anything is saved, or nothing refused, the test looks at the wrong thing.
    ensure!(
        saved as u64 > rounds / 4 && refused > 0,
        "{saved} saved and {refused} refused in {rounds}"
    );
    watched.finish()
}

fn saved_projects(sample: &Path, rounds: u64, worker: u64, watched: &Watched) -> Result<(usize, usize)> {
    let folder = tempfile::TempDir::new()?;
    let project = folder.path().join("project");
    for part in [
        "ProjectSettings",
        "Packages",
        "Assets/Prefabs",
        "Assets/Scripts",
        "Assets/Materials",
    ] {
        if sample.join(part).is_dir() {
            tests_support::tree::copy_unchanged(&sample.join(part), &project.join(part))?;
        }
    }
    let scenes: Vec<(String, Vec<u8>)> = ["Arena", "Main"]
        .into_iter()
        .map(|name| {
            let file = format!("Assets/{name}.unity");
            let from = sample.join(format!("Assets/Scenes/{name}.unity"));
            std::fs::copy(from.with_extension("unity.meta"), project.join(format!("{file}.meta")))?;
            Ok((file, std::fs::read(from)?))
        })
        .collect::<Result<_>>()
        .context("the sample's scenes")?;
    let (mut saved, mut refused) = (0, 0);
    for number in (1..=rounds).filter(|number| number % WORKERS == worker) {
        let mut dice = Dice::new(number);
        // The edits are thrown from the number, which therefore belongs to the input.
        let mut input = number.to_le_bytes().to_vec();
        for (file, whole) in &scenes {
            let text = match dice.random_below(3) {
                0 => damage(whole, SCENE_PIECES, &mut dice),
                _ => whole.clone(),
            };
            replace(&project.join(file), &text)?;
            input.extend_from_slice(&text);
        }
        watched.saw(&input);
        let backups = folder.path().join("backups");
        let outcome = catch_unwind(AssertUnwindSafe(|| saving(&project, &backups, &mut dice)));
        let outcome = outcome.map_err(|_| anyhow!("project number {number} panicked"))?;
        let (files, reasons) = outcome.map_err(|wrong| anyhow!("project number {number}: {wrong}"))?;
        saved += files;
        refused += reasons;
    }
    Ok((saved, refused))
}
