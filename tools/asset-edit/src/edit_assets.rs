//! The tool `edit_assets`, which applies a batch of changes of assets completely or not at all.

use crate::request::changes_from;
use crate::rows::{Row, rows};
use serde_json::Value;
use unity_tools::authoring::{asset_plan, assets_edit};
use unity_tools::prelude::*;

/// The changes that a batch made or would make, which the tool `edit_assets` returns.
#[output]
pub(crate) struct Changed {
    /// Entry for undo_edits; absent for a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<u64>,
    /// Total number of rows.
    total: u32,
    /// True if `rows` contains all of them.
    complete: bool,
    rows: Vec<Row>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// Create, copy, move, rename and delete assets and folders, set fields of assets and importers, and apply or revert
/// prefab overrides: in one batch, all or none, on disk at once. First use dry_run. undo_edits undoes it.
#[tool(
    destructive,
    category = "edit",
    notes = "Needs the grant of assets-edit; on a project folder also project.allow-save, for scripts also enable-console-eval.",
    example = r#"{"changes": [{"create_folder": {"path": "Assets/Props"}}, {"move": {"from": "Assets/Lamp.mat", "to": "Assets/Props/Lamp.mat"}}], "dry_run": true}"#,
    needs = SceneEdit,
    dry_run = "dry_run"
)]
pub(crate) fn edit_assets(
    /// In order, each one of: {"create_folder": {path}}, {"create": {path, type, shader?}} (type: Material or a
    /// ScriptableObject class), {"create_prefab": {path, object, connect?}}, {"copy": {from, to}}, {"move": {from, to}},
    /// {"delete": {path}}, {"set": {asset, field, value, part?}} (part: importer, or the id of an object in the file),
    /// {"apply_overrides" or "revert_overrides": {object, component?, field?}}, {"unpack": {object, completely?}}. Fields are
    /// those of asset_info; of a material also its shader properties, such as _Color.
    #[schemars(length(min = 1, max = 100), extend("items" = { "type": "object" }))]
    changes: Vec<Value>,
    /// Only reports the changes; needs no permission.
    dry_run: Option<bool>,
) -> Result<Reply<Changed>> {
    let changes = changes_from(&changes)?;
    let (entry, plan) = match dry_run {
        Some(true) => (None, asset_plan::preview(&changes)?),
        _ => {
            let done = assets_edit::apply(&changes, None)?;
            (Some(done.entry), done.plan)
        }
    };
    Ok(Reply::new(Changed {
        entry,
        total: plan.total,
        complete: plan.changes.len() as u64 == u64::from(plan.total),
        rows: rows(plan.changes),
        notes: Vec::new(),
    }))
}
