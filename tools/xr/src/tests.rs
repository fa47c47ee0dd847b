//! Tests of the listing, and of errors that occur without Unity.

use crate::BUNDLE_TOOLS;
use crate::create_vr_interactable::{Position, all_needed, grab_component, parse_position};
use serde_json::{Value, json};
use unity_tools::export::list_tools;
use unity_tools::{Effect, ErrorKind, ToolError};

#[test]
fn schema_requires_only_the_name() {
    let tool = &list_tools(BUNDLE_TOOLS)[0];
    assert_eq!(
        (tool.name.as_str(), tool.effect.clone()),
        ("create-vr-interactable", Effect::Write)
    );
    let schema: Value = serde_json::from_str(&tool.input_schema).unwrap();
    assert_eq!(schema["required"], json!(["name"]));
    let default = schema["properties"]["position"]["default"].as_str().unwrap();
    assert_eq!(parse_position(default).unwrap(), Position { x: 0.0, y: 0.0, z: 0.0 });
}

#[test]
fn position_requires_three_finite_numbers() {
    assert_eq!(
        parse_position(" 0, 1.2 ,-3e1").unwrap(),
        Position {
            x: 0.0,
            y: 1.2,
            z: -30.0
        }
    );
    let many = "1,".repeat(100_000);
    for wrong in [
        "",
        "1,2",
        "1,2,3,4",
        "1,,2,3",
        "a,b,c",
        "1,2,NaN",
        "1,2,inf",
        "(1,2,3)",
        "1;2;3",
        many.as_str(),
    ] {
        let error = parse_position(wrong).unwrap_err();
        assert_eq!(error.kind, ErrorKind::InvalidArgument);
        assert!(error.message.starts_with("position is "), "{error}");
        assert!(error.message.len() < 300);
    }
}

#[test]
fn selects_grab_component_by_toolkit_version() {
    let with = |version: &str| vec![("com.unity.xr.interaction.toolkit".to_owned(), version.to_owned())];
    let old = "UnityEngine.XR.Interaction.Toolkit.XRGrabInteractable";
    let new = "UnityEngine.XR.Interaction.Toolkit.Interactables.XRGrabInteractable";
    for (version, name) in [
        ("2.5.4", old),
        ("0.9.4-preview", old),
        ("3.0.7", new),
        ("file:../xri", new),
    ] {
        assert_eq!(grab_component(&with(version)), Some(name), "{version}");
    }
    assert_eq!(
        grab_component(&[("com.unity.ugui".to_owned(), "1.0.0".to_owned())]),
        None
    );
}

#[test]
fn denial_names_every_type_missing_from_the_allowlist() {
    let denied = || ToolError::new(ErrorKind::PermissionDenied, "Denied by allowlist").hint("add \"A\"");
    let hint = |error: ToolError| error.hint.clone().unwrap();
    assert_eq!(
        hint(all_needed(denied(), &["A", "B", "C"], &["B".to_owned()])),
        "add \"A\"; in all, component-allowlist lacks \"A\", \"C\" for this call"
    );
    assert_eq!(hint(all_needed(denied(), &["A", "B"], &["B".to_owned()])), "add \"A\"");
}
