//! The tool `HookGetSource`, which returns the C# source of a hook.

use unity_tools::prelude::*;
use unity_tools::unity::hooks;

/// The source of a hook, which the tool `HookGetSource` returns.
#[output]
pub(crate) struct Source {
    /// Always true; a failure is an error.
    pub(crate) ok: bool,
    pub(crate) signature: String,
    /// C# source of the hook; a template if none was set.
    pub(crate) source: String,
}

/// Show the C# source of a hook of unity://hooks; a template if none was set.
#[tool(name = "HookGetSource", title = "Get hook source", category = "hooks")]
pub(crate) fn hook_get_source(signature: String) -> Result<Reply<Source>> {
    let source = hooks::get_source(&signature)?;
    Ok(Source {
        ok: true,
        signature,
        source,
    }
    .into())
}
