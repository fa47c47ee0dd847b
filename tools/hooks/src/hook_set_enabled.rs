//! `HookSetEnabled`: switches a hook on or off.

use crate::hook_check::{self, HOOKS};
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::host::notify;
use unity_tools::unity::hooks_edit;
use unity_tools::{Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which hook, and how.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    signature: String,
    enabled: bool,
}

/// The tool.
pub struct HookSetEnabled;

impl Tool for HookSetEnabled {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Write;
    const NAME: Option<&'static str> = Some("HookSetEnabled");

    fn info() -> ToolInfo {
        ToolInfo::new("Switch a hook of unity://hooks on or off. Session only on a project folder.")
            .title("Switch hook")
            .category("hooks")
            .idempotent(true)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        hooks_edit::set_enabled(&args.signature, args.enabled)?;
        if args.enabled {
            return Ok(hook_check::notify_change(
                Reply::done(),
                &args.signature,
                "the hook is switched on, but it does not fire",
            ));
        }
        notify::resource_updated(HOOKS);
        Ok(Reply::done())
    }
}
