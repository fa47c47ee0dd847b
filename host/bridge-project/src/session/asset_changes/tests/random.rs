//! A random test of changes of assets and of their undo.

use super::{apply, copy, delete, folder, new_game, preview, transfer};
use crate::session::changing::batch::tests::undo;
use host_bridge::AssetChange;
use tests_projects::Dice;

#[test]
fn random_batches_are_undone_byte_for_byte() {
    for seed in 0..12 {
        let game = new_game();
        let mut session = game.open();
        let mut dice = Dice::new(seed);
        let names = [
            "Assets/Red.mat",
            "Assets/Props",
            "Assets/Props/Blue.mat",
            "Assets/A",
            "Assets/A/B",
            "Assets/A/Red.mat",
            "Assets/C.mat",
            "Assets/Props/A",
        ];
        let mut hashes = vec![game.hash()];
        for _ in 0..40 {
            let change = |dice: &mut Dice| {
                let (from, to) = (dice.choose(&names), dice.choose(&names));
                match dice.throw(8) {
                    0..=2 => folder(from),
                    3 | 4 => transfer(from, to),
                    5 | 6 => copy(from, to),
                    _ => delete(from),
                }
            };
            let batch: Vec<AssetChange> = (0..=dice.throw(2)).map(|_| change(&mut dice)).collect();
            let planned = preview(&mut session, &batch);
            let done = apply(&mut session, &batch, None);
            match (planned, done) {
                (Ok(plan), Ok(done)) => {
                    assert_eq!(done.plan, plan, "seed {seed}: {batch:?}");
                    hashes.push(game.hash());
                }
                (Err(planned), Err(done)) => {
                    assert_eq!(planned.message, done.message, "seed {seed}: {batch:?}");
                    assert_eq!(
                        Some(&game.hash()),
                        hashes.last(),
                        "seed {seed}: a refused batch changed files: {batch:?}"
                    );
                }
                (planned, done) => panic!("seed {seed}: {batch:?}: {planned:?}, {done:?}"),
            }
        }
        assert!(hashes.len() > 3, "seed {seed} made too few changes");
        for entry in (1..hashes.len() as u64).rev() {
            undo(&mut session, &[entry]).unwrap_or_else(|error| panic!("seed {seed}, entry {entry}: {error:?}"));
            assert_eq!(
                Some(&game.hash()),
                hashes.get(entry as usize - 1),
                "seed {seed}, entry {entry}"
            );
        }
    }
}
