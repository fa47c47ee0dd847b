//! `use_unity`: selects the target of this session.

use crate::target_info::TargetInfo;
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::targets_edit;
use unity_tools::{Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// The target.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// Id, project name, or a path in the project.
    unity: String,
}

/// The tool.
pub struct UseUnity;

impl Tool for UseUnity {
    type Args = Args;
    type Output = TargetInfo;
    const EFFECT: Effect = Effect::WriteUnconfirmed;
    const NAME: Option<&'static str> = Some("use_unity");

    fn info() -> ToolInfo {
        ToolInfo::new("Select the target of this session's next calls. Changes nothing in it.")
            .category("project")
            .idempotent(true)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<TargetInfo>, ToolError> {
        Ok(TargetInfo::from(targets_edit::choose(&args.unity)?).into())
    }
}
