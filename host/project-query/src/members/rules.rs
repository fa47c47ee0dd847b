//! Fields that must not be written, and the tool to use instead.

use super::angles::is_transform;
use super::component_choice::Chosen;
use crate::query_view::QueryView;
use host_bridge::{BridgeError, BridgeErrorKind};
use unity_fields::is_bookkeeping;
use unity_fields::property::{PropertyPath, Step};
use unity_scripts::Origin;
use unity_yaml::Node;

fn not_writable(why: String) -> BridgeError {
    BridgeError::new(BridgeErrorKind::InvalidArgument, format!("Member not writable: {why}"))
}

/// Checks that a component can be written: returns an error if its script is missing.
pub(super) fn check_component(view: QueryView<'_>, chosen: &Chosen<'_>) -> Result<(), BridgeError> {
    if chosen.origin == Origin::Missing {
        let name = view.world.object(chosen.at).map(|object| object.name.to_string());
        let why = format!(
            "the script of this component of {} is missing",
            name.unwrap_or_default()
        );
        return Err(not_writable(why).with_hint("give the component its script again in Unity"));
    }
    Ok(())
}

/// Returns an error for a field that cannot be set as a member: hierarchy, object name, or bookkeeping of Unity.
pub(super) fn check_path(path: &PropertyPath) -> Result<(), BridgeError> {
    let (first, last) = match (path.0.first(), path.0.last()) {
        (Some(Step::Key(first)), Some(Step::Key(last))) => (first.as_str(), last.as_str()),
        (Some(Step::Key(first)), _) => (first.as_str(), ""),
        _ => ("", ""),
    };
    match first {
        "m_Father" | "m_Children" | "m_RootOrder" => Err(not_writable(format!("{path} follows from the hierarchy"))
            .with_hint(r#"`{"reparent": …}` moves the object"#)),
        "m_Name" => Err(not_writable("a component has the name of its object".to_owned())
            .with_hint("no tool of this version renames objects")),
        _ if is_bookkeeping(first) || last == "serializedVersion" => {
            Err(not_writable(format!("{path} is Unity's own bookkeeping")))
        }
        _ => Ok(()),
    }
}

/// Returns an error for a duplicate key: it is unknown which one Unity uses, and a write would change only one.
pub(super) fn check_keys(chosen: &Chosen<'_>, tree: &Node<'_>) -> Result<(), BridgeError> {
    tree.duplicate_key().map_or(Ok(()), |key| {
        let why = format!("the file has {key} twice in this {}", chosen.type_name);
        Err(not_writable(why).with_hint("let Unity save the file once, which leaves one of them"))
    })
}

/// Returns an error if the write would replace a reference in a spelling that Unity does not use: it may be damage.
pub(super) fn check_spelling(path: &PropertyPath, old: &Node<'_>, new: &Node<'_>) -> Result<(), BridgeError> {
    old.odd_reference_lost_in(Some(new), false).map_or(Ok(()), |lost| {
        let why = format!(
            "{path} contains {}, which is not how Unity spells references; it may be damage and is not overwritten",
            lost.to_display()
        );
        Err(not_writable(why).with_hint("look at it in Unity and let it save the file once"))
    })
}

/// Field with the angles in the inspector. A write has no effect, because Unity computes them from the rotation.
const WITHOUT_EFFECT: &str = "m_LocalEulerAnglesHint";

/// Returns true if a suggestion of this member is useful: it can be written, and a write has an effect.
pub(crate) fn is_worth_naming(name: &str) -> bool {
    let path = PropertyPath::from_field(name);
    name != WITHOUT_EFFECT && check_path(&path).is_ok()
}

/// Returns advice on what to set instead of a rotation property that no file contains; `None` for other names.
pub(super) fn replacement_property(name: &str, type_name: &str) -> Option<&'static str> {
    (is_transform(type_name) && matches!(name, "localEulerAngles" | "eulerAngles" | "rotation"))
        .then_some("a Transform keeps its rotation below its parent: set localRotation, a quaternion, or localEulerAngles, [x, y, z] in degrees")
}

/// Returns advice for a name that belongs to the object, not to a component; `None` for other names.
pub(super) fn object_field_tool(name: &str) -> Option<&'static str> {
    Some(match name {
        "m_IsActive" | "isActive" | "activeSelf" | "active" => {
            "whether an object is active is a flag of the object: set that instead (set_active)"
        }
        "m_Name" | "name" => "the name belongs to the object; no tool of this version renames objects",
        "m_TagString" | "tag" => "the tag belongs to the object; no tool of this version changes tags",
        "m_Layer" | "layer" => "the layer belongs to the object; no tool of this version changes layers",
        "parent" => "the parent belongs to the object: move that instead (reparent)",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The caller may not have a tool of another name.
    #[test]
    fn hint_suggests_an_edit_without_a_tool_name() {
        let error = check_path(&PropertyPath::from_field("m_Father")).expect_err("the hierarchy's");
        assert_eq!(error.hint.as_deref(), Some(r#"`{"reparent": …}` moves the object"#));
    }
}
