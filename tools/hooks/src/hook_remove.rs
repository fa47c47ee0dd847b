//! `HookRemove`: removes a hook.

use crate::hook_check::HOOKS;
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::host::notify;
use unity_tools::unity::hooks_edit;
use unity_tools::{Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which hook.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    signature: String,
}

/// The tool.
pub struct HookRemove;

impl Tool for HookRemove {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Write;
    const NAME: Option<&'static str> = Some("HookRemove");

    fn info() -> ToolInfo {
        ToolInfo::new("Remove a hook of unity://hooks. Session only on a project folder.")
            .title("Remove hook")
            .category("hooks")
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        hooks_edit::remove(&args.signature)?;
        notify::resource_updated(HOOKS);
        Ok(Reply::done())
    }
}
