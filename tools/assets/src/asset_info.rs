//! The tool `asset_info`, which shows the details of one asset.

use crate::shared::{Values, bytes};
use unity_tools::prelude::*;
use unity_tools::unity::assets;

/// One object in an asset file.
#[output]
pub(crate) struct Content {
    file_id: String,
    #[serde(rename = "type")]
    type_name: String,
    fields: Values,
}

/// The details of one asset, which the tool `asset_info` returns.
#[output]
pub(crate) struct Answer {
    path: String,
    guid: String,
    kind: String,
    bytes: u64,
    /// Type of a ScriptableObject; else absent.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    type_name: Option<String>,
    /// Import settings of the asset.
    importer: Values,
    /// Asset paths on which the asset depends.
    dependencies: Vec<String>,
    /// Objects of the file: of a text asset with values, else with `name` and the `ref` to send; empty for a scene.
    contents: Vec<Content>,
    /// What the answer omits, one sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// Show one asset: guid, kind, importer settings, dependencies, values of a ScriptableObject or material. For its users
/// call find_references; for the contents of a scene or prefab outline.
#[tool(category = "project", needs = Scene)]
pub(crate) fn asset_info(
    /// Asset path or guid, e.g. `Assets/Red.mat`.
    asset: String,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))] max_bytes: Option<u32>,
) -> Result<Reply<Answer>> {
    let found = assets::get(&asset, bytes(max_bytes))?;
    let contents = found.contents.into_iter().map(|content| {
        Ok(Content {
            file_id: content.file_id,
            type_name: content.type_name,
            fields: Values::new(content.fields)?,
        })
    });
    Ok(Reply::new(Answer {
        path: found.asset.path,
        guid: found.asset.guid,
        kind: found.asset.kind,
        bytes: found.asset.bytes,
        type_name: found.asset.type_name,
        importer: Values::new(found.importer)?,
        dependencies: found.dependencies,
        contents: contents.collect::<Result<_>>()?,
        left_out: found.left_out,
        notes: Vec::new(),
    }))
}
