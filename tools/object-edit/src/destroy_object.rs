//! The tool `DestroyObject`, which removes an object and its descendants.

use unity_tools::prelude::*;
use unity_tools::unity::objects_edit;

/// Remove one object (an id of ListObjects) with its descendants. Session only on a project folder.
#[tool(
    destructive,
    name = "DestroyObject",
    title = "Destroy object",
    category = "scene",
    rename_all = "camelCase",
    needs = SceneEdit
)]
pub(crate) fn destroy_object(object_id: String) -> Result<Done> {
    objects_edit::destroy(&object_id)?;
    Ok(Done::new())
}
