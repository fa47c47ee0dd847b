//! `HookListAllowedTypes`: the types whose methods may be hooked.

use schemars::JsonSchema;
use serde::Serialize;
use unity_tools::host::policy_view;
use unity_tools::{Cx, Effect, NoArgs, Reply, Tool, ToolError, ToolInfo};

/// The types.
#[derive(Serialize, JsonSchema)]
pub struct AllowedTypes {
    /// Always true; a failure is an error.
    ok: bool,
    /// Full type names.
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

/// The tool.
pub struct HookListAllowedTypes;

impl Tool for HookListAllowedTypes {
    type Args = NoArgs;
    type Output = AllowedTypes;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("HookListAllowedTypes");

    fn info() -> ToolInfo {
        ToolInfo::new("List the types whose methods may be hooked.")
            .title("List hookable types")
            .category("hooks")
    }

    fn run(_: NoArgs, _: &Cx) -> Result<Reply<AllowedTypes>, ToolError> {
        Ok(reply(policy_view::get().hook_allowlist_signatures))
    }
}
