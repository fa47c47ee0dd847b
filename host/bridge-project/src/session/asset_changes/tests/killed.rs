//! A host that ends in the middle of changes of assets, at every moment of each step, and starts again.

use super::{apply, copy, delete, entries, folder, new_game, transfer};
use crate::session::Session;
use crate::session::changing::batch::tests::undo;
use crate::session::test_game::Game;
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

/// Ends a host at the moment number `end` of these changes. Returns false if they have fewer moments.
fn ends_batch(game: &Game, end: usize, changes: &[AssetChange]) -> bool {
    let mut session = game.open_kept();
    ends_at(end, |_| {}, || drop(apply(&mut session, changes, None)))
}

/// Ends a host when the path exists for the first time at a moment of these changes.
fn ends_batch_with(game: &Game, path: &str, changes: &[AssetChange]) {
    let awaited = game.path(path);
    let mut session = game.open_kept();
    let other = move |_: &Path| assert!(!awaited.exists(), "the end of the host");
    assert!(ends_at(1000, other, || drop(apply(&mut session, changes, None))));
}

fn has_error(session: &Session, parts: &[&str]) -> bool {
    let mut lines = session.lines.iter().filter(|line| line.level == "error");
    lines.any(|line| parts.iter().all(|part| line.message.contains(part)))
}

#[test]
fn partial_copy_without_meta_files_is_undone() {
    for end in 0.. {
        let game = new_game();
        for path in ["Assets/Bare/One.txt", "Assets/Bare/Deep/Two.txt", "Assets/Bare.txt"] {
            game.project.write(path, "a long text");
        }
        let before = game.hash();
        let changes = [
            copy("Assets/Bare.txt", "Assets/Copy.txt"),
            copy("Assets/Bare", "Assets/Copies"),
        ];
        let ended = ends_batch(&game, end, &changes);
        // The newest file of a killed host can be incomplete.
        let one = game.path("Assets/Copies/One.txt");
        if ended && one.exists() && !game.has("Assets/Copies/Deep/Two.txt") {
            std::fs::write(one, "a long").expect("written");
        }
        let session = game.open_kept();
        if !ended {
            assert!(end > 6, "only {end} moments");
            return;
        }
        assert_eq!(game.hash(), before, "moment {end}: {:?}", session.lines);
        assert!(!has_error(&session, &[]), "moment {end}: {:?}", session.lines);
    }
}

#[test]
fn partial_meta_file_of_a_copy_is_undone() {
    for path in ["Assets/Copies", "Assets/Copies/Blue.mat"] {
        let game = new_game();
        let before = game.hash();
        ends_batch_with(&game, &format!("{path}.meta"), &[copy("Assets/Props", "Assets/Copies")]);
        let meta = game.read(&format!("{path}.meta"));
        std::fs::write(game.path(&format!("{path}.meta")), &meta[..20]).expect("written");
        let session = game.open_kept();
        assert_eq!(game.hash(), before, "{path}: {:?}", session.lines);
    }
}

#[test]
fn work_of_the_user_in_a_partial_copy_stays() {
    type Work = fn(&Game);
    let works: [(&str, Work); 5] = [
        ("Assets/Copies/Mine.cs", |game| {
            game.project.write("Assets/Copies/Mine.cs", "class Mine {}");
        }),
        ("Assets/Copies/Mine", |game| {
            std::fs::create_dir(game.path("Assets/Copies/Mine")).expect("a folder");
        }),
        ("Assets/Copies/Blue.mat", |game| {
            game.project.write("Assets/Copies/Blue.mat", "another text");
        }),
        ("Assets/Copies/Blue.mat", |game| {
            let text = game.read("Assets/Copies/Blue.mat") + "more";
            game.project.write("Assets/Copies/Blue.mat", text);
        }),
        ("Assets/Copies.meta", |game| {
            let text = "fileFormatVersion: 2\nguid: 0123456789abcdef0123456789abcdef\n";
            game.project.write("Assets/Copies.meta", text);
        }),
    ];
    for (path, work) in works {
        let game = new_game();
        let changes = [
            transfer("Assets/Red.mat", "Assets/Crimson.mat"),
            copy("Assets/Props", "Assets/Copies"),
        ];
        ends_batch_with(&game, "Assets/Copies/Blue.mat", &changes);
        work(&game);
        let after = tests_projects::tree_hash(&game.path("Assets/Copies"));
        let session = game.open_kept();
        assert!(game.has(path), "{path}");
        assert_eq!(tests_projects::tree_hash(&game.path("Assets/Copies")), after, "{path}");
        assert!(game.has("Assets/Red.mat"), "the other steps are undone");
        assert!(
            has_error(&session, &["only a part of the change was undone", path]),
            "{path}: {:?}",
            session.lines
        );
    }
}

#[test]
fn asset_that_cannot_return_is_an_error() {
    let gone = "is no longer in Library/UnityTools/trash";
    let table: [(AssetChange, &str, &str); 4] = [
        (
            delete("Assets/Red.mat"),
            "Assets/Red.mat",
            "another program created it again",
        ),
        (delete("Assets/Red.mat"), "", gone),
        (
            transfer("Assets/Red.mat", "Assets/Rose.mat"),
            "Assets/Red.mat",
            "both paths exist now",
        ),
        (
            transfer("Assets/Red.mat", "Assets/Rose.mat"),
            "",
            "neither Assets/Red.mat nor Assets/Rose.mat exists",
        ),
    ];
    for (change, taken, why) in table {
        // As the newest step, and as a step before it.
        for changes in [vec![change.clone()], vec![change.clone(), folder("Assets/New")]] {
            let game = new_game();
            let mut end = 0;
            // The last moment is after the newest step.
            while ends_batch(&new_game(), end, &changes) {
                end += 1;
            }
            assert!(ends_batch(&game, end - 1, &changes));
            if taken.is_empty() {
                let _ = std::fs::remove_file(game.path("Assets/Rose.mat"));
                let _ = std::fs::remove_dir_all(game.path("Library/UnityTools/trash"));
            } else {
                game.project.write(taken, "of the user");
            }
            let session = game.open_kept();
            assert!(has_error(&session, &[why]), "{why}: {:?}", session.lines);
            assert!(taken.is_empty() || game.read(taken) == "of the user");
            assert!(!game.has("Assets/New"), "the other step is undone");
        }
    }
}

#[test]
fn start_that_is_killed_in_the_middle_of_the_undo_is_completed_by_the_next() {
    let mut moments = 0;
    while ends_batch(&new_game(), moments, &batch()) {
        moments += 1;
    }
    for end in 0..moments {
        for again in 0.. {
            let game = new_game();
            let before = game.hash();
            assert!(ends_batch(&game, end, &batch()));
            let ended = ends_at(again, |_| {}, || drop(game.open_kept()));
            drop(game.open_kept());
            assert_eq!(game.hash(), before, "moments {end} and {again}");
            if !ended {
                break;
            }
        }
    }
}

#[test]
fn start_without_the_permission_keeps_the_steps_for_a_later_one() {
    for has_edit in [false, true] {
        let game = new_game();
        let before = game.hash();
        ends_batch_with(&game, "Assets/New/Copies/Blue.mat", &batch());
        let after = game.hash();
        for _ in 0..2 {
            let mut session = game.open_kept_with(false);
            assert!(
                has_error(
                    &session,
                    &["Assets/New/Copies", "the next start of the host tries it again"]
                ),
                "{:?}",
                session.lines
            );
            if has_edit {
                session
                    .run(Command::SetTimeScale { value: 0.5, lock: None })
                    .expect("an edit");
            }
            drop(session);
            assert_eq!(game.hash(), after);
        }
        let mut session = game.open_kept();
        assert_eq!(game.hash(), before, "{:?}", session.lines);
        apply(&mut session, &batch(), None).expect("done");
        drop(session);
        // The steps are undone once.
        let after = game.hash();
        drop(game.open_kept());
        assert_eq!(game.hash(), after);
    }
}
