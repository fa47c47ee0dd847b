//! `GetTimeScale`: game time now.

use crate::TimeScale;
use unity_tools::unity::time_scale;
use unity_tools::{Cx, Effect, NoArgs, Reply, Tool, ToolError, ToolInfo};

/// The tool.
pub struct GetTimeScale;

impl Tool for GetTimeScale {
    type Args = NoArgs;
    type Output = TimeScale;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("GetTimeScale");

    fn info() -> ToolInfo {
        ToolInfo::new("Tells how fast game time runs and whether it is locked.")
            .title("Get time scale")
            .category("time")
    }

    fn run(_: NoArgs, _: &Cx) -> Result<Reply<TimeScale>, ToolError> {
        Ok(TimeScale::from(time_scale::get()?).into())
    }
}
