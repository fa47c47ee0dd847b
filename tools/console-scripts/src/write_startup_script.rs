//! The tool `WriteStartupScript`, which replaces the script that runs when Unity starts.

use crate::list_scripts::SCRIPTS;
use unity_tools::host::notify;
use unity_tools::prelude::*;
use unity_tools::unity::console_scripts_edit;

/// Write the whole startup script, up to 256 KiB.
#[tool(
    code,
    name = "WriteStartupScript",
    title = "Write startup script",
    category = "console",
    notes = "Needs enable-console-eval, since Unity runs it at start; a new one is disabled until SetStartupScriptEnabled.",
    idempotent
)]
pub(crate) fn write_startup_script(content: String) -> Result<Done> {
    console_scripts_edit::write_startup(&content)?;
    notify::resource_updated(SCRIPTS);
    Ok(Done::new())
}
