//! The tool `RunStartupScript`, which runs the startup script now.

use crate::Ran;
use unity_tools::prelude::*;
use unity_tools::unity::console_scripts_edit;

/// Run the startup script now, in Unity.
#[tool(
    code,
    name = "RunStartupScript",
    title = "Run startup script",
    category = "console",
    notes = "Needs enable-console-eval.",
    needs = Code
)]
pub(crate) fn run_startup_script() -> Result<Ran> {
    Ok(Ran::new(console_scripts_edit::run_startup()?))
}
