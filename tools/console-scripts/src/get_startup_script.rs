//! The tool `GetStartupScript`, which returns the script that runs when Unity starts.

use unity_tools::prelude::*;
use unity_tools::unity::console_scripts::{self, Startup};

/// The startup script, which the tool `GetStartupScript` returns.
#[output]
pub(crate) struct StartupScript {
    /// Always true; a failure is an error.
    ok: bool,
    /// True if the script runs when Unity starts.
    enabled: bool,
    /// Path of the script, even if it does not exist.
    path: String,
    /// C# source; null if there is no script.
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

/// Show the script that runs when Unity starts, and whether it is enabled.
#[tool(name = "GetStartupScript", title = "Get startup script", category = "console")]
pub(crate) fn get_startup_script() -> Result<StartupScript> {
    Ok(StartupScript::from(console_scripts::get_startup()?))
}
