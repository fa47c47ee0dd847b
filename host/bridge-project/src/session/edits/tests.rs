//! Tests of edits that a later edit overrides, and of the memory limit.

use super::*;
use host_project_journal::journal::Step as _;
use std::borrow::Cow;
use unity_fields::property::{PropertyPath, Step};

fn set(component: i64, path: &[Step], value: &str) -> Edit {
    Edit::Field {
        object: ObjectId(1),
        component,
        type_name: "T".into(),
        edit: FieldEdit {
            path: PropertyPath(path.to_vec()),
            value: Node::Text(Cow::Owned(value.to_owned())),
        },
        refers: [].into(),
        implied: false,
        stood: None,
        declared: None,
    }
}

#[test]
fn later_edit_replaces_earlier_edits_at_or_below_its_path() {
    let key = |key: &str| Step::Key(key.to_owned());
    let mut base = Vec::new();
    set(7, &[key("a"), key("x")], "1").settle(&mut base);
    set(7, &[key("a"), key("x")], "2").settle(&mut base);
    set(7, &[key("a"), key("y")], "3").settle(&mut base);
    set(8, &[key("a"), key("x")], "4").settle(&mut base);
    assert_eq!(base.len(), 3);
    set(7, &[key("a")], "5").settle(&mut base);
    assert_eq!(base.len(), 2);
    let remove = Edit::Remove {
        object: ObjectId(1),
        component: 7,
        type_name: "T".into(),
    };
    remove.settle(&mut base);
    let shown: Vec<String> = base.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["obj:1 T.a.x set", "T removed from obj:1"]);
}

#[test]
fn limits_memory_of_edit_values() {
    let mut edits = Edits::default();
    assert!(edits.has_room_for(MAX_EDIT_BYTES) && !edits.has_room_for(MAX_EDIT_BYTES + 1));
    let big = "x".repeat(1_000_000);
    for at in 0..60 {
        edits.add(set(at, &[Step::Key("a".to_owned())], &big));
    }
    assert!(!edits.has_room_for(10_000_000) && edits.has_room_for(100_000));
}
