//! The tool `RemoveComponent`, which removes a component by type or by index.

use crate::json_arguments;
use unity_tools::prelude::*;
use unity_tools::unity::components_edit;

/// Remove a component from one object. Session only on a project folder.
#[tool(
    destructive,
    name = "RemoveComponent",
    title = "Remove component",
    category = "reflection",
    notes = "Needs its type in component-allowlist.",
    needs = SceneEdit,
    rename_all = "camelCase"
)]
pub(crate) fn remove_component(
    object_id: String,
    /// Full type name of the component, or its position in GetComponents.
    type_or_index: String,
) -> Result<Done> {
    components_edit::remove(&object_id, &json_arguments::component(type_or_index)?)?;
    Ok(Done::new())
}
