//! From a tool's result to one that keeps its word: structured output has to fit the output schema.
//!
//! A result that does not fit is an error, written for the author of the tool. Results without structured output, and those
//! that say themselves that they failed, are passed on as they are.

use crate::mismatch;
use crate::schema::Runnable;
use host_api::{CallError, CallOutcome, Effect, ErrorKind, Json, ToolOutcome};
use serde_json::Value;
use std::sync::Arc;

/// Longer results are parsed beside the async workers, in bytes.
const PARSED_HERE: usize = 32 << 10;

/// Passes `outcome` on where its structured output fits `schema`.
pub(crate) async fn check(schema: &Arc<Runnable>, tool: &str, effect: Effect, mut outcome: ToolOutcome) -> CallOutcome {
    let Some(structured) = outcome.structured.clone().filter(|_| !outcome.is_error) else {
        return Ok(outcome);
    };
    let checked = if structured.get().len() <= PARSED_HERE {
        match parse(&structured) {
            Some(value) => Some(schema.check(value).await.1),
            None => None,
        }
    } else {
        let schema = Arc::clone(schema);
        let all = move || parse(&structured).map(|value| schema.check_here(value).1);
        tokio::task::spawn_blocking(all).await.ok().flatten()
    };
    let unchecked = match checked {
        Some(Ok(None)) => return Ok(outcome),
        Some(Ok(Some(problems))) => {
            let error = CallError::new(
                ErrorKind::ToolFailed,
                format!(
                    "The result of `{tool}` does not fit the tool's own output schema: {}",
                    mismatch::of_result(&problems)
                ),
            )
            .with_details(&mismatch::result_details(&problems));
            return Err(error.with_hint(if effect.changes_something() {
                "it was done, do not repeat it; the author of the tool has to correct its result or its output schema"
            } else {
                "the author of the tool has to correct its result or its output schema"
            }));
        }
        Some(Err(exhausted)) => exhausted.to_string(),
        None => "it is nested too deep".to_owned(),
    };
    outcome.diagnostics.push(format!(
        "the result was not checked against the tool's output schema: {unchecked}"
    ));
    Ok(outcome)
}

fn parse(json: &Json) -> Option<Value> {
    serde_json::from_str(json.get()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn checked(effect: Effect, output: Value, is_error: bool) -> CallOutcome {
        let schema = json!({"type": "object", "properties": {"total": {"type": "integer"}, "ids": {"type": "array",
            "items": {"type": "string"}}}, "required": ["total"]});
        let schema = Runnable::output(&schema.to_string()).expect("a good schema");
        let outcome = ToolOutcome {
            structured: Some(Json::from_value(&output)),
            is_error,
            ..ToolOutcome::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        runtime.block_on(check(&schema, "count", effect, outcome))
    }

    #[test]
    fn a_result_that_fits_passes_and_one_that_does_not_names_the_field() {
        assert!(checked(Effect::Read, json!({"total": 3, "ids": ["a"]}), false).is_ok());
        let error = checked(Effect::Read, json!({"total": "many", "ids": [1]}), false).expect_err("a text");
        assert_eq!(error.kind, ErrorKind::ToolFailed);
        assert!(
            error.message.contains("`total` is string \"many\", expected integer"),
            "{error}"
        );
        assert!(error.message.contains("`ids[0]` is number 1"), "{error}");
        assert!(!error.hint.expect("a hint").contains("repeat"));
        let error = checked(Effect::Read, json!({}), false).expect_err("nothing");
        assert!(error.message.contains("missing field `total`"), "{error}");
        let error = checked(Effect::Read, json!([1]), false).expect_err("an array");
        assert!(
            error.message.contains("`the result` is an array of 1, expected object"),
            "{error}"
        );
    }

    #[test]
    fn a_write_whose_result_does_not_fit_is_not_to_be_repeated() {
        let error = checked(Effect::Write, json!({"total": null}), false).expect_err("null");
        assert!(error.hint.expect("a hint").starts_with("it was done, do not repeat it"));
    }

    #[test]
    fn failures_of_the_tool_itself_pass_and_what_could_not_be_checked_says_so() {
        assert!(checked(Effect::Read, json!({"total": "many"}), true).is_ok());
        let many = json!({"total": 1, "ids": vec!["x"; 5_000_000]});
        let outcome = checked(Effect::Read, many, false).expect("no verdict is no error");
        assert!(
            outcome.diagnostics[0].contains("was not checked"),
            "{:?}",
            outcome.diagnostics
        );
    }
}
