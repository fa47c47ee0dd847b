//! Tests of changes by another program after a save: they are visible, and later saves do not overwrite them.

use super::*;
use crate::session::edits::Edits;
use std::fs;

/// Writes the scene file as another program would, and notifies the session of the change.
fn write(copy: &Copy, session: &mut Session, text: &str) {
    fs::write(copy.root().join(MAIN), text).expect("a file");
    read_again(session);
}

fn read_again(session: &mut Session) {
    session.disk_changed(&DiskChange {
        assets: [MAIN.to_owned()].into(),
        structure: true,
        ..DiskChange::default()
    });
}

fn scaled(session: &mut Session, object: ObjectId) -> u64 {
    let edit = set(object, "Transform", "m_LocalScale.x", &json!(3.5));
    apply(session, vec![edit], None).expect("done").entry
}

fn undo_error(session: &mut Session, entry: u64) -> BridgeError {
    let command = Command::UndoEdits {
        entries: vec![entry],
        digest: None,
        touches: host_bridge::EditTouches::default(),
    };
    session
        .run(command)
        .map(|replied| replied.reply)
        .expect_err("not undone")
}

#[test]
fn keeps_saved_field_that_another_program_changed() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let object = own_object(&session);
    let saved = raise(&mut session, object).entry;
    save(&mut session, &[MAIN]).expect("saved");
    // Exactly that field, another part of it, and both.
    for (old, new) in [("y: 12.5", "y: 77"), ("x: 0, y: 77", "x: 4, y: 77")] {
        let text = copy.read(MAIN).replacen(old, new, 1);
        assert_ne!(text, copy.read(MAIN), "{old} is there");
        write(&copy, &mut session, &text);
        assert_eq!(preview_save(&mut session, &[]).expect("changes"), []);
        let known = entries(&mut session).rows;
        let of_saved = known.iter().find(|row| row.id == saved).expect("the entry");
        assert!(
            of_saved.lost
                && of_saved
                    .fixed
                    .as_deref()
                    .is_some_and(|why| why.contains("changed this value in the file after the save")),
            "{of_saved:?}"
        );
        // The next save of something else writes only that.
        let other = scaled(&mut session, object);
        save(&mut session, &[MAIN]).expect("saved");
        let lines = copy.read(MAIN);
        let lines = other_lines(&text, &lines);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].2.contains("x: 3.5"), "{lines:?}");
        assert!(
            undo_error(&mut session, saved)
                .message
                .contains("changed this value in the file after the save")
        );
        undo(&mut session, &[other]).expect("undone");
        save(&mut session, &[MAIN]).expect("saved");
        assert_eq!(copy.read(MAIN), text);
    }
}

#[test]
fn unsaved_edit_overrides_value_written_by_another_program() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let object = own_object(&session);
    raise(&mut session, object);
    save(&mut session, &[MAIN]).expect("saved");
    let edit = set(object, "Transform", "m_LocalPosition.y", &json!(13.5));
    let later = apply(&mut session, vec![edit], None).expect("done").entry;
    let text = copy.read(MAIN).replacen("y: 12.5", "y: 77", 1);
    write(&copy, &mut session, &text);
    let rows = preview_save(&mut session, &[]).expect("changes");
    assert_eq!((rows.len(), rows[0].total), (1, 1), "{rows:?}");
    assert!(
        rows[0].lines[0]
            .new
            .as_deref()
            .is_some_and(|line| line.contains("y: 13.5")),
        "{rows:?}"
    );
    undo(&mut session, &[later]).expect("undone");
    assert_eq!(preview_save(&mut session, &[]).expect("changes"), []);
}

#[test]
fn restored_and_saved_value_yields_to_outside_changes() {
    let copy = Copy::sample();
    let before = copy.read(MAIN);
    let mut session = copy.open();
    let object = own_object(&session);
    let entry = raise(&mut session, object).entry;
    save(&mut session, &[MAIN]).expect("saved");
    undo(&mut session, &[entry]).expect("undone");
    save(&mut session, &[MAIN]).expect("saved");
    assert_eq!(copy.read(MAIN), before);
    // The original value, set once more: the file contains it, and no line is written.
    let same = before
        .lines()
        .find(|line| line.contains("m_LocalPosition"))
        .expect("a line")
        .to_owned();
    let y: f64 = same
        .split("y: ")
        .nth(1)
        .and_then(|rest| rest.split([',', '}']).next())
        .expect("a number")
        .trim()
        .parse()
        .expect("a number");
    let object_of_line = own_object(&session);
    let again = set(object_of_line, "Transform", "m_LocalPosition.y", &json!(y));
    apply(&mut session, vec![again], None).expect("done");
    scaled(&mut session, object);
    save(&mut session, &[MAIN]).expect("saved");
    let text = copy
        .read(MAIN)
        .replacen(&same, &same.replacen(&format!("y: {y}"), "y: 88", 1), 1);
    write(&copy, &mut session, &text);
    assert_eq!(preview_save(&mut session, &[]).expect("changes"), []);
    assert_eq!(copy.read(MAIN), text);
}

/// Another program removes a file and restores it, as when the user switches to another git branch and back.
#[test]
fn accepts_a_removed_and_restored_file() {
    let copy = Copy::sample();
    let path = copy.root().join(MAIN);
    let aside = copy.folder.path().join("aside");
    let mut session = copy.open();
    let object = own_object(&session);
    raise(&mut session, object);
    save(&mut session, &[MAIN]).expect("saved");
    let text = copy.read(MAIN);
    fs::rename(&path, &aside).expect("renamed");
    read_again(&mut session);
    fs::rename(&aside, &path).expect("renamed");
    read_again(&mut session);
    assert_eq!(preview_save(&mut session, &[]).expect("changes"), []);
    let object = own_object(&session);
    scaled(&mut session, object);
    save(&mut session, &[MAIN]).expect("saved");
    let after = copy.read(MAIN);
    let lines = other_lines(&text, &after);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].2.contains("x: 3.5"), "{lines:?}");
}

#[test]
fn accepts_a_removed_and_restored_object_or_field() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let object = own_object(&session);
    raise(&mut session, object);
    save(&mut session, &[MAIN]).expect("saved");
    let text = copy.read(MAIN);
    let line = text.lines().find(|line| line.contains("y: 12.5")).expect("the line");
    let without = text.replacen(&format!("{line}\n"), "", 1);
    for away in [without.as_str(), "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n"] {
        write(&copy, &mut session, away);
        write(&copy, &mut session, &text);
        assert_eq!(preview_save(&mut session, &[]).expect("changes"), [], "{away}");
    }
    assert_eq!(copy.read(MAIN), text);
    let Edits { originals, .. } = &session.edits;
    assert!(originals.is_empty(), "{originals:?}");
}

/// If a save is killed after the exchange of two files, the old file remains, and a backup has the same content.
#[test]
fn reports_leftovers_of_killed_save_and_deletes_them_if_allowed() {
    let copy = Copy::sample();
    let old = copy.read(MAIN);
    let mut session = copy.open();
    let object = own_object(&session);
    raise(&mut session, object);
    save(&mut session, &[MAIN]).expect("saved");
    drop(session);
    let left = copy.root().join("Assets/Scenes/.saving-7-0.tmp");
    fs::write(&left, old).expect("a file");
    for (allow_save, word) in [(false, "the file can be deleted"), (true, "the file was deleted")] {
        let mut session = copy.open_with(allow_save);
        session.tell_leftovers();
        let lines = session.take_lines();
        let told = lines.iter().find(|line| line.message.contains(".saving-7-0.tmp"));
        let told = told.expect("a line");
        assert!(told.level == "warn" && told.message.ends_with(word), "{told:?}");
        assert_eq!(left.exists(), !allow_save);
    }
    let mut session = copy.open();
    session.tell_leftovers();
    assert_eq!(session.take_lines(), []);
}
