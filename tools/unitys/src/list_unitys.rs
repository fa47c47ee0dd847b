//! `list_unitys`: which Unitys there are.

use crate::unity::UnityInfo;
use schemars::JsonSchema;
use serde::Serialize;
use unity_tools::unity::unitys;
use unity_tools::{Cx, Effect, NoArgs, Reply, Tool, ToolError, ToolInfo};

/// All of them.
#[derive(Serialize, JsonSchema)]
pub struct Unitys {
    /// The one that this session's calls go to first.
    unitys: Vec<UnityInfo>,
}

/// The tool.
pub struct ListUnitys;

impl Tool for ListUnitys {
    type Args = NoArgs;
    type Output = Unitys;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("list_unitys");

    fn info() -> ToolInfo {
        ToolInfo::new(
            "Which Unitys can be worked on: the project's folder, running editors and games. Choose with use_unity.",
        )
        .category("project")
    }

    fn run(_: NoArgs, _: &Cx) -> Result<Reply<Unitys>, ToolError> {
        let unitys = unitys::list_unitys()?.into_iter().map(UnityInfo::from).collect();
        Ok(Unitys { unitys }.into())
    }
}
