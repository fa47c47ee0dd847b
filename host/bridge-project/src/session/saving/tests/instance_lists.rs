//! Tests of lists of strings and of fractions in a prefab instance, which files store item by item. Also tests the
//! values of an instance after its overrides are removed.

use super::undone_references::{SCENE, find_object, linked_scene, read_field};
use super::*;
use std::fs;
use unity_files::DiskChange;

#[test]
fn saves_list_items_as_overrides_and_undo_removes_them() {
    let (copy, mut session, at) = linked_scene();
    let before = copy.read(SCENE);
    let mut entries = Vec::new();
    for (field, to, path, value) in [
        ("names", json!(["one", "x"]), "names.Array.data[1]", "x"),
        ("names[0]", json!("a: b"), "names.Array.data[0]", "'a: b'"),
        ("names", json!(["a: b", "x", "3"]), "names.Array.size", "3"),
        ("names[2]", json!("y"), "names.Array.data[2]", "y"),
        ("names", json!(["one"]), "names.Array.size", "1"),
        ("steps", json!([9, 2.5]), "steps.Array.data[0]", "9"),
        ("steps", json!([9, 2.5, 0.1]), "steps.Array.data[2]", "0.1"),
    ] {
        let done = apply(&mut session, vec![set(at, "Linked", field, &to)], None).expect("set");
        entries.push(done.entry);
        save(&mut session, &[SCENE]).unwrap_or_else(|error| panic!("{field}: {error:?}"));
        let row = format!("propertyPath: {path}\n      value: {value}\n");
        let text = copy.read(SCENE);
        assert!(text.contains(&row), "{row}: {text}");
    }
    // A read from the file then returns the value that was set.
    let mut again = copy.open();
    let at = find_object(&again, "/Linked");
    assert_eq!(read_field(&mut again, at, "names"), json!(["one"]));
    assert_eq!(read_field(&mut again, at, "steps"), json!([9, 2.5, 0.1]));
    drop(again);
    entries.reverse();
    undo(&mut session, &entries).expect("undone");
    save(&mut session, &[SCENE]).expect("saved");
    assert_eq!(copy.read(SCENE), before);
}

/// Another program changes the prefab before or after the edit is undone. Without overrides, the instance must have the
/// prefab's current value.
#[test]
fn undone_overrides_yield_the_current_prefab_values() {
    let of_file = DiskChange {
        assets: std::iter::once("Assets/Linked.prefab".to_owned()).collect(),
        ..DiskChange::default()
    };
    // If changes of files were missed, any file may have changed.
    let missed = DiskChange {
        everything: true,
        ..DiskChange::default()
    };
    for (undone_first, seen) in [(false, &of_file), (true, &of_file), (false, &missed), (true, &missed)] {
        let (copy, mut session, at) = linked_scene();
        let before = copy.read(SCENE);
        let part = find_object(&session, "/Linked/Part");
        let off = EditRequest::SetActive {
            object: EditTarget::Object(part),
            active: false,
        };
        let edits = vec![set(at, "Linked", "steps[0]", &json!(9)), off];
        let entry = apply(&mut session, edits, None).expect("set").entry;
        save(&mut session, &[SCENE]).expect("saved");
        assert_ne!(copy.read(SCENE), before);
        if undone_first {
            undo(&mut session, &[entry]).expect("undone");
        }
        let prefab = copy.read("Assets/Linked.prefab");
        let (first, rest) = prefab.split_once("m_Name: Part\n").expect("the part");
        let changed = format!(
            "{first}m_Name: Part\n{}",
            rest.replacen("m_IsActive: 1", "m_IsActive: 0", 1)
        );
        let changed = changed.replace("  steps:\n  - 1\n", "  steps:\n  - 4\n");
        fs::write(copy.root().join("Assets/Linked.prefab"), changed).expect("written");
        session.disk_changed(seen);
        if !undone_first {
            undo(&mut session, &[entry]).expect("undone");
        }
        save(&mut session, &[SCENE]).expect("saved");
        assert_eq!(copy.read(SCENE), before);
        assert_eq!(read_field(&mut session, at, "steps"), json!([4, 2.5]));
        let place = session.world.find(part).expect("there");
        assert!(!session.world.node(place).expect("there").active);
        assert_eq!(preview_save(&mut session, &[]).expect("nothing"), []);
    }
}
