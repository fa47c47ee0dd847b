//! Opening all scenes of the five projects: CPU against an independent reader in Python that applies no overrides.

use crate::cpu;
use crate::figure::{Figure, Outcome, Target, median};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;
use tests_support::projects::FixtureProject;
use tests_support::{HostOptions, environment, paths, projects};
use tokio::process::Command;

const NAME: &str = "project-load";
/// Each takes some seconds.
const ROUNDS: usize = 9;

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let Some(projects) = projects::real_projects("the figure project-load")? else {
        return Ok(vec![Outcome::Skipped(
            NAME.to_owned(),
            "the fixture projects are not here".to_owned(),
        )]);
    };
    let folder = environment::variable(environment::ORACLE)
        .map_or_else(|| paths::root().join("../shared/oracle"), PathBuf::from);
    let oracle = folder.join("counts.py");
    if !oracle.is_file() {
        let why = format!(
            "{} is missing; set {} to its folder",
            oracle.display(),
            environment::ORACLE
        );
        return Ok(vec![Outcome::Skipped(NAME.to_owned(), why)]);
    }
    let (mut whole, mut starts, mut peer) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let (mut host, mut python) = (0.0, 0.0);
        for (at, project) in projects.iter().enumerate() {
            // By turns, so that neither is always the one that finds the machine warm.
            if (round + at) % 2 == 0 {
                python += python_once(&oracle, project).await?;
                host += ours_once(project).await?;
            } else {
                host += ours_once(project).await?;
                python += python_once(&oracle, project).await?;
            }
            starts.push(start_once().await?);
        }
        whole.push(host);
        peer.push(python);
    }
    // A start differs from the next by more than a small project takes; their median does not.
    let start = median(&starts) * projects.len() as f64;
    let ours: Vec<f64> = whole.iter().map(|whole| whole - start).collect();
    let ratio = ours.iter().zip(&peer).map(|(ours, peer)| ours / peer).collect();
    Ok(vec![Outcome::Taken(
        Figure::new(
            NAME,
            "ours / oracle/counts.py, starts subtracted",
            "x",
            ratio,
            Target::AtMost(1.0 / 3.0),
        )
        .part("ours_s", &ours)
        .part("one_start_s", &starts)
        .part("counts_py_s", &peer),
    )])
}

/// Runs the reader and says what that took. The kernel's account of children is in hundredths of a second, of which the
/// reader needs few.
const TIMED: &str = "\
import os, re, sys, json, time, runpy
sys.argv = sys.argv[1:]
start = time.process_time()
try:
    runpy.run_path(sys.argv[0], run_name='__main__')
finally:
    sys.stderr.write(f'{time.process_time() - start:.9f}')
";

/// CPU seconds over one project, without starting the interpreter.
async fn python_once(oracle: &Path, project: &FixtureProject) -> Result<f64> {
    let ended = Command::new("python3")
        .args([
            "-c".as_ref(),
            TIMED.as_ref(),
            oracle.as_os_str(),
            project.root.as_os_str(),
        ])
        .stdout(Stdio::null())
        .output()
        .await
        .context("python3 could not be started")?;
    let said = String::from_utf8_lossy(&ended.stderr);
    ensure!(ended.status.success(), "{} failed: {said}", oracle.display());
    said.trim()
        .parse()
        .with_context(|| format!("{} said {said}", oracle.display()))
}

/// CPU seconds of the host from its start until all scenes are loaded.
async fn ours_once(project: &FixtureProject) -> Result<f64> {
    let options = HostOptions::new().project(&project.root).set("project.open", "all");
    measure_load(options, Some(project.scenes.len())).await
}

/// CPU seconds of the same on an empty project.
pub(crate) async fn start_once() -> Result<f64> {
    let empty = TempDir::new()?;
    std::fs::create_dir_all(empty.path().join("Assets"))?;
    std::fs::create_dir_all(empty.path().join("ProjectSettings"))?;
    let version = empty.path().join("ProjectSettings/ProjectVersion.txt");
    std::fs::write(version, "m_EditorVersion: 2022.3.45f1\n")?;
    measure_load(HostOptions::new().project(empty.path()), None).await
}

/// CPU seconds until ready; `scenes` of them must be in memory then.
async fn measure_load(options: HostOptions, scenes: Option<usize>) -> Result<f64> {
    // Loading is measured; the peer does not watch for changes afterwards either.
    let host = options.set("project.watch", "off").start().await?;
    let taken = cpu::process_seconds(host.pid()?)?;
    if let Some(scenes) = scenes {
        let listed = host.client().await?.ask("ListScenes", json!({ "limit": 500 })).await?;
        let items = listed["Items"].as_array().context("no scenes")?;
        let open = items
            .iter()
            .filter(|item| item["IsLoaded"] == Value::Bool(true))
            .count();
        ensure!(open >= scenes, "{open} of {scenes} scenes are loaded");
    }
    // Gone before anything else is measured.
    host.terminate().await?;
    Ok(taken)
}
