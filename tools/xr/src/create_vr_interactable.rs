//! The tool `create-vr-interactable`, which creates an object that can be grabbed in virtual reality.

use unity_tools::host::policy_view;
use unity_tools::prelude::*;
use unity_tools::unity::objects_create::{self, NewObject};
use unity_tools::unity::project;

const COLLIDER: &str = "UnityEngine.BoxCollider";
const BODY: &str = "UnityEngine.Rigidbody";
const TOOLKIT: &str = "com.unity.xr.interaction.toolkit";

/// The created object, which the tool `create-vr-interactable` returns.
#[output]
#[serde(rename_all = "camelCase")]
pub(crate) struct Made {
    object_id: String,
    name: String,
    position: Position,
    /// Full type names of the components, without the Transform.
    components: Vec<String>,
    /// Missing parts without which it cannot be grabbed, with reasons.
    missing: Vec<String>,
}

/// A world position in meters.
#[output]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Position {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) z: f64,
}

/// Parses a position of exactly three finite numbers, separated by commas.
pub(crate) fn parse_position(text: &str) -> Result<Position> {
    let parts: Vec<f64> = text
        .split(',')
        .take(4)
        .filter_map(|part| part.trim().parse().ok())
        .filter(|part: &f64| part.is_finite())
        .collect();
    match parts.as_slice() {
        [x, y, z] if text.matches(',').count() == 2 => Ok(Position { x: *x, y: *y, z: *z }),
        _ => Err(ToolError::violation("position", "three numbers separated by commas", text).hint("such as 0,1.2,0")),
    }
}

/// Returns the type of the component that makes an object grabbable; `None` without Unity's XR Interaction Toolkit.
pub(crate) fn grab_component(packages: &[(String, String)]) -> Option<&'static str> {
    let (_, version) = packages.iter().find(|(name, _)| name == TOOLKIT)?;
    let major: Option<u32> = version.split('.').next().and_then(|major| major.parse().ok());
    Some(match major {
        Some(0..=2) => "UnityEngine.XR.Interaction.Toolkit.XRGrabInteractable",
        _ => "UnityEngine.XR.Interaction.Toolkit.Interactables.XRGrabInteractable",
    })
}

/// Extends the hint of an error for a component that the allowlist lacks, so that it names all components the call
/// needs, not only the first missing one.
pub(crate) fn all_needed(error: ToolError, wanted: &[&str], allowed: &[String]) -> ToolError {
    let lacking: Vec<String> = wanted
        .iter()
        .filter(|wanted| !allowed.iter().any(|allowed| allowed == *wanted))
        .map(|name| format!("\"{name}\""))
        .collect();
    if error.kind != ErrorKind::PermissionDenied || lacking.len() < 2 {
        return error;
    }
    let first = error.hint.clone().map_or_else(String::new, |hint| format!("{hint}; "));
    error.hint(format!(
        "{first}in all, component-allowlist lacks {} for this call",
        lacking.join(", ")
    ))
}

fn create(name: &str, at: Position, components: &[&str]) -> Result<String> {
    Ok(objects_create::create(&NewObject {
        name: name.to_owned(),
        parent: None,
        scene: None,
        position: (at.x, at.y, at.z),
        components: components.iter().map(|name| (*name).to_owned()).collect(),
    })?)
}

/// Create an object that can be grabbed in VR. Session only on a project folder.
#[tool(
    write,
    name = "create-vr-interactable",
    title = "Create VR interactable",
    category = "xr",
    notes = "Box collider, rigid body and, with XR Interaction Toolkit, XRGrabInteractable; needs their types in component-allowlist.",
    example = r#"{"name": "GrabbableSphere", "position": "0,1.2,0"}"#,
    needs = SceneEdit
)]
pub(crate) fn create_vr_interactable(
    name: String,
    /// World position in meters, as `x,y,z`.
    #[default("0,0,0".to_owned())]
    position: String,
) -> Result<Reply<Made>> {
    let at = parse_position(&position)?;
    let mut components = vec![COLLIDER, BODY];
    let mut missing = Vec::new();
    match grab_component(&project::info()?.packages) {
        Some(grab) => components.push(grab),
        None => missing.push(format!(
            "XRGrabInteractable: the project does not have the package {TOOLKIT}; add it in Unity's Package Manager"
        )),
    }
    let made = match create(&name, at, &components) {
        // Nothing was created. The package is declared, but its source is not available, so the component's fields
        // are unknown.
        Err(problem) if problem.kind == ErrorKind::NotFound && components.len() > 2 => {
            let grab = components.pop().unwrap_or_default();
            missing.push(format!(
                "{grab}: the source of the package {TOOLKIT} is not on disk, so that the component's fields \
                 are not known; open the project in Unity once, which fetches it"
            ));
            create(&name, at, &components)
        }
        other => other,
    };
    let object_id = made.map_err(|problem| match problem.kind {
        ErrorKind::PermissionDenied => all_needed(problem, &components, &policy_view::get().component_allowlist),
        _ => problem,
    })?;
    Ok(Made {
        object_id,
        name,
        position: at,
        components: components.into_iter().map(str::to_owned).collect(),
        missing,
    }
    .into())
}
