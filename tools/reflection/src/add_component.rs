//! The tool `AddComponent`, which adds a component with Unity's default values.

use unity_tools::prelude::*;
use unity_tools::unity::components_edit;

/// The position of the new component, which the tool `AddComponent` returns.
#[output]
pub(crate) struct Added {
    /// Always true; a failure is an error.
    pub(crate) ok: bool,
    /// Position of the component on the object; the Transform is 0.
    pub(crate) index: u32,
}

/// Add a component to one object (an id of ListObjects). Session only on a project folder.
#[tool(
    write,
    name = "AddComponent",
    title = "Add component",
    category = "reflection",
    notes = "Needs the type in component-allowlist.",
    example = r#"{"objectId": "obj:3", "type": "UnityEngine.BoxCollider"}"#,
    needs = SceneEdit,
    rename_all = "camelCase"
)]
pub(crate) fn add_component(
    object_id: String,
    /// Full type name of the component.
    #[serde(rename = "type")]
    type_name: String,
) -> Result<Added> {
    let index = components_edit::add(&object_id, &type_name)?;
    Ok(Added { ok: true, index })
}
