//! `SetMember`: sets one field of a component.

use crate::json_arguments;
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::members_edit;
use unity_tools::{Capability, Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which field, and its new value.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    object_id: String,
    component_type: String,
    member: String,
    /// `2.5`, `"red"`, `{"x":1}`.
    json_value: String,
}

/// The tool.
pub struct SetMember;

impl Tool for SetMember {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Write;
    const NAME: Option<&'static str> = Some("SetMember");

    fn info() -> ToolInfo {
        ToolInfo::new("Set one field of a component (types: GetComponents). Session only on a project folder.")
            .title("Set member")
            .category("reflection")
            .idempotent(true)
            .notes("Needs `<Type>.<Member>` in reflection-allowlist-members.")
            .example(
                r#"{"objectId": "obj:3", "componentType": "UnityEngine.Light", "member": "intensity", "jsonValue": "2.5"}"#,
            )
            .needs(Capability::SceneEdit)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        json_arguments::json("jsonValue", &args.json_value)?;
        members_edit::set(&args.object_id, &args.component_type, &args.member, &args.json_value)?;
        Ok(Reply::done())
    }
}
