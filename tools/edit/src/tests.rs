//! Tests of edits in the form that an agent sends, and of edits that are rejected before they reach Unity.

use crate::request::batch;
use serde_json::json;
use unity_tools::unity::edits::{Component, Edit, Target};

#[test]
fn parses_edits_in_nested_and_flat_form() {
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
    assert_eq!(batch.texts.note(), None);
    assert!(matches!(&batch.edits[2], Edit::SetActive((Target::Object(id), false)) if id == "obj:12"));
    assert!(matches!(&batch.edits[3], Edit::Reparent(to) if to.keep_world && to.index == Some(1)));
    assert!(matches!(
        &batch.edits[4],
        Edit::RemoveComponent((_, Component::ByIndex(2)))
    ));
}

#[test]
fn error_names_path_of_invalid_edit_member() {
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

#[test]
fn strips_matching_component_type_from_field_path() {
    for (component, field, path) in [
        (json!("Light"), "intensity", "intensity"),
        (json!("Light"), "Light.intensity", "intensity"),
        (json!("UnityEngine.Light"), "Light.intensity", "intensity"),
        (json!("UnityEngine.Light"), "UnityEngine.Light.color.r", "color.r"),
        (json!("Light"), "Lights.intensity", "Lights.intensity"),
        (json!("Camera"), "Light.intensity", "Light.intensity"),
        (json!(1), "Light.intensity", "Light.intensity"),
    ] {
        let edit = json!({"set": {"object": "obj:1", "component": component, "field": field, "value": 1}});
        let batch = batch(&[edit]).expect("an edit");
        assert!(
            matches!(&batch.edits[0], Edit::Set(set) if set.path == path),
            "{component} {field}"
        );
    }
}

#[test]
fn parses_members_sent_as_json_text_and_notes_them() {
    let edits = [
        json!({"create": {"name": "[1]", "position": "[0, 1.5, 2]", "components": "[\"Light\"]"}}),
        json!({"set_active": {"object": "{\"made\": 0}", "active": "false"}}),
        json!({"reparent": {"object": "obj:12", "index": "2", "keep_world": "false"}}),
        json!({"set": {"object": {"made": 0}, "component": "Light", "field": "range", "value": "2"}}),
    ];
    let batch = batch(&edits).expect("four edits");
    assert!(matches!(&batch.edits[0], Edit::Create(create)
        if create.position.as_deref() == Some("[0,1.5,2]") && create.components == ["Light"] && create.name == "[1]"));
    assert!(matches!(&batch.edits[1], Edit::SetActive((Target::Made(0), false))));
    assert!(matches!(&batch.edits[2], Edit::Reparent(to) if to.index == Some(2) && !to.keep_world));
    // Only Unity knows whether a field accepts text.
    assert!(matches!(&batch.edits[3], Edit::Set(set) if set.value == "\"2\""));
    assert_eq!(
        batch.texts.note().as_deref(),
        Some(
            "sent as text and read as JSON: `edits[0].create.position` (array), `edits[0].create.components` (array), \
             `edits[1].set_active.object` (object), `edits[1].set_active.active` (boolean), `edits[2].reparent.index` (number), \
             `edits[2].reparent.keep_world` (boolean); send the values themselves, not as text"
        )
    );
}

#[test]
fn rejects_text_without_value_of_the_expected_type() {
    for (edit, place, given) in [
        (
            json!({"set_active": {"object": "obj:1", "active": "1"}}),
            "edits[0].set_active.active",
            "\"1\"",
        ),
        (
            json!({"reparent": {"object": "obj:1", "index": "two"}}),
            "edits[0].reparent.index",
            "\"two\"",
        ),
        (
            json!({"create": {"name": "A", "components": "Light"}}),
            "edits[0].create.components",
            "\"Light\"",
        ),
    ] {
        let Err(error) = batch(std::slice::from_ref(&edit)) else {
            panic!("{edit}")
        };
        let told = error.to_string();
        assert!(told.contains(place) && told.contains(given), "{told}");
    }
    // The host's error describes a valid position.
    let edit = json!({"create": {"name": "A", "position": "(1, 2, 3)"}});
    let batch = batch(&[edit]).expect("the host judges it");
    assert!(matches!(&batch.edits[0], Edit::Create(create) if create.position.as_deref() == Some("\"(1, 2, 3)\"")));
}
