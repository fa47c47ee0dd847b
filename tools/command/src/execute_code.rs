//! The tool `execute_code`, which runs one C# snippet.

use serde_json::Value;
use unity_tools::prelude::*;
use unity_tools::unity::console_eval::{self, Evaluated};

/// The outcome of a snippet, which the tool `execute_code` returns.
#[output]
#[derive(Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Outcome {
    /// The snippet's value as text.
    pub(crate) output: String,
    /// Log lines written during the run.
    pub(crate) logs: Vec<String>,
    /// The snippet's value as JSON, if it has a JSON form.
    pub(crate) return_value: Value,
}

impl From<Evaluated> for Outcome {
    fn from(evaluated: Evaluated) -> Self {
        let value = evaluated.value.and_then(|json| serde_json::from_str(&json).ok());
        Self {
            output: evaluated.output,
            logs: evaluated.logs,
            return_value: value.unwrap_or(Value::Null),
        }
    }
}

/// Run C# in Unity; returns its value and log lines.
#[tool(
    code,
    category = "command",
    notes = "Needs a running Unity, and enable-console-eval.",
    example = r#"{"code": "Debug.Log(\"Hello\"); return 42;", "confirm": true}"#,
    needs = Code
)]
pub(crate) fn execute_code(code: String) -> Result<Outcome> {
    if code.trim().is_empty() {
        return Err(
            ToolError::violation("code", "C# statements", &code).hint("such as Debug.Log(\"Hello\"); return 42;")
        );
    }
    Ok(Outcome::from(console_eval::evaluate(&code)?))
}
