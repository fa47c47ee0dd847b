//! `DestroyObject`: removes an object and what is below it.

use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::objects_edit;
use unity_tools::{Capability, Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which object.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    object_id: String,
}

/// The tool.
pub struct DestroyObject;

impl Tool for DestroyObject {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Destructive;
    const NAME: Option<&'static str> = Some("DestroyObject");

    fn info() -> ToolInfo {
        ToolInfo::new(
            "Removes one object (an id of ListObjects) with its descendants. Session only on a project folder.",
        )
        .title("Destroy object")
        .category("scene")
        .needs(Capability::SceneEdit)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        objects_edit::destroy(&args.object_id)?;
        Ok(Reply::done())
    }
}
