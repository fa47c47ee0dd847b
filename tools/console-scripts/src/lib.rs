//! The bundle `console-scripts`: tools for the host's C# script files and the startup script.
//!
//! Belongs here: the list of the bundle's tools and resources, and the answer of the tools that run a script.

mod delete_console_script;
mod get_startup_script;
mod list_scripts;
mod read_console_script;
mod run_console_script;
mod run_startup_script;
mod set_startup_script_enabled;
mod write_console_script;
mod write_startup_script;

use list_scripts::ScriptsResource;
use read_console_script::ScriptResource;
use unity_tools::prelude::*;

unity_tools::export! {
    tools: [
        read_console_script::read_console_script,
        get_startup_script::get_startup_script,
        write_console_script::write_console_script,
        delete_console_script::delete_console_script,
        run_console_script::run_console_script,
        set_startup_script_enabled::set_startup_script_enabled,
        write_startup_script::write_startup_script,
        run_startup_script::run_startup_script,
    ],
    resources: [ScriptsResource, ScriptResource],
}

/// The value and log lines of a script as text, which the tools that run scripts return.
#[output]
pub(crate) struct Ran {
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
