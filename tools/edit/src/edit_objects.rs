//! The tool `edit_objects`, which applies a batch of edits completely or not at all.

use crate::request;
use crate::rows::{Row, rows};
use serde_json::Value;
use unity_tools::prelude::*;
use unity_tools::unity::{edits, edits_edit};

/// The changes that a batch made or would make, which the tool `edit_objects` returns.
#[output]
pub(crate) struct Edited {
    /// Number of the journal entry, for undo_edits; absent for a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<u64>,
    /// Total number of changes.
    total: u32,
    /// True if `rows` contains all changes.
    complete: bool,
    rows: Vec<Row>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// Change objects, fields and components of loaded scenes in one batch, all or none; returns old and new values. Use it
/// for every change, first with dry_run; ids and values come from find_objects and get_components. Session only on a
/// project folder.
#[tool(
    write,
    category = "edit",
    notes = "Values as get_components gives them; of a float the nearest is stored, as `new` says. Members that a value leaves out of a structure, also of one in a list, stay as they are. Needs each <Type>.<Member> in reflection-allowlist-members and each added or removed type in component-allowlist: a dry run's `denied` names the keys in the way.",
    example = r#"{"edits": [{"set": {"object": "/Lamp", "component": "Light", "field": "intensity", "value": 2.5}}], "dry_run": true}"#,
    needs = SceneEdit,
    dry_run = "dry_run"
)]
pub(crate) fn edit_objects(
    /// In order, each one of: {"set": {object, component, field, value}},
    /// {"set_active": {object, active}}, {"create": {name, parent?, scene?, position?, components?}}, {"instantiate": {prefab,
    /// parent?, scene?, position?}}, {"destroy": {object}}, {"reparent": {object, parent?, index?, keep_world?}},
    /// {"add_component": {object, type}}, {"remove_component": {object, component}}. An object is an id (obj:12), a unique path, or
    /// {"made": n}: what edit n (from 0) creates. `position` is local to the parent. E.g. [{"set": {"object": "obj:12", "component": "Rigidbody", "field": "mass",
    /// "value": 5}}]
    #[schemars(length(min = 1, max = 100), extend("items" = { "type": "object" }))]
    edits: Vec<Value>,
    /// Only reports the changes; needs no permission.
    dry_run: Option<bool>,
) -> Result<Reply<Edited>> {
    let batch = request::batch(&edits)?;
    let (entry, plan) = match dry_run {
        Some(true) => (None, edits::preview(&batch.edits)?),
        _ => {
            let done = edits_edit::apply(&batch.edits, None)?;
            (Some(done.entry), done.plan)
        }
    };
    let complete = plan.changes.len() as u64 == u64::from(plan.total);
    let edited = Edited {
        entry,
        total: plan.total,
        complete,
        rows: rows(plan.changes),
        notes: Vec::new(),
    };
    Ok(Reply::new(edited).note_each(batch.texts.note()))
}
