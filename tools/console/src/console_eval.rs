//! `ConsoleEval`: runs one snippet.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::unity::console_eval::{self, Evaluated};
use unity_tools::{Capability, Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// What to run.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    code: String,
}

/// The outcome.
#[derive(Serialize, JsonSchema)]
pub struct Outcome {
    /// Always true; a failure is an error.
    ok: bool,
    /// The value as text.
    result: String,
    /// Log lines written meanwhile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logs: Vec<String>,
}

impl Outcome {
    /// The error for missing code.
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

/// The tool.
pub struct ConsoleEval;

impl Tool for ConsoleEval {
    type Args = Args;
    type Output = Outcome;
    const EFFECT: Effect = Effect::Code;
    const NAME: Option<&'static str> = Some("ConsoleEval");

    fn info() -> ToolInfo {
        ToolInfo::new("Run C# in Unity and return its value as text.")
            .title("Evaluate")
            .category("console")
            .notes("Needs enable-console-eval.")
            .example(r#"{"code": "Application.version", "confirm": true}"#)
            .needs(Capability::Code)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Outcome>, ToolError> {
        if args.code.trim().is_empty() {
            return Ok(Outcome::no_code().into());
        }
        Ok(Outcome::from(console_eval::evaluate(&args.code)?).into())
    }
}

#[cfg(test)]
mod tests {
    use super::{ConsoleEval, Outcome};
    use crate::BUNDLE_TOOLS;
    use unity_tools::arguments::decode;
    use unity_tools::export::list_tools;
    use unity_tools::unity::console_eval::Evaluated;
    use unity_tools::{Cx, Effect, Tool};

    #[test]
    fn is_code_and_needs_a_unity_that_runs_it() {
        let tool = &list_tools(BUNDLE_TOOLS)[0];
        assert_eq!((tool.name.as_str(), tool.effect.clone()), ("ConsoleEval", Effect::Code));
        assert_eq!(tool.needs, ["code"]);
    }

    #[test]
    fn nothing_to_run_gives_an_empty_result_without_unity() {
        let reply = ConsoleEval::run(decode(r#"{"code":" \n"}"#).unwrap(), &Cx::new()).unwrap();
        assert_eq!(
            serde_json::to_string(reply.value().unwrap()).unwrap(),
            r#"{"ok":true,"result":""}"#
        );
    }

    #[test]
    fn lines_written_meanwhile_are_told_where_there_are_any() {
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
