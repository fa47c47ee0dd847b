//! `WriteStartupScript`: writes the script that runs at start.

use crate::list_scripts::SCRIPTS;
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::host::notify;
use unity_tools::unity::console_scripts_edit;
use unity_tools::{Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// Its text.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    content: String,
}

/// The tool.
pub struct WriteStartupScript;

impl Tool for WriteStartupScript {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Code;
    const NAME: Option<&'static str> = Some("WriteStartupScript");

    fn info() -> ToolInfo {
        ToolInfo::new("Write the whole startup script, up to 256 KiB.")
            .title("Write startup script")
            .category("console")
            .notes("Needs enable-console-eval, since Unity runs it at start; a new one is disabled until SetStartupScriptEnabled.")
            .idempotent(true)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        console_scripts_edit::write_startup(&args.content)?;
        notify::resource_updated(SCRIPTS);
        Ok(Reply::done())
    }
}
