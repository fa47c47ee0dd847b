//! The tool `modify_object`, which sets one property of an object.

use crate::property_path::{self, Owner};
use serde_json::Value;
use unity_tools::lookup;
use unity_tools::prelude::*;
use unity_tools::unity::{components, members, members_edit};

/// Maximum number of pages (500 components each) that are searched for a component. Further ones are not found.
const MOST_PAGES: u32 = 8;

/// The changed property with its new value, which the tool `modify_object` returns.
#[output]
#[serde(rename_all = "camelCase")]
pub(crate) struct Modified {
    /// Always true; a failure is an error.
    success: bool,
    object_id: String,
    object_path: String,
    /// Full type name of the component.
    component: String,
    member: String,
    /// Value after the change; null if it cannot be read.
    value: Value,
}

/// Returns the full type names of the object's components, in their order.
fn types_of(object: &str) -> Result<Vec<String>> {
    let mut page = Limit::<500>::default().page(0);
    let mut types = Vec::new();
    for _ in 0..MOST_PAGES {
        let (found, info) = components::list_components(object, &page)?;
        types.extend(found.into_iter().map(|card| card.type_name));
        match info.next_offset {
            Some(next) => page.offset = next,
            None => break,
        }
    }
    Ok(types)
}

/// Set one property of an object, such as transform.localPosition.x. Session only on a project folder.
#[tool(
    write,
    category = "command",
    idempotent,
    notes = "Needs `<Type>.<Member>` in reflection-allowlist-members. transform.position and rotation: only without a parent; else localPosition, localRotation.",
    example = r#"{"object_id": "/Lamp", "property_path": "Light.intensity", "property_value": 2.5}"#,
    needs = SceneEdit
)]
pub(crate) fn modify_object(
    /// Id, hierarchy path or name of the object.
    object_id: String,
    /// `<component>.<member>`, e.g. `Light.intensity`.
    property_path: String,
    /// New value as JSON: `2.5`, `"red"`, `{"x":1}`.
    property_value: Value,
) -> Result<Reply<Modified>> {
    let object = lookup::object("object_id", &object_id)?;
    let types = types_of(&object.id)?;
    let owner = Owner {
        types: &types,
        has_parent: object.parent.is_some(),
    };
    let target = property_path::target(&property_path, &owner)?;
    members_edit::set(
        &object.id,
        target.component,
        &target.member,
        &property_value.to_string(),
    )?;
    // The value is set, even if reading it fails.
    let (value, note) = match members::get(&object.id, target.component, &target.member) {
        Ok(member) => (serde_json::from_str(&member.value).unwrap_or(Value::Null), None),
        Err(problem) => (Value::Null, Some(ToolError::from(problem))),
    };
    let reply = Reply::new(Modified {
        success: true,
        object_id: object.id,
        object_path: object.path,
        component: target.component.to_owned(),
        member: target.member,
        value,
    });
    Ok(match note {
        Some(problem) => reply.note(format!("the value is set, but could not be read again: {problem}")),
        None => reply,
    })
}
