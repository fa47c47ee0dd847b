//! The rows of an answer that describe changes.

use serde_json::Value;
use unity_tools::prelude::*;
use unity_tools::unity::edits;

/// One change of an asset, a field or an object.
#[output]
pub(crate) struct Row {
    // Position of the change in the batch, from 0.
    change: u32,
    // Asset path before the change; of a new asset the new path.
    #[serde(skip_serializing_if = "String::is_empty")]
    file: String,
    // Hierarchy path, if it is about an object of a scene.
    #[serde(skip_serializing_if = "String::is_empty")]
    path: String,
    // Full type name of the asset, importer or component.
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<String>,
    // `path` if the asset is created, moved or deleted.
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

/// Converts changes from the host to rows of an answer.
pub(crate) fn rows(changes: Vec<edits::Change>) -> Vec<Row> {
    let value = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
    let row = |change: edits::Change| Row {
        change: change.edit,
        file: change.file,
        path: change.path,
        component: change.component.map(|(_, name)| name),
        field: change.field,
        old: value(change.old),
        new: value(change.new),
        denied: change.denied,
        unchecked: change.unchecked,
    };
    changes.into_iter().map(row).collect()
}
