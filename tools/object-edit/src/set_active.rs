//! `SetActive`: switches an object on or off.

use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::objects_edit;
use unity_tools::{Capability, Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which object, and how.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    object_id: String,
    active: bool,
}

/// The tool.
pub struct SetActive;

impl Tool for SetActive {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Write;
    const NAME: Option<&'static str> = Some("SetActive");

    fn info() -> ToolInfo {
        ToolInfo::new("Switches one object (an id of ListObjects) on or off. Session only on a project folder.")
            .title("Set active")
            .category("scene")
            .idempotent(true)
            .needs(Capability::SceneEdit)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        objects_edit::set_active(&args.object_id, args.active)?;
        Ok(Reply::done())
    }
}
