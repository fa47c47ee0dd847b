//! The tool `HookSetSource`, which sets the C# source of a hook.

use crate::hook_check;
use unity_tools::prelude::*;
use unity_tools::unity::hooks_edit;

/// Set a hook's C# source. Session only on a project folder, and not compiled.
#[tool(
    code,
    name = "HookSetSource",
    title = "Set hook source",
    category = "hooks",
    idempotent,
    notes = "Needs enable-console-eval."
)]
pub(crate) fn hook_set_source(signature: String, source: String) -> Result<Reply<Done>> {
    hooks_edit::set_source(&signature, &source)?;
    Ok(hook_check::notify_change(
        Reply::done(),
        &signature,
        "the source is stored, not compiled",
    ))
}
