//! The tool `SetMember`, which sets a field of a component.

use crate::json_arguments;
use unity_tools::prelude::*;
use unity_tools::unity::members_edit;

/// Set one field of a component (types: GetComponents). Session only on a project folder.
#[tool(
    write,
    name = "SetMember",
    title = "Set member",
    category = "reflection",
    idempotent,
    notes = "Needs `<Type>.<Member>` in reflection-allowlist-members.",
    example = r#"{"objectId": "obj:3", "componentType": "UnityEngine.Light", "member": "intensity", "jsonValue": "2.5"}"#,
    needs = SceneEdit,
    rename_all = "camelCase"
)]
pub(crate) fn set_member(
    object_id: String,
    component_type: String,
    member: String,
    /// New value as JSON: `2.5`, `"red"`, `{"x":1}`.
    json_value: String,
) -> Result<Done> {
    json_arguments::json("jsonValue", &json_value)?;
    members_edit::set(&object_id, &component_type, &member, &json_value)?;
    Ok(Done::new())
}
