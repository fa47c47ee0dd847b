//! The tool `SetStartupScriptEnabled`, which sets whether the startup script runs when Unity starts.

use unity_tools::prelude::*;
use unity_tools::unity::console_scripts_edit;

/// Set whether the startup script runs when Unity starts.
#[tool(
    code,
    name = "SetStartupScriptEnabled",
    title = "Switch startup script",
    category = "console",
    notes = "Needs enable-console-eval.",
    idempotent
)]
pub(crate) fn set_startup_script_enabled(enabled: bool) -> Result<Done> {
    console_scripts_edit::set_startup_enabled(enabled)?;
    Ok(Done::new())
}
