//! Tests of fields with unsaved edits that another program changes: a save overwrites them and reports that.

use super::*;
use unity_files::DiskChange;

/// Replaces the text `from` by `to` in the main camera's scene file, as another program would.
fn edited_outside(copy: &Copy, session: &mut Session, from: &str, to: &str) {
    let text = copy.read(MAIN);
    let (before, behind) = text.split_at(text.find("m_Name: Main Camera").expect("a camera"));
    assert!(behind.contains(from), "{from}");
    let text = before.to_owned() + &behind.replacen(from, to, 1);
    std::fs::write(copy.root().join(MAIN), text).expect("written");
    session.disk_changed(&DiskChange {
        assets: [MAIN.to_owned()].into(),
        ..DiskChange::default()
    });
}

/// Previews the save, then saves. Returns the notes of both replies.
fn save_notes(session: &mut Session) -> [Vec<String>; 2] {
    let files = || vec![MAIN.to_owned()];
    [
        Command::PreviewSave { files: files() },
        Command::SaveFiles {
            files: files(),
            needs: None,
        },
    ]
    .map(|command| session.run(command).expect("done").diagnostics)
}

pub(super) fn object(session: &Session, name: &str) -> ObjectId {
    let all = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
    let mut named = all.filter(|at| session.world.object(*at).is_some_and(|object| &*object.name == name));
    session.world.node(named.next().expect(name)).expect("a node").id
}

const FOV: &str = "  field of view: 60\n";

#[test]
fn reports_outside_change_of_value_with_all_three_values() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let camera = object(&session, "Main Camera");
    let edit = |to: i32| vec![set(camera, "Camera", "fieldOfView", &json!(to))];
    apply(&mut session, edit(33), None).expect("set");
    edited_outside(&copy, &mut session, FOV, "  field of view: 44\n");
    // Set once more; it still hides the value in the file.
    apply(&mut session, edit(35), None).expect("set");
    for lines in save_notes(&mut session) {
        let [line] = lines.as_slice() else {
            panic!("{lines:?}");
        };
        for part in [
            MAIN,
            "/Main Camera",
            "UnityEngine.Camera.field of view",
            "60",
            "44",
            "35",
            "entry 1",
        ] {
            assert!(line.contains(part), "no {part} in {line}");
        }
    }
    // A saved value belongs to the file: a further edit starts from it.
    apply(&mut session, edit(36), None).expect("set");
    assert_eq!(save_notes(&mut session), [Vec::<String>::new(), Vec::new()]);
    assert!(copy.read(MAIN).contains("  field of view: 36\n"));
}

#[test]
fn omits_values_unchanged_outside_or_undone_here() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let camera = object(&session, "Main Camera");
    let edit = |path: &str, to: f64| vec![set(camera, "Camera", path, &json!(to))];
    let first = apply(&mut session, edit("fieldOfView", 33.0), None).expect("set");
    apply(&mut session, edit("nearClipPlane", 0.5), None).expect("set");
    edited_outside(&copy, &mut session, FOV, "  field of view: 44\n");
    undo(&mut session, &[first.entry]).expect("undone");
    // Set again, after the value in the file was visible.
    apply(&mut session, edit("fieldOfView", 35.0), None).expect("set");
    assert_eq!(save_notes(&mut session), [Vec::<String>::new(), Vec::new()]);
    let same = copy.read(MAIN);
    assert!(same.contains("  field of view: 35\n") && same.contains("  near clip plane: 0.5\n"));
}

#[test]
fn keeps_outside_change_of_another_field_part_without_a_note() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let camera = object(&session, "Main Camera");
    let background = |red: &str| format!("  m_BackGroundColor: {{r: {red}, g: ");
    apply(
        &mut session,
        vec![set(camera, "Camera", "backgroundColor.b", &json!(0.25))],
        None,
    )
    .expect("set");
    edited_outside(&copy, &mut session, &background("0.19215687"), &background("0.125"));
    assert_eq!(save_notes(&mut session), [Vec::<String>::new(), Vec::new()]);
    let saved = copy.read(MAIN);
    assert!(saved.contains(&background("0.125")) && saved.contains("b: 0.25"));
}

/// A flag has only two values, so a save overwrites another program's change only if the flag was set twice here.
#[test]
fn reports_outside_change_of_a_flag() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let camera = object(&session, "Main Camera");
    let active = |active| {
        vec![EditRequest::SetActive {
            object: EditTarget::Object(camera),
            active,
        }]
    };
    apply(&mut session, active(false), None).expect("set");
    // The file has the value that was set here: nothing is overwritten.
    edited_outside(&copy, &mut session, "  m_IsActive: 1\n", "  m_IsActive: 0\n");
    let nothing = format!("{MAIN} already contains all edits of this session");
    assert_eq!(save_notes(&mut session), [[nothing.clone()], [nothing]]);
    let again = apply(&mut session, active(true), None).expect("set");
    for lines in save_notes(&mut session) {
        let [line] = lines.as_slice() else {
            panic!("{lines:?}");
        };
        for part in [
            MAIN,
            "/Main Camera: active was true in the file",
            "(entry 1)",
            "made it false since",
            "overwrites with true",
        ] {
            assert!(line.contains(part), "no {part} in {line}");
        }
    }
    // A saved value belongs to the file: a further edit starts from it.
    undo(&mut session, &[again.entry]).expect("undone");
    assert_eq!(save_notes(&mut session), [Vec::<String>::new(), Vec::new()]);
}

/// Creates a scene with a list of numbers, a list of structures, and a list stored as hexadecimal digits.
pub(super) fn list_scene() -> (Copy, Session, ObjectId) {
    let script = "0123456789abcdef0123456789abcd01";
    let copy = Copy::sample();
    let write = |path: &str, text: &str, guid: &str| {
        std::fs::write(copy.root().join(path), text).expect("a file");
        let meta = format!("fileFormatVersion: 2\nguid: {guid}\n");
        std::fs::write(copy.root().join(format!("{path}.meta")), meta).expect("a file");
    };
    let source = "using UnityEngine;\npublic class Listed : MonoBehaviour { public string[] names; public Pack[] packs; public int[] sizes; }\n\
                  [System.Serializable] public class Pack { public int count; public string[] tags; }\n";
    write("Assets/Listed.cs", source, script);
    let scene = tests_projects::objects(&[(1, "Listed", 0), (21, "Rest", 0)]).replace(
        "component: {fileID: 2}\n",
        "component: {fileID: 2}\n  - component: {fileID: 9}\n",
    );
    let scene = scene
        + &format!(
            "--- !u!114 &9\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {script}, \
             type: 3}}\n  names:\n  - a\n  - b\n  - c\n  - d\n  packs:\n  - count: 1\n    tags:\n    - x\n    - y\n  - count: 2\n    tags: \
             []\n  sizes: 010000000200000003000000\n"
        );
    write(LISTED, &scene, "0123456789abcdef0123456789abcd02");
    let session = copy.open();
    let id = object(&session, "Listed");
    (copy, session, id)
}

pub(super) const LISTED: &str = "Assets/Listed.unity";

/// Makes an edit, lets another program change these lines, and makes a second edit. Returns the notes of the save.
fn notes_after_change(
    before: &[(&str, serde_json::Value)],
    lines: &[(&str, &str)],
    behind: &[(&str, serde_json::Value)],
) -> Vec<String> {
    let (copy, mut session, id) = list_scene();
    let put = |session: &mut Session, edits: &[(&str, serde_json::Value)]| {
        for (path, to) in edits {
            apply(session, vec![set(id, "Listed", path, to)], None).unwrap_or_else(|error| panic!("{path}: {error:?}"));
        }
    };
    put(&mut session, before);
    let mut text = copy.read(LISTED);
    for (from, to) in lines {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    std::fs::write(copy.root().join(LISTED), &text).expect("written");
    session.disk_changed(&DiskChange {
        assets: [LISTED.to_owned()].into(),
        ..DiskChange::default()
    });
    put(&mut session, behind);
    let files = || vec![LISTED.to_owned()];
    let dry = session
        .run(Command::PreviewSave { files: files() })
        .expect("a dry run")
        .diagnostics;
    let saved = session
        .run(Command::SaveFiles {
            files: files(),
            needs: None,
        })
        .expect("saved")
        .diagnostics;
    assert_eq!(dry, saved);
    dry
}

#[track_caller]
fn names(told: &[String], parts: &[&str]) {
    assert_eq!(told.len(), parts.len(), "{told:?}");
    for (line, part) in told.iter().zip(parts) {
        assert!(
            line.starts_with(&format!("{LISTED}: /Listed: Listed.{part}")),
            "no {part} in {line}"
        );
    }
}

#[test]
fn reports_outside_changes_of_items_removed_here() {
    let none: &[(&str, serde_json::Value)] = &[];
    let cut = [("names.Array.size", json!(1))];
    let rest = " when it was changed here (entry 1), and another program ";
    let changed = &[("  - c\n", "  - other\n")][..];
    let line = format!("names[2] was \"c\" in the file{rest}made it \"other\" since, which saving removes");
    names(&notes_after_change(&cut, changed, none), &[&line]);
    // Shortened once more, or set before it was shortened.
    names(
        &notes_after_change(&cut, changed, &[("names.Array.size", json!(0))]),
        &[&line],
    );
    let set_first = [("names[2]", json!("mine")), ("names.Array.size", json!(1))];
    names(&notes_after_change(&set_first, changed, none), &[&line]);
    let set_first = [("names[2]", json!("mine"))];
    names(&notes_after_change(&set_first, changed, &cut), &[&line]);
    // As a whole list.
    let whole = notes_after_change(&[("names", json!(["a"]))], changed, none);
    names(&whole, &["names was [\"a\",\"b\",\"c\",\"d\"] in the file"]);
    assert!(
        whole[0].ends_with("made it [\"a\",\"b\",\"other\",\"d\"] since, which saving overwrites with [\"a\"]"),
        "{whole:?}"
    );
    // An item that is new in the file.
    let new = notes_after_change(&cut, &[("  - d\n", "  - d\n  - e\n")], none);
    names(
        &new,
        &[
            "names.Array.size was 4 in the file",
            "names[4] was not there in the file",
        ],
    );
    assert!(new[1].contains("made it \"e\" since, which saving removes"), "{new:?}");
    // Structures, values within them, and numbers in one run of digits.
    let struct_cut = [("packs.Array.size", json!(1))];
    names(
        &notes_after_change(&struct_cut, &[("  - count: 2\n", "  - count: 7\n")], none),
        &["packs[1] was {"],
    );
    let inner = [("packs[0].tags.Array.size", json!(1))];
    names(
        &notes_after_change(&inner, &[("    - y\n", "    - z\n")], none),
        &["packs[0].tags[1] was \"y\""],
    );
    let of_cut = [("packs[1].count", json!(5)), ("packs.Array.size", json!(1))];
    let told = notes_after_change(&of_cut, &[("  - count: 2\n", "  - count: 7\n")], none);
    names(&told, &["packs[1].count was 2 in the file", "packs[1] was {"]);
    let digits = [("sizes.Array.size", json!(1))];
    names(
        &notes_after_change(&digits, &[("0300", "0900")], none),
        &["sizes[2] was 3 in the file"],
    );
}

#[test]
fn reports_outside_item_at_the_index_of_a_new_one() {
    let grown = [("names.Array.size", json!(5)), ("names[4]", json!("mine"))];
    let told = notes_after_change(&grown, &[("  - d\n", "  - d\n  - e\n")], &[]);
    names(&told, &["names[4] was not there in the file"]);
    assert!(
        told[0].contains("made it \"e\" since, which saving overwrites with \"mine\""),
        "{told:?}"
    );
    // And one that is written although another program removed it.
    let kept = [("names[3]", json!("mine")), ("names.Array.size", json!(5))];
    let told = notes_after_change(&kept, &[("  - d\n", "")], &[]);
    assert!(
        told.iter().any(|line| line.contains("names.Array.size was 4")),
        "{told:?}"
    );
}

#[test]
fn omits_outside_changes_of_items_kept_in_a_shortened_list() {
    let none: Vec<String> = Vec::new();
    let cut = [("names.Array.size", json!(2))];
    for lines in [
        &[][..],
        // The items that stay in the list keep the other program's values.
        &[("  - a\n", "  - other\n")][..],
    ] {
        assert_eq!(notes_after_change(&cut, lines, &[]), none, "{lines:?}");
    }
}

#[test]
fn names_first_changed_items_of_long_list_and_counts_others() {
    let many: Vec<String> = (0..30).map(|at| format!("n{at}")).collect();
    let (copy, mut session, id) = list_scene();
    apply(&mut session, vec![set(id, "Listed", "names", &json!(many))], None).expect("set");
    save(&mut session, &[LISTED]).expect("saved");
    apply(&mut session, vec![set(id, "Listed", "names", &json!(["a"]))], None).expect("set");
    let lines = (18..30).map(|at| (format!("  - n{at}\n"), format!("  - m{at}\n")));
    let text = lines.fold(copy.read(LISTED), |text, (from, to)| text.replacen(&from, &to, 1));
    std::fs::write(copy.root().join(LISTED), &text).expect("written");
    session.disk_changed(&DiskChange {
        assets: [LISTED.to_owned()].into(),
        ..DiskChange::default()
    });
    let told = session.run(Command::PreviewSave {
        files: vec![LISTED.to_owned()],
    });
    let told = told.expect("a dry run").diagnostics;
    let (last, named) = told.split_last().expect("lines");
    names(
        named,
        &[
            "names[18]",
            "names[19]",
            "names[20]",
            "names[21]",
            "names[22]",
            "names[23]",
            "names[24]",
            "names[25]",
        ],
    );
    assert!(last.contains("4 more values"), "{last}");
}
