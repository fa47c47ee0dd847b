//! `DeleteConsoleScript`: deletes one script.

use crate::list_scripts::SCRIPTS;
use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::host::notify;
use unity_tools::unity::console_scripts_edit;
use unity_tools::{Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which script.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    path: String,
}

/// The tool.
pub struct DeleteConsoleScript;

impl Tool for DeleteConsoleScript {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Destructive;
    const NAME: Option<&'static str> = Some("DeleteConsoleScript");

    fn info() -> ToolInfo {
        ToolInfo::new("Delete a .cs file of the host's scripts folder.")
            .title("Delete console script")
            .category("console")
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        console_scripts_edit::delete(&args.path)?;
        notify::resource_updated(SCRIPTS);
        Ok(Reply::done())
    }
}
