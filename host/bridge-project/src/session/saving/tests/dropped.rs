//! Tests that a save reports unsaved edits whose objects another program removed from the file.

use super::changed_since::{LISTED, list_scene, object};
use super::*;
use unity_files::DiskChange;

/// Removes the text from `from` up to `to` from the scene's file, as another program would. If `to` is empty, removes
/// the text up to the end.
fn taken_out(copy: &Copy, session: &mut Session, from: &str, to: &str) {
    let text = copy.read(LISTED);
    let at = text.find(from).expect("it is there");
    let end = match to {
        "" => text.len(),
        to => at + text[at..].find(to).expect("an end"),
    };
    let mut left = text[..at].to_owned() + &text[end..];
    if from == DOCUMENT {
        left = left.replacen("  - component: {fileID: 9}\n", "", 1);
    }
    std::fs::write(copy.root().join(LISTED), left).expect("written");
    session.disk_changed(&DiskChange {
        assets: [LISTED.to_owned()].into(),
        ..DiskChange::default()
    });
}

fn deactivate(object: ObjectId) -> Vec<EditRequest> {
    vec![EditRequest::SetActive {
        object: EditTarget::Object(object),
        active: false,
    }]
}

fn save_lines(session: &mut Session, is_dry: bool, files: &[&str]) -> Vec<String> {
    let files = files.iter().map(|file| (*file).to_owned()).collect();
    let command = match is_dry {
        true => Command::PreviewSave { files },
        false => Command::SaveFiles { files, needs: None },
    };
    session.run(command).expect("done").diagnostics
}

#[track_caller]
fn expect_one_line(lines: &[String], parts: &[&str]) {
    let [line] = lines else { panic!("{lines:?}") };
    for part in parts {
        assert!(line.contains(part), "no {part} in {line}");
    }
}

const DOCUMENT: &str = "--- !u!114 &9\n";

#[test]
fn save_reports_edit_invalidated_by_outside_change() {
    for (path, to, out, why) in [
        ("names[3]", json!("mine"), ("  - d\n", "  packs:"), "its field"),
        ("packs[1].count", json!(7), ("  - count: 2\n", "  sizes:"), "its field"),
        ("names[3]", json!("mine"), (DOCUMENT, ""), "its component"),
    ] {
        let (copy, mut session, id) = list_scene();
        let rest = object(&session, "Rest");
        let value = to.to_string();
        apply(&mut session, vec![set(id, "Listed", path, &to)], None).expect("set");
        apply(&mut session, deactivate(rest), None).expect("set");
        taken_out(&copy, &mut session, out.0, out.1);
        let text = copy.read(LISTED);
        let field = format!("Listed.{path} set to {value}");
        let parts = [
            LISTED,
            "entry 1 is not saved",
            "/Listed",
            &field,
            why,
            "make it again",
            "list_edits",
        ];
        for files in [&[][..], &[LISTED][..]] {
            expect_one_line(&save_lines(&mut session, true, files), &parts);
        }
        expect_one_line(&save_lines(&mut session, false, &[LISTED]), &parts);
        let saved = copy.read(LISTED);
        let changed = other_lines(&text, &saved);
        assert_eq!(changed.len(), 1, "{changed:?}");
        // After a save without the edit reported it, it is not reported again.
        assert_eq!(save_lines(&mut session, true, &[]), Vec::<String>::new());
    }
}

#[test]
fn reports_edit_of_removed_object_if_nothing_else_is_saved() {
    let (copy, mut session, id) = list_scene();
    let rest = object(&session, "Rest");
    apply(&mut session, deactivate(rest), None).expect("set");
    apply(&mut session, vec![set(id, "Listed", "names[0]", &json!("mine"))], None).expect("set");
    save(&mut session, &[LISTED]).expect("saved");
    apply(&mut session, vec![set(id, "Listed", "names[1]", &json!("mine"))], None).expect("set");
    let again = vec![EditRequest::SetActive {
        object: EditTarget::Object(rest),
        active: true,
    }];
    apply(&mut session, again, None).expect("set");
    taken_out(&copy, &mut session, "--- !u!1 &21\n", DOCUMENT);
    let parts = ["entry 4 is not saved", "/Rest", "set active: its object"];
    expect_one_line(&save_lines(&mut session, true, &[]), &parts);
    let undone = undo(&mut session, &[3]).expect("undone");
    // A saved edit that was removed later is not pending; the file counts.
    let lines = save_lines(&mut session, true, &[LISTED]);
    expect_one_line(&lines[..1], &parts);
    assert!(lines[1].contains("already contains all edits"), "{lines:?}");
    assert_eq!(save_lines(&mut session, false, &[LISTED]), lines);
    undo(&mut session, &[undone.entry]).expect("done again");
    expect_one_line(&save_lines(&mut session, false, &[LISTED]), &parts);
    assert!(copy.read(LISTED).contains("  - mine\n  - mine\n"));
}

#[test]
fn any_save_reports_edits_of_a_removed_scene_file() {
    let (copy, mut session, id) = list_scene();
    apply(&mut session, vec![set(id, "Listed", "names[0]", &json!("mine"))], None).expect("set");
    std::fs::remove_file(copy.root().join(LISTED)).expect("removed");
    std::fs::remove_file(copy.root().join(format!("{LISTED}.meta"))).expect("removed");
    session.disk_changed(&DiskChange {
        everything: true,
        ..DiskChange::default()
    });
    let parts = [
        LISTED,
        "entry 1 is not saved",
        "names[0] set to \"mine\"",
        "its file was gone",
    ];
    expect_one_line(&save_lines(&mut session, true, &[]), &parts);
    let own = own_object(&session);
    raise(&mut session, own);
    expect_one_line(&save_lines(&mut session, true, &[MAIN]), &parts);
    expect_one_line(&save_lines(&mut session, false, &[MAIN]), &parts);
    assert_eq!(save_lines(&mut session, true, &[]), Vec::<String>::new());
}

#[test]
fn lists_first_impossible_edits_and_counts_the_rest() {
    let (copy, mut session, id) = list_scene();
    let rest = object(&session, "Rest");
    for at in 0..130 {
        let field = ["names[3]", "names[2]"][at % 2];
        let edit = set(id, "Listed", field, &json!(format!("mine {at}")));
        apply(&mut session, vec![edit], None).expect("set");
    }
    apply(&mut session, deactivate(rest), None).expect("set");
    taken_out(&copy, &mut session, "  - c\n", "  packs:");
    let lines = save_lines(&mut session, true, &[LISTED]);
    let (last, named) = lines.split_last().expect("lines");
    assert_eq!(named.len(), 8, "{lines:?}");
    assert!(last.contains("122 more edits"), "{last}");
    assert_eq!(save_lines(&mut session, false, &[LISTED]), lines);
    assert_eq!(save_lines(&mut session, true, &[]), Vec::<String>::new());
}
