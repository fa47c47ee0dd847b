//! The rows of an answer that describe changes.

use serde_json::Value;
use unity_tools::prelude::*;
use unity_tools::unity::edits::Change;

/// One change of an object, component or field.
#[output]
pub(crate) struct Row {
    // Position of the edit in its batch, from 0.
    edit: u32,
    // Its id, even if it is not created yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<String>,
    // Asset path of its scene.
    #[serde(skip_serializing_if = "String::is_empty")]
    file: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    path: String,
    // Full type name, if it is about a component.
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<String>,
    // Position of the component on the object.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u32>,
    // None if the object or the component itself is added or removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    // None if there was no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<Value>,
    // None if no value is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<Value>,
    // All keys of the operator's policy that would reject it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    denied: Option<String>,
    // Why it is unknown whether the new value fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    unchecked: Option<String>,
}

/// Converts changes from the host to rows of an answer, with field names as in get_components.
pub(crate) fn rows(changes: Vec<Change>) -> Vec<Row> {
    changes.into_iter().map(row).collect()
}

fn row(change: Change) -> Row {
    let (index, component) = change.component.unzip();
    let value = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
    Row {
        edit: change.edit,
        object: change.object,
        file: change.file,
        path: change.path,
        component,
        index,
        field: change.field,
        old: value(change.old),
        new: value(change.new),
        denied: change.denied,
        unchecked: change.unchecked,
    }
}
