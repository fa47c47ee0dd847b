//! The tool `DeleteConsoleScript`, which deletes one script file.

use crate::list_scripts::SCRIPTS;
use unity_tools::host::notify;
use unity_tools::prelude::*;
use unity_tools::unity::console_scripts_edit;

/// Delete a .cs file of the host's scripts folder.
#[tool(
    destructive,
    name = "DeleteConsoleScript",
    title = "Delete console script",
    category = "console"
)]
pub(crate) fn delete_console_script(path: String) -> Result<Done> {
    console_scripts_edit::delete(&path)?;
    notify::resource_updated(SCRIPTS);
    Ok(Done::new())
}
