//! `execute_code`: runs one snippet of C#.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use unity_tools::unity::console_eval::{self, Evaluated};
use unity_tools::{Capability, Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// What to run.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    code: String,
}

/// The outcome.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The value as text.
    pub(crate) output: String,
    /// Log lines written meanwhile.
    pub(crate) logs: Vec<String>,
    /// The value as JSON, if it has a JSON form.
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

/// The tool.
pub struct ExecuteCode;

impl Tool for ExecuteCode {
    type Args = Args;
    type Output = Outcome;
    const EFFECT: Effect = Effect::Code;

    fn info() -> ToolInfo {
        ToolInfo::new("Run C# in Unity; returns its value and log lines.")
            .category("command")
            .notes("Needs a running Unity, and enable-console-eval.")
            .example(r#"{"code": "Debug.Log(\"Hello\"); return 42;", "confirm": true}"#)
            .needs(Capability::Code)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Outcome>, ToolError> {
        if args.code.trim().is_empty() {
            return Err(ToolError::violation("code", "C# statements", &args.code)
                .hint("such as Debug.Log(\"Hello\"); return 42;"));
        }
        Ok(Outcome::from(console_eval::evaluate(&args.code)?).into())
    }
}
