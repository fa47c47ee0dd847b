//! `WriteConsoleScript`: writes one script as a whole.

use crate::list_scripts::SCRIPTS;
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::host::notify;
use unity_tools::unity::console_scripts_edit;
use unity_tools::{Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which script, and its text.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    path: String,
    content: String,
}

/// The tool.
pub struct WriteConsoleScript;

impl Tool for WriteConsoleScript {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Write;
    const NAME: Option<&'static str> = Some("WriteConsoleScript");

    fn info() -> ToolInfo {
        ToolInfo::new("Write a whole .cs file of the host's scripts folder, up to 256 KiB.")
            .title("Write console script")
            .category("console")
            .notes("startup.cs is written with WriteStartupScript.")
            .idempotent(true)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        console_scripts_edit::write(&args.path, &args.content)?;
        notify::resource_updated(SCRIPTS);
        Ok(Reply::done())
    }
}
