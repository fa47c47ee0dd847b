//! `list_unitys`: the list of targets.

use crate::target_info::TargetInfo;
use schemars::JsonSchema;
use serde::Serialize;
use unity_tools::unity::targets;
use unity_tools::{Cx, Effect, NoArgs, Reply, Tool, ToolError, ToolInfo};

/// All targets.
#[derive(Serialize, JsonSchema)]
pub struct Targets {
    /// The one that this session's calls go to first.
    targets: Vec<TargetInfo>,
}

/// The tool.
pub struct ListUnitys;

impl Tool for ListUnitys {
    type Args = NoArgs;
    type Output = Targets;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("list_unitys");

    fn info() -> ToolInfo {
        ToolInfo::new("List the targets: the project's folder, running editors and games. Select one with use_unity.")
            .category("project")
    }

    fn run(_: NoArgs, _: &Cx) -> Result<Reply<Targets>, ToolError> {
        let targets = targets::list_targets()?.into_iter().map(TargetInfo::from).collect();
        Ok(Targets { targets }.into())
    }
}
