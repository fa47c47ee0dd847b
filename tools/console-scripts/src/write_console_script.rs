//! The tool `WriteConsoleScript`, which replaces the whole text of one script file.

use crate::list_scripts::SCRIPTS;
use unity_tools::host::notify;
use unity_tools::prelude::*;
use unity_tools::unity::console_scripts_edit;

/// Write a whole .cs file of the host's scripts folder, up to 256 KiB.
#[tool(
    write,
    name = "WriteConsoleScript",
    title = "Write console script",
    category = "console",
    notes = "startup.cs is written with WriteStartupScript.",
    idempotent
)]
pub(crate) fn write_console_script(path: String, content: String) -> Result<Done> {
    console_scripts_edit::write(&path, &content)?;
    notify::resource_updated(SCRIPTS);
    Ok(Done::new())
}
