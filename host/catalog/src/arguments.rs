//! Checks the client's arguments and converts them for the tool: size limit, `confirm`, lenient spellings.

use crate::schema::InputSchema;
use crate::validator::shorten_value;
use host_api::{CallError, ErrorKind, object_text};
use serde_json::{Map, Value, json};

/// Name of the argument by which a caller confirms a write. The host adds it to the schemas of writing tools, and
/// removes it from the arguments before the tool runs.
pub(crate) const CONFIRM: &str = "confirm";

#[derive(Debug)]
pub(crate) struct Checked {
    /// JSON text of the call's checked arguments without `confirm`, for the guest and for the audit line.
    pub(crate) text: String,
    pub(crate) confirm: Option<bool>,
    /// True if the call is a dry run, which only reports changes.
    pub(crate) dry_run: bool,
    /// A sentence to add to the tool result: it names arguments sent as text and parsed as JSON. `None` if there are
    /// none.
    pub(crate) note: Option<String>,
}

/// Checks `arguments` against `schema`. First removes arguments for which null or the empty text means absent. `limit`
/// is in bytes of JSON text. If `lenient` is true, unknown arguments are dropped, null means absent, and enumerated
/// words match in any letter case.
pub(crate) async fn check(
    schema: &InputSchema,
    mut arguments: Map<String, Value>,
    takes_confirm: bool,
    lenient: bool,
    limit: usize,
) -> Result<Checked, CallError> {
    if lenient {
        arguments
            .retain(|name, value| !value.is_null() && (schema.declares(name) || (takes_confirm && name == CONFIRM)));
        for (name, value) in &mut arguments {
            if let Some(word) = value.as_str().and_then(|text| schema.word(name, text)) {
                *value = Value::String(word.to_owned());
            }
        }
    }
    let (confirm, confirm_was_text) = if takes_confirm {
        take_confirm(&mut arguments)?
    } else {
        (None, false)
    };
    schema.drop_absent(&mut arguments);
    let text = object_text(&arguments);
    // Check the size before the schema: walking a huge value would be wasted work.
    if text.len() > limit {
        return Err(CallError::new(
            ErrorKind::TooLarge,
            format!(
                "the arguments are {} bytes of JSON, at most {limit} are allowed",
                text.len()
            ),
        )
        .with_hint("send smaller arguments; the operator can raise `[limits] arguments`"));
    }
    let (arguments, mut texts) = schema.check(arguments).await?;
    Ok(Checked {
        // Policy, audit and plans see the parsed values, so that both ways of sending them count as the same call.
        text: if texts.any_read() {
            object_text(&arguments)
        } else {
            text
        },
        confirm,
        dry_run: schema.is_dry_run(&arguments),
        note: {
            if confirm_was_text {
                texts.push_read(CONFIRM, "boolean");
            }
            texts.note()
        },
    })
}

/// Returns the arguments without `confirm` as JSON text, for the audit line of a call that no schema checks.
pub(crate) fn text(mut arguments: Map<String, Value>) -> String {
    arguments.shift_remove(CONFIRM);
    object_text(&arguments)
}

/// Removes `confirm` from the arguments. Returns its value (`None` if absent), and true if it was sent as text.
fn take_confirm(arguments: &mut Map<String, Value>) -> Result<(Option<bool>, bool), CallError> {
    match arguments.shift_remove(CONFIRM) {
        None => Ok((None, false)),
        Some(Value::Bool(confirm)) => Ok((Some(confirm), false)),
        Some(Value::String(text)) if text == "true" || text == "false" => Ok((Some(text == "true"), true)),
        Some(other) => {
            let got = shorten_value(&other);
            let mismatch = json!({"parameter": CONFIRM, "expected": "boolean", "got": got});
            Err(CallError::new(
                ErrorKind::InvalidArgument,
                format!("`{CONFIRM}` is {got}, expected true or false"),
            )
            .with_details(&json!({"missingParameters": [], "mismatches": [mismatch]})))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Look;

    fn schema() -> InputSchema {
        let text = json!({"type": "object", "properties": {"id": {"type": "string"}, "note": {"type": "string"},
            "mode": {"enum": ["world", "ui", "Ui2"]}}, "required": ["id"], "additionalProperties": false});
        InputSchema::compile(&text.to_string(), true, Look::Whole).expect("a good schema")
    }

    fn run(arguments: Value, takes_confirm: bool, lenient: bool) -> Result<Checked, CallError> {
        let Value::Object(arguments) = arguments else {
            panic!("an object")
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        runtime.block_on(check(&schema(), arguments, takes_confirm, lenient, 100))
    }

    #[test]
    fn removes_confirm_before_schema_validation() {
        let checked = run(json!({"confirm": true, "id": "a"}), true, false).expect("fits");
        assert_eq!((checked.text.as_str(), checked.confirm), ("{\"id\":\"a\"}", Some(true)));
        assert_eq!(run(json!({"id": "a"}), true, false).expect("fits").confirm, None);
        // A tool that only reads has no `confirm`: it is an unknown argument like any other.
        let error = run(json!({"confirm": true, "id": "a"}), false, false).expect_err("unknown");
        assert!(error.message.contains("`confirm`"), "{}", error.message);
    }

    #[test]
    fn rejects_confirm_that_is_not_a_boolean() {
        let error = run(json!({"confirm": "yes", "id": "a"}), true, false).expect_err("a text");
        assert!(error.message.contains("`confirm` is \"yes\""), "{}", error.message);
        let error = run(json!({"confirm": null, "id": "a"}), true, false).expect_err("null");
        assert_eq!(error.kind, ErrorKind::InvalidArgument);
    }

    #[test]
    fn parses_values_sent_as_text_and_notes_them() {
        let text = json!({"type": "object", "properties": {"ids": {"type": "array", "items": {"type": "integer"}},
            "dry_run": {"type": "boolean"}, "name": {"type": "string"}}, "additionalProperties": false});
        let schema = InputSchema::compile(&text.to_string(), true, Look::Whole)
            .and_then(|schema| schema.with_dry_run(Some("dry_run"), host_api::Effect::Write))
            .expect("a good schema");
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        let run = |arguments: Value| {
            let Value::Object(arguments) = arguments else {
                panic!("an object")
            };
            runtime.block_on(check(&schema, arguments, true, false, 100))
        };
        let plain = run(json!({"ids": [1, 2], "dry_run": true, "name": "3", "confirm": true})).expect("fits");
        let sent = json!({"ids": " [1,\"2\"] ", "dry_run": "true", "name": "3", "confirm": "true"});
        let as_text = run(sent).expect("fits");
        assert_eq!(as_text.text, r#"{"ids":[1,2],"dry_run":true,"name":"3"}"#);
        assert_eq!(
            (as_text.text, as_text.confirm, as_text.dry_run),
            (plain.text, plain.confirm, plain.dry_run)
        );
        assert_eq!((plain.dry_run, plain.note), (true, None));
        assert_eq!(
            as_text.note.as_deref(),
            Some(
                "sent as text and read as JSON: `ids` (array), `ids[1]` (number), `dry_run` (boolean), `confirm` (boolean); \
                 send the values themselves, not as text"
            )
        );
        // A problem inside a text is reported with its path, as in a value.
        let error = run(json!({"ids": "[1, \"x\"]"})).expect_err("no number");
        assert_eq!(error.message, "`ids[1]` is string \"x\", expected integer");
        let error = run(json!({"ids": "[1, 2"})).expect_err("cut off");
        assert!(
            error.message.contains("`ids` is string \"[1, 2\", expected array"),
            "{error}"
        );
        let hint = error.hint.expect("a hint");
        assert!(
            hint.starts_with("send the array itself, not its text; `ids` is text, and that text is not JSON"),
            "{hint}"
        );
    }

    #[test]
    fn treats_null_as_absent_for_optional_arguments() {
        let checked = run(json!({"id": "a", "note": null, "mode": null}), false, false).expect("fits");
        assert_eq!(checked.text, "{\"id\":\"a\"}");
        let error = run(json!({"id": null}), false, false).expect_err("it is required");
        assert!(error.message.contains("`id` is null"), "{}", error.message);
        assert!(run(json!({"id": "a", "odd": null}), false, false).is_err());
    }

    #[test]
    fn lenient_dialect_drops_unknown_arguments_and_ignores_enum_case() {
        let sent = json!({"id": "a", "note": null, "odd": 1, "confirm": null});
        assert!(run(sent.clone(), true, false).is_err());
        let checked = run(sent, true, true).expect("lenient");
        assert_eq!((checked.text.as_str(), checked.confirm), ("{\"id\":\"a\"}", None));
        let checked = run(json!({"id": "A", "mode": "UI"}), false, true).expect("case plays no part");
        assert_eq!(checked.text, "{\"id\":\"A\",\"mode\":\"ui\"}");
        assert!(run(json!({"id": "A", "mode": "UI"}), false, false).is_err());
        assert!(run(json!({"id": "A", "mode": "sky"}), false, true).is_err());
        let error = run(json!({"id": null}), true, true).expect_err("a required one is still missing");
        assert!(error.message.contains("argument `id` is missing"), "{}", error.message);
    }

    #[test]
    fn size_error_names_actual_size_and_limit() {
        let error = run(json!({"id": "x".repeat(200)}), true, false).expect_err("too large");
        assert_eq!(error.kind, ErrorKind::TooLarge);
        assert!(
            error.message.contains("209") && error.message.contains("100"),
            "{}",
            error.message
        );
    }
}
