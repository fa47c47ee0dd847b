//! The listing of tools with every effect, and the parts of a schema that never change.

use super::*;
use crate::checked_listing::Checked;
use crate::schema::Look;
use host_runtime::ToolSpec;

fn spec(effect: Effect, schema: &Value) -> ToolSpec {
    ToolSpec {
        name: "scene.dump".into(),
        title: None,
        description: "Dumps.".into(),
        category: "scene".into(),
        tier: "core".into(),
        notes: None,
        examples: vec![],
        effect,
        annotations: AnnotationSpec::default(),
        input_schema: schema.to_string(),
        output_schema: None,
        needs: vec!["scene".into()],
        dry_run: None,
        extra: vec![],
    }
}

fn list_tool(spec: ToolSpec, capabilities: &[Capability]) -> ToolDescriptor {
    let checked = Checked::new(&[Arc::new(spec)], &[], &[], &Default::default(), Look::Whole);
    assert!(checked.problems.is_empty(), "{:?}", checked.problems);
    tool(
        "objects",
        &ToolEntry::default(),
        &checked.tools[0],
        &capabilities.iter().copied().collect(),
    )
}

#[test]
fn adds_confirm_only_for_effects_that_require_it() {
    let schema = json!({"type": "object", "properties": {"z": {"type": "string"}, "a": {"type": "integer"}},
        "required": ["z"], "additionalProperties": false});
    for effect in [
        Effect::Read,
        Effect::Write,
        Effect::WriteUnconfirmed,
        Effect::Destructive,
        Effect::Code,
        Effect::Config,
    ] {
        let shown = list_tool(spec(effect, &schema), &[Capability::Scene]);
        let mut rest = (*shown.input_schema).clone();
        let confirm = rest["properties"]
            .as_object_mut()
            .expect("properties")
            .shift_remove("confirm");
        assert_eq!(
            rest.to_string(),
            schema.to_string(),
            "{effect:?}: order and content stay"
        );
        assert_eq!(confirm.is_some(), effect.takes_confirm(), "{effect:?}");
        if let Some(confirm) = confirm {
            assert_eq!(confirm["type"], "boolean");
        }
    }
    let bare = list_tool(spec(Effect::Write, &json!({"type": "object"})), &[]);
    assert!(bare.input_schema["properties"]["confirm"].is_object());
}

#[test]
fn derives_hints_from_the_effect_and_ignores_contradictions() {
    let schema = json!({"type": "object"});
    let hints = |effect, declared: AnnotationSpec| {
        let spec = ToolSpec {
            annotations: declared,
            ..spec(effect, &schema)
        };
        let shown = list_tool(spec, &[]).annotations;
        (shown.read_only, shown.destructive, shown.idempotent, shown.open_world)
    };
    let nothing = AnnotationSpec::default;
    assert_eq!(hints(Effect::Read, nothing()), (true, false, true, false));
    assert_eq!(hints(Effect::Write, nothing()), (false, false, false, false));
    assert_eq!(hints(Effect::Destructive, nothing()), (false, true, false, false));
    assert_eq!(hints(Effect::Code, nothing()), (false, true, false, true));
    let lying = AnnotationSpec {
        read_only: Some(true),
        destructive: Some(false),
        ..nothing()
    };
    assert_eq!(hints(Effect::Destructive, lying), (false, true, false, false));
    let fuller = AnnotationSpec {
        idempotent: Some(true),
        open_world: Some(true),
        ..nothing()
    };
    assert_eq!(hints(Effect::Write, fuller), (false, false, true, true));
}

#[test]
fn lists_missing_capabilities_and_marks_tools_that_need_running_unity() {
    let needs = |needs: &[&str], capabilities: &[Capability]| {
        let spec = ToolSpec {
            needs: needs.iter().map(|&need| need.to_owned()).collect(),
            ..spec(Effect::Read, &json!({"type": "object"}))
        };
        list_tool(spec, capabilities)
    };
    let offline = [Capability::Scene, Capability::SceneEdit];
    assert!(needs(&["scene"], &offline).missing.is_empty());
    let code = needs(&["scene", "code"], &offline);
    assert_eq!(code.missing, ["code"]);
    assert_eq!(code.description, "Dumps. [needs a running Unity]");
    assert_eq!(needs(&["code"], &[Capability::Code]).description, "Dumps.");
    let unknown = needs(&["teleport"], &offline);
    assert_eq!(
        (unknown.missing, unknown.description.as_str()),
        (vec!["teleport".to_owned()], "Dumps.")
    );
    assert_eq!(code.portable_name, "scene_dump");
}

#[test]
fn omits_invalid_tools_and_reports_them() {
    let good = spec(Effect::Read, &json!({"type": "object"}));
    let bad_name = ToolSpec {
        name: "a b".into(),
        ..good.clone()
    };
    let bad_schema = ToolSpec {
        name: "c".into(),
        input_schema: "[]".into(),
        ..good.clone()
    };
    let checked = Checked::new(
        &[bad_name, good, bad_schema].map(Arc::new),
        &[],
        &[],
        &Default::default(),
        Look::Whole,
    );
    assert_eq!(checked.tools.len(), 1);
    assert_eq!(checked.problems.len(), 2);
    assert!(
        checked.problems[1].contains("`c`") && checked.problems[1].contains("object"),
        "{:?}",
        checked.problems
    );
}
