//! Changes as rows of an answer.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use unity_tools::unity::edits::Change;

/// One change in one place.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Row {
    // Position of the edit in its batch, from 0.
    edit: u32,
    // Its id, also where it will only be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<String>,
    // Asset path of its scene.
    #[serde(skip_serializing_if = "String::is_empty")]
    file: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    path: String,
    // Full type name, where it is about a component.
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<String>,
    // Position of the component on the object.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u32>,
    // None where the object or the component itself comes or goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    // None where there was nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<Value>,
    // None where nothing is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<Value>,
    // The keys of the operator's policy that would refuse it now, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    denied: Option<String>,
    // Why nothing tells whether the new value fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    unchecked: Option<String>,
}

/// The rows, with the names of fields as components are read.
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
