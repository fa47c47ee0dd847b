//! Unity's rules for the combination of components on one object.

use super::kinds::NewKind;
use host_bridge::{BridgeError, BridgeErrorKind};
use std::sync::Arc;
use unity_fields::find_type;

/// Checks that Unity would add a component of this kind to an object that has components of the types `there`.
pub(super) fn check(
    kind: &NewKind,
    there: &[Arc<str>],
    object: &str,
    because: Option<&str>,
) -> Result<(), BridgeError> {
    let name = &kind.name;
    let required = because.map_or_else(String::new, |by| format!(" (required by {by})"));
    let refuse = |why: String| {
        let message = format!("Can't add component {name}{required} to {object} because {why}");
        Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message))
    };
    let is_transform = |name: &str| matches!(name, "UnityEngine.Transform" | "UnityEngine.RectTransform");
    for known in there {
        if (kind.once && known == name) || (&**name == "UnityEngine.Transform" && is_transform(known)) {
            return refuse(format!("the object already contains a {known}"));
        }
        let Some(spec) = find_type(known) else { continue };
        if kind.group.is_some() && spec.group == kind.group {
            return refuse(format!(
                "it conflicts with the existing {known}: an object holds one {}",
                kind.group.unwrap_or_default()
            ));
        }
        if spec.family.is_some_and(|family| kind.conflicts.contains(&family)) {
            return refuse(format!(
                "it conflicts with the existing {known}: 2D and 3D physics do not mix on one object"
            ));
        }
    }
    Ok(())
}

/// True if a component of type `known` satisfies a requirement for the type `required`.
pub(super) fn satisfies(known: &str, required: &str) -> bool {
    known == required
        || (required == "UnityEngine.Transform" && known == "UnityEngine.RectTransform")
        || find_type(known)
            .and_then(|spec| spec.group)
            .is_some_and(|group| required.rsplit('.').next() == Some(group))
}
