//! A host that ends in the middle of changes of assets, at every moment of each step, and starts again.

use super::{apply, copy, delete, entries, folder, new_game, transfer};
use crate::session::changing::batch::tests::undo;
use host_bridge::{AssetChange, Command};
use host_project_writer::injected_actions::{self, Moment};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

fn batch() -> [AssetChange; 5] {
    [
        folder("Assets/New"),
        transfer("Assets/Red.mat", "Assets/New/Crimson.mat"),
        copy("Assets/Props", "Assets/New/Copies"),
        transfer("Assets/Props", "Assets/Things"),
        delete("Assets/Things/Note.txt"),
    ]
}

/// Runs `work`, which ends with a panic at the moment number `end` of its steps. `other` acts as another program at each
/// moment before. Returns false if `work` has fewer moments.
fn ends_at(end: usize, mut other: impl FnMut(&Path) + 'static, work: impl FnOnce()) -> bool {
    let mut left = end;
    injected_actions::act_at(Moment::InStep, move |path| {
        other(path);
        assert!(left > 0, "the end of the host");
        left -= 1;
    });
    let ended = catch_unwind(AssertUnwindSafe(work)).is_err();
    injected_actions::clear();
    ended
}

#[test]
fn unfinished_batch_is_undone_at_the_next_start() {
    for end in 0.. {
        let game = new_game();
        let before = game.hash();
        let mut session = game.open_kept();
        let ended = ends_at(end, |_| {}, || drop(apply(&mut session, &batch(), None)));
        drop(session);
        let mut session = game.open_kept();
        if !ended {
            assert!(end > 15, "only {end} moments");
            assert_ne!(game.hash(), before);
            return;
        }
        assert_eq!(game.hash(), before, "moment {end}");
        assert!(entries(&mut session).rows.is_empty(), "moment {end}");
        apply(&mut session, &batch(), None).expect("done");
    }
}

#[test]
fn unfinished_undo_is_withdrawn_at_the_next_start() {
    for end in 0.. {
        let game = new_game();
        let before = game.hash();
        let mut session = game.open_kept();
        // A start keeps the entries only if an edit is unsaved.
        session
            .run(Command::SetTimeScale { value: 0.5, lock: None })
            .expect("an edit");
        apply(&mut session, &batch(), None).expect("done");
        let after = game.hash();
        let ended = ends_at(end, |_| {}, || drop(undo(&mut session, &[2])));
        drop(session);
        let mut session = game.open_kept();
        if !ended {
            assert!(end > 10, "only {end} moments");
            assert_eq!(game.hash(), before);
            return;
        }
        assert_eq!(game.hash(), after, "moment {end}");
        undo(&mut session, &[2]).expect("undone");
        assert_eq!(game.hash(), before, "moment {end}");
        undo(&mut session, &[3]).expect("applied again");
        assert_eq!(game.hash(), after, "moment {end}");
    }
}

#[test]
fn unfinished_return_from_a_failure_is_completed_at_the_next_start() {
    for end in 0.. {
        let game = new_game();
        let before = game.hash();
        let mut session = game.open_kept();
        let taken = game.path("Assets/Other");
        let other = move |path: &Path| {
            if path == Path::new("Assets/Other") && !taken.exists() {
                std::fs::write(&taken, "of another program").expect("written");
            }
        };
        // The last step of the batch fails, because its path is taken meanwhile.
        let mut steps = batch().to_vec();
        steps.push(transfer("Assets/Code", "Assets/Other"));
        let ended = ends_at(end, other, || drop(apply(&mut session, &steps, None)));
        drop(session);
        if !ended {
            // The user makes one of the failed changes. The next start must not undo it.
            std::fs::create_dir(game.path("Assets/New")).expect("a folder");
            std::fs::rename(game.path("Assets/Red.mat"), game.path("Assets/New/Crimson.mat")).expect("renamed");
        }
        drop(game.open_kept());
        if !ended {
            assert!(game.has("Assets/New/Crimson.mat") && end > 30, "{end} moments");
            return;
        }
        let _ = std::fs::remove_file(game.path("Assets/Other"));
        assert_eq!(game.hash(), before, "moment {end}");
    }
}
