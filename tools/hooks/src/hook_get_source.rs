//! `HookGetSource`: the source of a hook.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::unity::hooks;
use unity_tools::{Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which hook.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    signature: String,
}

/// Its source.
#[derive(Serialize, JsonSchema)]
pub struct Source {
    /// Always true; a failure is an error.
    pub(crate) ok: bool,
    pub(crate) signature: String,
    /// A template if none was set.
    pub(crate) source: String,
}

/// The tool.
pub struct HookGetSource;

impl Tool for HookGetSource {
    type Args = Args;
    type Output = Source;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("HookGetSource");

    fn info() -> ToolInfo {
        ToolInfo::new("Show the C# source of a hook of unity://hooks; a template if none was set.")
            .title("Get hook source")
            .category("hooks")
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Source>, ToolError> {
        let source = hooks::get_source(&args.signature)?;
        Ok(Source {
            ok: true,
            signature: args.signature,
            source,
        }
        .into())
    }
}
