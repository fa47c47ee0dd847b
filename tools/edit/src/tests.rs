//! Edits as an agent writes them; what does not reach Unity.

use crate::request::batch;
use serde_json::json;
use unity_tools::unity::edits::{Component, Edit, Target};

#[test]
fn every_kind_of_edit_is_understood_in_both_forms() {
    let edits = [
        json!({"create": {"name": "Lamp", "position": [0, 1, 0], "components": ["Light"]}}),
        json!({"set": {"object": {"made": 0}, "component": "Light", "field": "intensity", "value": null}}),
        json!({"edit": "set_active", "object": "obj:12", "active": false}),
        json!({"reparent": {"object": "obj:12", "parent": {"made": 0}, "index": 1}}),
        json!({"remove_component": {"object": "obj:12", "component": 2}}),
    ];
    let batch = batch(&edits).expect("five edits");
    assert!(matches!(&batch.edits[0], Edit::Create(create) if create.position.as_deref() == Some("[0,1,0]")));
    assert!(matches!(&batch.edits[1], Edit::Set(set) if set.value == "null" && matches!(set.object, Target::Made(0))));
    assert_eq!(batch.fields[1].as_deref(), Some("Light.intensity"));
    assert!(matches!(&batch.edits[2], Edit::SetActive((Target::Object(id), false)) if id == "obj:12"));
    assert!(matches!(&batch.edits[3], Edit::Reparent(to) if to.keep_world && to.index == Some(1)));
    assert!(matches!(
        &batch.edits[4],
        Edit::RemoveComponent((_, Component::ByIndex(2)))
    ));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (edit, place) in [
        (json!({"fly": {"object": "obj:1"}}), "edits[1]"),
        (json!("set"), "edits[1]"),
        (
            json!({"set": {"object": "obj:1", "component": "Light", "field": "x"}}),
            "edits[1].set.value",
        ),
        (
            json!({"set_active": {"object": "obj:1", "active": "yes"}}),
            "edits[1].set_active.active",
        ),
        (json!({"destroy": {"object": {"made": -1}}}), "edits[1].destroy.object"),
        (json!({"destroy": {"objekt": "obj:1"}}), "edits[1].destroy"),
        (
            json!({"remove_component": {"object": "obj:1", "component": true}}),
            "edits[1].remove_component.component",
        ),
    ] {
        let fine = json!({"destroy": {"object": "obj:1"}});
        let Err(error) = batch(&[fine, edit.clone()]) else {
            panic!("{edit}")
        };
        assert!(error.to_string().contains(place), "{error} lacks {place}");
    }
}
