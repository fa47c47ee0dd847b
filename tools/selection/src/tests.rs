//! Tests of the listing, and of the resulting selections.

use crate::get_selection::Selection;
use crate::select_object::{KEPT, add_to_selection};
use crate::{BUNDLE_RESOURCES, BUNDLE_TOOLS};
use unity_tools::Effect;
use unity_tools::export::{list_resources, list_tools};
use unity_tools::unity::selection::Selected;

fn ids(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn select_object_needs_no_confirmation() {
    let tools = list_tools(BUNDLE_TOOLS);
    let effects: Vec<(&str, Effect)> = tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.effect.clone()))
        .collect();
    assert_eq!(
        effects,
        [
            ("GetSelection", Effect::Read),
            ("SelectObject", Effect::WriteUnconfirmed)
        ]
    );
    assert!(tools[1].description.contains("obj:12"));
    assert_eq!(list_resources(BUNDLE_RESOURCES)[0].uri, "unity://selection");
}

#[test]
fn an_empty_selection_has_a_null_active_id() {
    let written = |active: Option<&str>, items: &[&str]| {
        let selected = Selected {
            active: active.map(str::to_owned),
            items: ids(items),
        };
        serde_json::to_string(&Selection::from(selected)).unwrap()
    };
    assert_eq!(written(None, &[]), r#"{"ActiveId":null,"Items":[]}"#);
    assert_eq!(
        written(Some("obj:2"), &["obj:2", "obj:1"]),
        r#"{"ActiveId":"obj:2","Items":["obj:2","obj:1"]}"#
    );
}

#[test]
fn newest_object_is_last_and_listed_once() {
    assert_eq!(add_to_selection(Vec::new(), "a".into()), (ids(&["a"]), 0));
    assert_eq!(
        add_to_selection(ids(&["c", "b", "a"]), "d".into()),
        (ids(&["a", "b", "c", "d"]), 0)
    );
    assert_eq!(
        add_to_selection(ids(&["c", "b", "a"]), "b".into()),
        (ids(&["a", "c", "b"]), 0)
    );
}

#[test]
fn evicts_oldest_objects_and_counts_them() {
    let many: Vec<String> = (0..KEPT).map(|n| format!("obj:{n}")).collect();
    let (wanted, let_go) = add_to_selection(many.clone(), "new".into());
    assert_eq!((wanted.len(), let_go), (KEPT, 1));
    assert!(!wanted.contains(&format!("obj:{}", KEPT - 1)), "the last is the oldest");
    assert_eq!(add_to_selection(many, "obj:5".into()).1, 0);
}
