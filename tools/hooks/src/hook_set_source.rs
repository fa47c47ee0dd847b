//! `HookSetSource`: sets the source of a hook.

use crate::hook_check;
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::hooks_edit;
use unity_tools::{Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which hook, and what it does.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    signature: String,
    source: String,
}

/// The tool.
pub struct HookSetSource;

impl Tool for HookSetSource {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Code;
    const NAME: Option<&'static str> = Some("HookSetSource");

    fn info() -> ToolInfo {
        ToolInfo::new("Set a hook's C# source. Session only on a project folder, and not compiled.")
            .title("Set hook source")
            .category("hooks")
            .idempotent(true)
            .notes("Needs enable-console-eval.")
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        hooks_edit::set_source(&args.signature, &args.source)?;
        Ok(hook_check::notify_change(
            Reply::done(),
            &args.signature,
            "the source is stored, not compiled",
        ))
    }
}
