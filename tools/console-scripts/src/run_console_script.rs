//! The tool `RunConsoleScript`, which runs one script file.

use crate::Ran;
use unity_tools::prelude::*;
use unity_tools::unity::console_scripts_edit;

/// Run a script of unity://console/scripts in Unity.
#[tool(
    code,
    name = "RunConsoleScript",
    title = "Run console script",
    category = "console",
    notes = "Needs enable-console-eval.",
    needs = Code
)]
pub(crate) fn run_console_script(path: String) -> Result<Ran> {
    Ok(Ran::new(console_scripts_edit::run(&path)?))
}
