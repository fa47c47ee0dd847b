//! `GetStartupScript`: the script that runs at start.

use schemars::JsonSchema;
use serde::Serialize;
use unity_tools::unity::console_scripts::{self, Startup};
use unity_tools::{Cx, Effect, NoArgs, Reply, Tool, ToolError, ToolInfo};

/// The startup script.
#[derive(Serialize, JsonSchema)]
pub struct StartupScript {
    /// Always true; a failure is an error.
    ok: bool,
    /// Whether it runs at start.
    enabled: bool,
    /// Where it is, or would be.
    path: String,
    /// Null if there is no script.
    content: Option<String>,
}

impl From<Startup> for StartupScript {
    fn from(startup: Startup) -> Self {
        Self {
            ok: true,
            enabled: startup.enabled,
            path: startup.path,
            content: startup.content,
        }
    }
}

/// The tool.
pub struct GetStartupScript;

impl Tool for GetStartupScript {
    type Args = NoArgs;
    type Output = StartupScript;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("GetStartupScript");

    fn info() -> ToolInfo {
        ToolInfo::new("Show the script that runs when Unity starts, and whether it is enabled.")
            .title("Get startup script")
            .category("console")
    }

    fn run(_: NoArgs, _: &Cx) -> Result<Reply<StartupScript>, ToolError> {
        Ok(StartupScript::from(console_scripts::get_startup()?).into())
    }
}
