//! The tool `HookListAllowedTypes`, which lists the types whose methods may be hooked.

use unity_tools::host::policy_view;
use unity_tools::prelude::*;

/// The types whose methods may be hooked, which the tool `HookListAllowedTypes` returns.
#[output]
pub(crate) struct AllowedTypes {
    /// Always true; a failure is an error.
    ok: bool,
    /// Full names of the types.
    items: Vec<String>,
}

pub(crate) fn reply(items: Vec<String>) -> Reply<AllowedTypes> {
    let none = items.is_empty();
    let reply = Reply::new(AllowedTypes { ok: true, items });
    if none {
        return reply.note("no type may be hooked: hook-allowlist-signatures is empty");
    }
    reply
}

/// List the types whose methods may be hooked.
#[tool(name = "HookListAllowedTypes", title = "List hookable types", category = "hooks")]
pub(crate) fn hook_list_allowed_types() -> Result<Reply<AllowedTypes>> {
    Ok(reply(policy_view::get().hook_allowlist_signatures))
}
