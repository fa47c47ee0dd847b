//! The tool `SetActive`, which activates or deactivates an object.

use unity_tools::prelude::*;
use unity_tools::unity::objects_edit;

/// Switch one object (an id of ListObjects) on or off. Session only on a project folder.
#[tool(
    write,
    name = "SetActive",
    title = "Set active",
    category = "scene",
    rename_all = "camelCase",
    idempotent,
    needs = SceneEdit
)]
pub(crate) fn set_active(object_id: String, active: bool) -> Result<Done> {
    objects_edit::set_active(&object_id, active)?;
    Ok(Done::new())
}
