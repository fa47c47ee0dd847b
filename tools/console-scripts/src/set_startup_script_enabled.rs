//! `SetStartupScriptEnabled`: whether the startup script runs at start.

use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::console_scripts_edit;
use unity_tools::{Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// How.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    enabled: bool,
}

/// The tool.
pub struct SetStartupScriptEnabled;

impl Tool for SetStartupScriptEnabled {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Code;
    const NAME: Option<&'static str> = Some("SetStartupScriptEnabled");

    fn info() -> ToolInfo {
        ToolInfo::new("Set whether the startup script runs when Unity starts.")
            .title("Switch startup script")
            .category("console")
            .notes("Needs enable-console-eval.")
            .idempotent(true)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        console_scripts_edit::set_startup_enabled(args.enabled)?;
        Ok(Reply::done())
    }
}
