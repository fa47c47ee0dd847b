//! The tool `ConsoleEval`, which runs one C# snippet.

use unity_tools::prelude::*;
use unity_tools::unity::{self, console_eval::Evaluated};

/// The outcome of a snippet, which the tool `ConsoleEval` returns.
#[output]
pub(crate) struct Outcome {
    /// Always true; a failure is an error.
    ok: bool,
    /// The snippet's value as text.
    result: String,
    /// Log lines written during the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logs: Vec<String>,
}

impl Outcome {
    /// Returns the outcome for an empty snippet: an empty result without log lines.
    fn no_code() -> Self {
        Self {
            ok: true,
            result: String::new(),
            logs: Vec::new(),
        }
    }
}

impl From<Evaluated> for Outcome {
    fn from(evaluated: Evaluated) -> Self {
        Self {
            ok: true,
            result: evaluated.output,
            logs: evaluated.logs,
        }
    }
}

/// Run C# in Unity and return its value as text.
#[tool(
    code,
    name = "ConsoleEval",
    title = "Evaluate",
    category = "console",
    notes = "Needs enable-console-eval.",
    example = r#"{"code": "Application.version", "confirm": true}"#,
    needs = Code
)]
pub(crate) fn console_eval(code: String) -> Result<Reply<Outcome>> {
    if code.trim().is_empty() {
        return Ok(Outcome::no_code().into());
    }
    Ok(Outcome::from(unity::console_eval::evaluate(&code)?).into())
}

#[cfg(test)]
mod tests {
    use super::{Outcome, console_eval};
    use crate::BUNDLE_TOOLS;
    use unity_tools::Effect;
    use unity_tools::export::list_tools;
    use unity_tools::unity::console_eval::Evaluated;

    #[test]
    fn has_code_effect_and_needs_code_capability() {
        let tool = &list_tools(BUNDLE_TOOLS)[0];
        assert_eq!((tool.name.as_str(), tool.effect.clone()), ("ConsoleEval", Effect::Code));
        assert_eq!(tool.needs, ["code"]);
    }

    #[test]
    fn blank_code_returns_empty_result_without_unity() {
        let reply = console_eval(" \n".to_owned()).unwrap();
        assert_eq!(
            serde_json::to_string(reply.value().unwrap()).unwrap(),
            r#"{"ok":true,"result":""}"#
        );
    }

    #[test]
    fn result_contains_log_lines_of_the_evaluation() {
        let evaluated = Evaluated {
            output: "2".to_owned(),
            logs: vec!["hi".to_owned()],
            value: None,
        };
        assert_eq!(
            serde_json::to_string(&Outcome::from(evaluated)).unwrap(),
            r#"{"ok":true,"result":"2","logs":["hi"]}"#
        );
    }
}
