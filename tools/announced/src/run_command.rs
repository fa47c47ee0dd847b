//! The tool `run_command`.

use serde_json::{Map, Value};
use unity_tools::prelude::*;
use unity_tools::unity::command_run;

/// The result of a command, which the tool `run_command` returns.
#[output]
pub(crate) struct Ran {
    // What the command returned.
    result: Value,
}

/// Run one of list_commands.
#[tool(
    code,
    category = "editor",
    needs = Commands
)]
pub(crate) fn run_command(name: String, parameters: Option<Map<String, Value>>, cx: &Cx) -> Result<Ran> {
    cx.go_on()?;
    let parameters = Value::Object(parameters.unwrap_or_default()).to_string();
    let result = command_run::run(&name, &parameters)?;
    Ok(Ran {
        result: serde_json::from_str(&result).unwrap_or(Value::String(result)),
    })
}
