//! The bundle `console-scripts`: the script files of the console, and the startup script.
//!
//! Belongs here: which tools and resources the bundle has, and the answer of the tools that run a script.

mod delete_console_script;
mod get_startup_script;
mod list_scripts;
mod read_console_script;
mod run_console_script;
mod run_startup_script;
mod set_startup_script_enabled;
mod write_console_script;
mod write_startup_script;

pub use delete_console_script::DeleteConsoleScript;
pub use get_startup_script::GetStartupScript;
pub use list_scripts::ScriptsResource;
pub use read_console_script::{ReadConsoleScript, ScriptResource};
pub use run_console_script::RunConsoleScript;
pub use run_startup_script::RunStartupScript;
pub use set_startup_script_enabled::SetStartupScriptEnabled;
pub use write_console_script::WriteConsoleScript;
pub use write_startup_script::WriteStartupScript;

use schemars::JsonSchema;
use serde::Serialize;

unity_tools::export! {
    tools: [
        ReadConsoleScript,
        GetStartupScript,
        WriteConsoleScript,
        DeleteConsoleScript,
        RunConsoleScript,
        SetStartupScriptEnabled,
        WriteStartupScript,
        RunStartupScript,
    ],
    resources: [ScriptsResource, ScriptResource],
}

/// What a script printed.
#[derive(Serialize, JsonSchema)]
pub struct Ran {
    /// Always true; a failure is an error.
    ok: bool,
    result: String,
}

impl Ran {
    pub(crate) fn new(result: String) -> Self {
        Self { ok: true, result }
    }
}

#[cfg(test)]
mod tests;
