//! The tool `HookSetEnabled`, which enables or disables a hook.

use crate::hook_check::{self, HOOKS};
use unity_tools::host::notify;
use unity_tools::prelude::*;
use unity_tools::unity::hooks_edit;

/// Switch a hook of unity://hooks on or off. Session only on a project folder.
#[tool(
    write,
    name = "HookSetEnabled",
    title = "Switch hook",
    category = "hooks",
    idempotent
)]
pub(crate) fn hook_set_enabled(signature: String, enabled: bool) -> Result<Reply<Done>> {
    hooks_edit::set_enabled(&signature, enabled)?;
    if enabled {
        return Ok(hook_check::notify_change(
            Reply::done(),
            &signature,
            "the hook is switched on, but it does not fire",
        ));
    }
    notify::resource_updated(HOOKS);
    Ok(Reply::done())
}
