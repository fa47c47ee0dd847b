//! Tests that all acknowledged edits exist after the end of a host.

use super::*;
use crate::session::changing::batch::tests::random::edit;
use crate::session::changing::batch::tests::undoing::cards;
use tests_projects::Dice;

#[test]
fn random_edits_undos_and_saves_survive_restarts() {
    for seed in [3_u64, 11] {
        let (kept, mut dice) = (Kept::new(), Dice::new(seed));
        let mut session = kept.open();
        let ids: Vec<ObjectId> = cards(&mut session).into_iter().map(|card| card.id).collect();
        let (mut ends, mut compared) = (0, 0);
        for _ in 0..160 {
            match dice.throw(12) {
                0 => {
                    let known = entries(&mut session).rows;
                    if !known.is_empty() {
                        let chosen = known[dice.throw(known.len())].id;
                        let _ = undo(&mut session, &[chosen]);
                    }
                }
                // A scene with created objects is rejected; the other scene may be saved.
                1 => {
                    let scene = session.scenes[dice.throw(session.scenes.len())].file.path.clone();
                    let _ = session.run(Command::SaveFiles {
                        files: vec![scene],
                        needs: None,
                    });
                }
                2 => {
                    let unsaved = session.count_unsaved();
                    let before = state(&mut session);
                    drop(session);
                    session = kept.open();
                    ends += 1;
                    if unsaved.changes > 0 {
                        assert_eq!(state(&mut session), before, "seed {seed}, end {ends}");
                        assert_eq!(session.count_unsaved(), unsaved, "seed {seed}, end {ends}");
                        compared += 1;
                    }
                }
                _ => {
                    let _ = apply(&mut session, vec![edit(&mut dice, &ids)], None);
                }
            }
        }
        assert!(compared > 5, "{compared} of {ends} ends");
        assert_eq!(kept.set_aside_files(), [""; 0]);
    }
}

#[test]
fn test_canvas_survives_a_restart_and_can_be_removed() {
    let kept = Kept::new();
    let mut session = kept.open();
    session.run(Command::SpawnTestUi).expect("made");
    let before = state(&mut session);
    drop(session);
    let mut session = kept.open();
    assert_eq!(state(&mut session), before);
    object(&session, "McpTestCanvas");
    let replied = session.run(Command::DestroyTestUi).expect("done");
    assert!(!replied.diagnostics.iter().any(|note| note.contains("no test canvas")));
    drop(session);
    let session = kept.open();
    assert_eq!(session.count_unsaved().changes, 0, "{:?}", session.count_unsaved());
}

#[test]
fn restart_reports_lost_edit_whose_object_is_gone() {
    let kept = Kept::new();
    let mut session = kept.open();
    let (gone, stays) = (own_object(&session), object(&session, "Sun"));
    let (_, name) = session.numbers.name_of(gone).expect("a name");
    let host_project_world::ids::FileName::OfFile(id, ..) = name else {
        panic!("{name:?}")
    };
    let first = apply(&mut session, deactivate(gone), None).expect("set").entry;
    apply(&mut session, move_height(stays, 7.5), None).expect("set");
    drop(session);
    // As if the object had been deleted and created again.
    let text = kept.main();
    assert!(text.contains(&id.to_string()));
    std::fs::write(kept.root().join(MAIN), text.replace(&id.to_string(), "777000111")).expect("written");

    let mut session = kept.open();
    let lines: Vec<&str> = session.lines.iter().map(|line| line.message.as_str()).collect();
    assert!(
        lines.contains(&"applied again from the edit journal: 1 unsaved edit in 1 file"),
        "{lines:?}"
    );
    let lost: Vec<&&str> = lines
        .iter()
        .filter(|line| line.starts_with("an unsaved edit is lost: "))
        .collect();
    let (entry, reason) = (format!("{MAIN}: entry {first} is not saved"), "its object was gone");
    assert!(
        lost.len() == 1 && lost[0].contains(&entry) && lost[0].contains(reason),
        "{lines:?}"
    );
    let rows = entries(&mut session).rows;
    let row = rows.iter().find(|row| row.id == first).expect("the entry");
    assert!(
        row.lost
            && row
                .fixed
                .as_deref()
                .is_some_and(|why| why.contains("gone from the files"))
    );
    assert!(rows.iter().any(|row| row.id != first && !row.lost));
    let files = Vec::new();
    let told = session
        .run(Command::PreviewSave { files })
        .expect("a preview")
        .diagnostics;
    assert!(
        told.iter()
            .any(|line| line.contains(&format!("entry {first} is not saved"))),
        "{told:?}"
    );
    // The journal does not retry it: another start reports the same.
    let before = state(&mut session);
    drop(session);
    assert_eq!(state(&mut kept.open()), before);
}

#[test]
fn edits_and_entries_keep_their_objects_if_scene_order_changes() {
    let kept = Kept::new();
    let mut session = kept.open();
    let light = object(&session, "Sun");
    apply(&mut session, move_height(light, 7.5), None).expect("set");
    let shown = |session: &mut Session| {
        let row = entries(session).rows.remove(0).changes.remove(0);
        (
            row.path,
            row.object.expect("an object"),
            row.new.expect("a value").get().to_owned(),
        )
    };
    let before = shown(&mut session);
    drop(session);
    let settings = kept.root().join("ProjectSettings/EditorBuildSettings.asset");
    let text = std::fs::read_to_string(&settings).expect("the build list");
    let (head, rest) = text.split_once("  - enabled: 1\n").expect("a first scene");
    let (first, rest) = rest.split_once("  - enabled: 1\n").expect("a second scene");
    let (second, tail) = rest.split_once("  m_configObjects").expect("an end");
    let swapped = format!("{head}  - enabled: 1\n{second}  - enabled: 1\n{first}  m_configObjects{tail}");
    std::fs::write(&settings, swapped).expect("written");
    let mut session = kept.open();
    let now = object(&session, "Sun");
    assert_ne!(now, light, "scenes are numbered in the order of the build list");
    assert_eq!(shown(&mut session), (before.0, now, before.2));
    let at = session.world.find(now).expect("there");
    let path = unity_fields::property::PropertyPath::parse("m_LocalPosition.y").expect("a path");
    let value = session.field_text(at, 0, &path).expect("a value");
    assert_eq!(value.get(), "7.5");
}

#[test]
fn replays_nothing_if_files_contain_all_edits() {
    let kept = Kept::new();
    let mut session = kept.open();
    let object = own_object(&session);
    apply(&mut session, move_height(object, 7.5), None).expect("set");
    assert!(kept.journal().exists());
    save(&mut session);
    drop(session);
    let mut session = kept.open();
    assert_eq!(entries(&mut session).rows, []);
    assert!(!kept.journal().exists());
    // The journal is used from the next edit on.
    apply(&mut session, move_height(object, 8.5), None).expect("set");
    drop(session);
    assert_eq!(kept.open().count_unsaved().changes, 1);
}
