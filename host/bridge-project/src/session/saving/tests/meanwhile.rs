//! Tests of changes by another program during a save: none is lost, and no file elsewhere is written.

use super::*;
use host_project_writer::injected_actions::{self, Moment};
use std::fs;

/// Makes an edit and saves it, and runs `act` at the given moment of the save. Returns the result of the save.
fn while_saving(copy: &Copy, moment: Moment, act: impl FnMut(&Path) + 'static) -> Result<Vec<SavedFile>, BridgeError> {
    let mut session = copy.open();
    let object = own_object(&session);
    raise(&mut session, object);
    injected_actions::act_at(moment, act);
    let outcome = save(&mut session, &[MAIN]);
    injected_actions::clear();
    outcome
}

fn left_below(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"));
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.contains(".saving-")).collect()
}

/// Wraps `act` so that it runs only the first time that it is called.
fn run_once(act: impl Fn(&Path) + 'static) -> impl FnMut(&Path) + 'static {
    let mut is_done = false;
    move |path| {
        if !std::mem::replace(&mut is_done, true) {
            act(path);
        }
    }
}

#[cfg(unix)]
#[test]
fn writes_nothing_through_a_folder_swapped_for_a_link() {
    for moment in [Moment::Resolved, Moment::Checked, Moment::Exchanged] {
        let copy = Copy::sample();
        let outside = copy.folder.path().join("outside");
        let before = tree_hash(&copy.root());
        fs::create_dir(&outside).expect("a folder");
        fs::copy(copy.root().join(MAIN), outside.join("Main.unity")).expect("a copy");
        let outside_before = tree_hash(&outside);
        let (scenes, there) = (copy.root().join("Assets/Scenes"), outside.clone());
        let aside = copy.folder.path().join("aside");
        let moved = aside.clone();
        let swap = run_once(move |_| {
            fs::rename(&scenes, &moved).expect("renamed");
            std::os::unix::fs::symlink(&there, &scenes).expect("a link");
        });
        let error = while_saving(&copy, moment, swap).expect_err("another folder is there");
        assert_eq!(error.kind, BridgeErrorKind::Conflict, "{moment:?}: {error:?}");
        assert!(error.message.contains("Assets/Scenes"), "{moment:?}: {error:?}");
        assert!(
            error.hint.expect("a hint").contains("nothing was written"),
            "{moment:?}"
        );
        assert_eq!(tree_hash(&outside), outside_before, "{moment:?}");
        fs::remove_file(copy.root().join("Assets/Scenes")).expect("the link");
        fs::rename(aside, copy.root().join("Assets/Scenes")).expect("put back");
        assert_eq!(tree_hash(&copy.root()), before, "{moment:?}");
    }
}

#[test]
fn keeps_file_written_by_another_program_during_a_save() {
    for exchanges in [true, false] {
        let moments = [Moment::Resolved, Moment::Checked];
        let has_exchange = cfg!(any(target_os = "linux", target_vendor = "apple"));
        let later = if exchanges && has_exchange {
            Moment::Exchanged
        } else {
            Moment::MovedAside
        };
        for (moment, by_rename) in moments
            .into_iter()
            .chain([later])
            .flat_map(|at| [(at, false), (at, true)])
        {
            // A file that was opened before is written at its new path; no program can prevent that.
            if moment == later && !by_rename {
                continue;
            }
            let copy = Copy::sample();
            if !exchanges {
                injected_actions::without_exchange();
            }
            let foreign = format!("{}# by another program\n", copy.read(MAIN));
            let theirs = foreign.clone();
            let write = run_once(move |path| {
                if by_rename {
                    let beside = path.with_extension("theirs");
                    fs::write(&beside, &theirs).expect("written");
                    fs::rename(beside, path).expect("renamed");
                } else {
                    fs::write(path, &theirs).expect("written");
                }
            });
            let what = format!("{moment:?}, exchanges: {exchanges}, by rename: {by_rename}");
            let outcome = while_saving(&copy, moment, write);
            // After the files were exchanged, the other program's file comes after ours.
            if moment != Moment::Exchanged {
                let error = outcome.expect_err(&what);
                assert_eq!(error.kind, BridgeErrorKind::Conflict, "{what}: {error:?}");
            }
            assert_eq!(copy.read(MAIN), foreign, "{what}");
            let scenes = copy.root().join("Assets/Scenes");
            assert_eq!(left_below(&scenes), Vec::<String>::new(), "{what}");
        }
    }
}

#[test]
fn does_not_recreate_a_file_removed_during_a_save() {
    for exchanges in [true, false] {
        let copy = Copy::sample();
        if !exchanges {
            injected_actions::without_exchange();
        }
        let gone = |path: &Path| fs::remove_file(path).expect("removed");
        let error = while_saving(&copy, Moment::Checked, gone).expect_err("gone");
        assert_eq!(error.kind, BridgeErrorKind::Conflict, "{error:?}");
        assert!(!copy.root().join(MAIN).exists());
        assert_eq!(left_below(&copy.root().join("Assets/Scenes")), Vec::<String>::new());
    }
}

#[test]
fn saves_on_systems_without_atomic_exchange() {
    let copy = Copy::sample();
    let before = copy.read(MAIN);
    injected_actions::without_exchange();
    while_saving(&copy, Moment::Checked, |_| {}).expect("saved");
    assert_eq!(other_lines(&before, &copy.read(MAIN)).len(), 1);
    assert_eq!(left_below(&copy.root().join("Assets/Scenes")), Vec::<String>::new());
}

/// An equal copy of a folder is another folder. The host must not write to it, because it may be temporary.
#[test]
fn rejects_saving_into_a_copy_of_the_project_or_assets() {
    for part in ["", "Assets"] {
        let copy = Copy::sample();
        let mut session = copy.open();
        let object = own_object(&session);
        raise(&mut session, object);
        let (there, aside) = (copy.root().join(part), copy.folder.path().join("aside"));
        fs::rename(&there, &aside).expect("moved");
        tests_projects::copy(&aside, &there, |bytes| bytes);
        let before = tree_hash(&copy.root());
        for error in [
            preview_save(&mut session, &[MAIN]).expect_err("a dry run says so, too"),
            save(&mut session, &[MAIN]).expect_err("another folder"),
        ] {
            assert_eq!(error.kind, BridgeErrorKind::Conflict, "{error:?}");
            assert!(error.message.contains("replaced"), "{error:?}");
        }
        assert_eq!(tree_hash(&copy.root()), before);
        if part.is_empty() {
            continue;
        }
        // After everything is read again, it is the opened file.
        session.disk_changed(&DiskChange {
            everything: true,
            ..DiskChange::default()
        });
        save(&mut session, &[MAIN]).expect("saved");
    }
}
