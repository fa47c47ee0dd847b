//! `RunConsoleScript`: runs one script.

use crate::Ran;
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::console_scripts_edit;
use unity_tools::{Capability, Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which script.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    path: String,
}

/// The tool.
pub struct RunConsoleScript;

impl Tool for RunConsoleScript {
    type Args = Args;
    type Output = Ran;
    const EFFECT: Effect = Effect::Code;
    const NAME: Option<&'static str> = Some("RunConsoleScript");

    fn info() -> ToolInfo {
        ToolInfo::new("Run a script of unity://console/scripts in Unity.")
            .title("Run console script")
            .category("console")
            .notes("Needs enable-console-eval.")
            .needs(Capability::Code)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Ran>, ToolError> {
        Ok(Ran::new(console_scripts_edit::run(&args.path)?).into())
    }
}
