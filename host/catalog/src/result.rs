//! Checks a tool's result: structured output must fit the output schema.
//!
//! A result that does not fit, or that has no structured output, becomes an error with a message for the author of the
//! tool. Results that report a failure are returned unchanged.

use crate::mismatch;
use crate::notes;
use crate::schema::Runnable;
use host_api::{CallError, CallOutcome, Effect, ErrorKind, Json, ToolOutcome, Tree};
use serde_json::Value;
use std::sync::Arc;

/// Maximum size in bytes of a result that an async worker parses. A blocking thread parses longer results.
const PARSED_HERE: usize = 32 << 10;

/// Returns `outcome` if its structured output fits `schema`; otherwise an error for the author of the tool.
pub(crate) async fn check(schema: &Arc<Runnable>, tool: &str, effect: Effect, mut outcome: ToolOutcome) -> CallOutcome {
    if outcome.is_error {
        return Ok(outcome);
    }
    notes::put(schema, &mut outcome);
    let Some(structured) = outcome.structured.clone() else {
        let nothing = format!("The result of `{tool}` has no structured output, and the tool lists an output schema");
        return Err(CallError::new(ErrorKind::ToolFailed, nothing).with_hint(format!(
            "{}; a JavaScript function without a return value returns `undefined`, which is no structured output",
            author_hint(effect)
        )));
    };
    let checked = if structured.get().len() <= PARSED_HERE {
        if schema.skim(structured.get()) {
            return Ok(outcome);
        }
        match parse(&structured) {
            Ok(value) => Ok(schema.check(value).await.1),
            Err(unreadable) => Err(unreadable),
        }
    } else {
        let schema = Arc::clone(schema);
        let all = move || match schema.skim_here(structured.get()) {
            true => Ok(Ok(None)),
            false => parse(&structured).map(|value| schema.check_here(value).1),
        };
        let ended = tokio::task::spawn_blocking(all).await;
        ended.unwrap_or_else(|_| Err("the check ended early".to_owned()))
    };
    let unchecked = match checked {
        Ok(Ok(None)) => return Ok(outcome),
        Ok(Ok(Some(problems))) => {
            let error = CallError::new(
                ErrorKind::ToolFailed,
                format!(
                    "The result of `{tool}` does not fit the tool's own output schema: {}",
                    mismatch::describe_result(&problems)
                ),
            )
            .with_details(&mismatch::result_details(&problems));
            return Err(error.with_hint(author_hint(effect)));
        }
        Ok(Err(exhausted)) => exhausted.to_string(),
        Err(unreadable) => unreadable,
    };
    outcome.diagnostics.push(format!(
        "the result was not checked against the tool's output schema: {unchecked}"
    ));
    Ok(outcome)
}

fn author_hint(effect: Effect) -> &'static str {
    if effect.changes_something() {
        "it was done, do not repeat it; the author of the tool has to correct its result or its output schema"
    } else {
        "the author of the tool has to correct its result or its output schema"
    }
}

/// Parses JSON to a value. The error describes JSON that is nested too deep or cannot be read.
fn parse(json: &Json) -> Result<Value, String> {
    Tree::read(json.get()).map_err(|error| {
        let said = error.to_string();
        match said.strip_prefix("recursion limit exceeded") {
            Some(place) => format!("it is nested too deep{place}"),
            None => format!("it cannot be read: {said}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Look;
    use serde_json::json;

    fn checked(effect: Effect, output: Value, is_error: bool) -> CallOutcome {
        call_outcome(effect, Some(Json::from_value(&output)), is_error)
    }

    fn call_outcome(effect: Effect, structured: Option<Json>, is_error: bool) -> CallOutcome {
        let schema = json!({"type": "object", "properties": {"total": {"type": "integer"}, "ids": {"type": "array",
            "items": {"type": "string"}}}, "required": ["total"]});
        let schema = Runnable::output(&schema.to_string(), Look::Whole).expect("a good schema");
        let outcome = ToolOutcome {
            structured,
            is_error,
            ..ToolOutcome::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        runtime.block_on(check(&schema, "count", effect, outcome))
    }

    #[test]
    fn accepts_fitting_result_and_names_mismatching_fields() {
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
    fn hint_forbids_repeat_of_write_with_invalid_result() {
        let error = checked(Effect::Write, json!({"total": null}), false).expect_err("null");
        assert!(error.hint.expect("a hint").starts_with("it was done, do not repeat it"));
    }

    #[test]
    fn accepts_tool_failures_and_notes_unchecked_results() {
        assert!(checked(Effect::Read, json!({"total": "many"}), true).is_ok());
        let many = json!({"total": 1, "ids": vec!["x"; 5_000_000]});
        let outcome = checked(Effect::Read, many, false).expect("no verdict is no error");
        assert!(
            outcome.diagnostics[0].contains("was not checked"),
            "{:?}",
            outcome.diagnostics
        );
    }

    #[test]
    fn validates_long_results_against_the_schema() {
        let ids = |last: Value| {
            let mut ids = vec![json!("x".repeat(40)); 1000];
            ids.push(last);
            ids
        };
        assert!(
            checked(Effect::Read, json!({"total": 3, "ids": ids(json!("y"))}), false)
                .is_ok_and(|outcome| outcome.diagnostics.is_empty())
        );
        let error = checked(Effect::Read, json!({"total": 3, "ids": ids(json!(1))}), false).expect_err("a number");
        assert!(error.message.contains("`ids[1000]` is number 1"), "{error}");
        // Too large for checking while it is parsed, but quickly checked as a tree.
        let many = json!({"ids": vec!["x"; 2_000_000]});
        let error = checked(Effect::Read, many, false).expect_err("no total");
        assert!(error.message.contains("missing field `total`"), "{error}");
    }

    #[test]
    fn rejects_result_without_structured_output() {
        let error = call_outcome(Effect::Read, None, false).expect_err("it was listed");
        assert!(
            error.kind == ErrorKind::ToolFailed && error.message.contains("no structured output"),
            "{error}"
        );
        assert!(error.hint.expect("a hint").contains("`undefined`"));
        let error = call_outcome(Effect::Write, None, false).expect_err("it was listed");
        assert!(error.hint.expect("a hint").starts_with("it was done, do not repeat it"));
        assert!(
            call_outcome(Effect::Read, None, true).is_ok(),
            "a failure says so in words"
        );
    }

    #[test]
    fn diagnoses_result_that_is_nested_too_deep() {
        let said = |text: String| {
            let outcome = call_outcome(Effect::Read, Some(Json::parse(text).expect("JSON")), false);
            outcome.expect("no verdict is no error").diagnostics.concat()
        };
        let deep = said(format!("{}{}", "[".repeat(200), "]".repeat(200)));
        assert!(deep.contains("it is nested too deep"), "{deep}");
    }
}
