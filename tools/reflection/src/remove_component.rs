//! `RemoveComponent`: removes one, by type or by index.

use crate::json_arguments;
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::components_edit;
use unity_tools::{Capability, Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// What to remove, and where.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    object_id: String,
    /// Full type name, or position in GetComponents.
    type_or_index: String,
}

/// The tool.
pub struct RemoveComponent;

impl Tool for RemoveComponent {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Destructive;
    const NAME: Option<&'static str> = Some("RemoveComponent");

    fn info() -> ToolInfo {
        ToolInfo::new("Remove a component from one object. Session only on a project folder.")
            .title("Remove component")
            .category("reflection")
            .notes("Needs its type in component-allowlist.")
            .needs(Capability::SceneEdit)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        components_edit::remove(&args.object_id, &json_arguments::component(args.type_or_index)?)?;
        Ok(Reply::done())
    }
}
