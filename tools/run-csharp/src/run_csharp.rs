//! The tool `run_csharp`, which runs one C# snippet.

use serde_json::Value;
use unity_tools::prelude::*;
use unity_tools::unity::console_eval::{self, Evaluated};

/// The outcome of a snippet, which the tool `run_csharp` returns.
#[output]
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The snippet's value as text.
    result: String,
    /// The snippet's value as JSON, if it has a JSON form.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    /// Log lines written during the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logs: Vec<String>,
}

impl From<Evaluated> for Outcome {
    fn from(evaluated: Evaluated) -> Self {
        Self {
            result: evaluated.output,
            value: evaluated.value.and_then(|json| serde_json::from_str(&json).ok()),
            logs: evaluated.logs,
        }
    }
}

/// Run C# on the main thread of a running Unity. Top-level names stay for the next snippet of this session; `await`
/// continues in later frames; a loop that blocks the game for 5 s is stopped. Needs enable-console-eval.
#[tool(
    code,
    category = "live",
    example = r#"{"code": "var all = Object.FindObjectsOfType<Rigidbody>(); all.Count(b => b.mass > 1)", "confirm": true}"#,
    needs = Code
)]
pub(crate) fn run_csharp(
    /// An expression, or statements; the last one is the value if it has no `;`, or begins with `return`.
    code: String,
) -> Result<Outcome> {
    if code.trim().is_empty() {
        return Err(ToolError::violation("code", "C# statements or a value", &code)
            .hint("such as GameObject.Find(\"Player\").transform.position"));
    }
    Ok(Outcome::from(console_eval::evaluate(&code)?))
}

#[cfg(test)]
mod tests {
    use super::{Outcome, run_csharp};
    use crate::BUNDLE_TOOLS;
    use unity_tools::Effect;
    use unity_tools::export::list_tools;
    use unity_tools::unity::console_eval::Evaluated;

    #[test]
    fn has_code_effect_and_rejects_blank_code() {
        let tool = &list_tools(BUNDLE_TOOLS)[0];
        assert_eq!((tool.name.as_str(), tool.effect.clone()), ("run_csharp", Effect::Code));
        let error = run_csharp(" ".to_owned()).unwrap_err();
        assert!(error.to_string().contains("code"), "{error}");
    }

    #[test]
    fn returns_value_as_json_only_if_it_parses() {
        let evaluated = |value: Option<&str>| Evaluated {
            output: "[1]".to_owned(),
            logs: Vec::new(),
            value: value.map(str::to_owned),
        };
        for (value, told) in [
            (Some("[1]"), r#"{"result":"[1]","value":[1]}"#),
            (None, r#"{"result":"[1]"}"#),
            (Some("{"), r#"{"result":"[1]"}"#),
        ] {
            let outcome = Outcome::from(evaluated(value));
            assert_eq!(serde_json::to_string(&outcome).unwrap(), told);
        }
    }
}
