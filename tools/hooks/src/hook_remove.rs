//! The tool `HookRemove`, which removes a hook.

use crate::hook_check::HOOKS;
use unity_tools::host::notify;
use unity_tools::prelude::*;
use unity_tools::unity::hooks_edit;

/// Remove a hook of unity://hooks. Session only on a project folder.
#[tool(write, name = "HookRemove", title = "Remove hook", category = "hooks")]
pub(crate) fn hook_remove(signature: String) -> Result<Done> {
    hooks_edit::remove(&signature)?;
    notify::resource_updated(HOOKS);
    Ok(Done::new())
}
