//! `RunStartupScript`: runs the startup script now.

use crate::Ran;
use unity_tools::unity::console_scripts_edit;
use unity_tools::{Capability, Cx, Effect, NoArgs, Reply, Tool, ToolError, ToolInfo};

/// The tool.
pub struct RunStartupScript;

impl Tool for RunStartupScript {
    type Args = NoArgs;
    type Output = Ran;
    const EFFECT: Effect = Effect::Code;
    const NAME: Option<&'static str> = Some("RunStartupScript");

    fn info() -> ToolInfo {
        ToolInfo::new("Run the startup script now, in Unity.")
            .title("Run startup script")
            .category("console")
            .notes("Needs enable-console-eval.")
            .needs(Capability::Code)
    }

    fn run(_: NoArgs, _: &Cx) -> Result<Reply<Ran>, ToolError> {
        Ok(Ran::new(console_scripts_edit::run_startup()?).into())
    }
}
