//! Checks the defaults of a tool's arguments against the schemas of these arguments. No client sends a default, so no
//! call ever checks one.
//!
//! `schema` checks arguments. The host's command `check` reports a default that does not fit as an error.

use crate::mismatch;
use crate::validator::{Budget, Validator};
use serde_json::{Map, Value};
use std::time::Duration;

/// Maximum number of validation steps, and maximum time, for checking all default values in the schema of one tool.
const COST: (u64, Duration) = (4_000_000, Duration::from_secs(3));

/// Returns one sentence for each argument in `input_schema` with a `default` that does not fit the argument's schema. A
/// null default counts as no default.
#[must_use]
pub fn wrong_defaults(input_schema: &Value) -> Vec<String> {
    let Some(arguments) = input_schema.get("properties").and_then(Value::as_object) else {
        return Vec::new();
    };
    // Checks each argument alone, without the required arguments. References keep their targets.
    let kept = ["$schema", "$defs", "definitions", "properties"];
    let alone: Map<String, Value> = kept
        .into_iter()
        .filter_map(|key| Some((key.to_owned(), input_schema.get(key)?.clone())))
        .collect();
    // Invalid schemas are reported elsewhere.
    let Ok(validator) = Validator::compile(&Value::Object(alone)) else {
        return Vec::new();
    };
    let mut budget = Budget::new(COST.0, COST.1);
    let mut wrong = Vec::new();
    for (name, schema) in arguments {
        let Some(default) = schema.get("default").filter(|default| !default.is_null()) else {
            continue;
        };
        let given = Value::Object([(name.clone(), default.clone())].into_iter().collect());
        match validator.check(&given, &mut budget) {
            Ok(None) => {}
            Ok(Some(problems)) => wrong.push(format!(
                "the default of argument `{name}` does not fit its own schema: {}",
                mismatch::describe_result(&problems)
            )),
            Err(exhausted) => wrong.push(format!(
                "the default of argument `{name}` cannot be checked: {exhausted}"
            )),
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::wrong_defaults;
    use serde_json::json;

    #[test]
    fn reports_defaults_that_do_not_fit_their_schema() {
        let at_most = json!({"type": "integer", "minimum": 1, "maximum": 10});
        for (properties, told) in [
            (
                json!({"limit": {"type": "integer", "maximum": 10, "default": 50}}),
                "`limit` is 50, expected at most 10",
            ),
            (
                json!({"limit": {"type": "integer", "default": "ten"}}),
                "`limit` is string \"ten\", expected integer",
            ),
            (
                json!({"limit": {"$ref": "#/$defs/few", "default": 50}}),
                "`limit` is 50, expected at most 10",
            ),
            (
                json!({"how": {"enum": ["a", "b"], "default": "c"}}),
                "`how` is \"c\", expected one of \"a\", \"b\"",
            ),
            (
                json!({"at": {"properties": {"x": {"type": "number"}}, "default": {"x": "1"}}}),
                "`at.x` is string \"1\", expected number",
            ),
            (json!({"limit": {"$ref": "#/$defs/few", "default": 5}}), ""),
            (json!({"limit": {"type": "integer", "default": null}}), ""),
            (json!({"limit": at_most, "other": {"type": "string"}}), ""),
        ] {
            let schema = json!({
                "type": "object",
                "properties": properties,
                "required": ["elsewhere"],
                "additionalProperties": false,
                "$defs": {"few": {"type": "integer", "minimum": 1, "maximum": 10}},
            });
            let wrong = wrong_defaults(&schema);
            match told {
                "" => assert!(wrong.is_empty(), "{wrong:?}"),
                told => assert!(wrong.len() == 1 && wrong[0].contains(told), "{told}: {wrong:?}"),
            }
        }
    }
}
