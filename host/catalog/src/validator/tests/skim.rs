//! Tests that checking text while it is parsed gives the same result as checking a tree, and also terminates.

use super::{compiled, fits, fits_elsewhere};
use crate::validator::{Budget, Exhausted};
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn agrees_with_independent_validator_on_nested_choices() {
    let row = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false});
    let schema = json!({"type": "object", "$defs": {"row": row}, "properties": {
        "one": {"anyOf": [{"$ref": "#/$defs/row"}, {"type": "null"}]},
        "all": {"type": "array", "items": {"oneOf": [row, {"type": ["string", "number"]}]}},
        "open": {"oneOf": [row, {"type": "object", "required": ["m"]}]},
        "whole": {"type": "array", "uniqueItems": true, "items": row},
        "kind": {"const": {"n": 1}},
    }});
    for (value, expected) in [
        (json!({"one": null}), true),
        (json!({"one": {"n": 1}}), true),
        (json!({"one": {"n": 1.5}}), false),
        (json!({"one": [1]}), false),
        (json!({"one": {"n": 1, "m": 2}}), false),
        (json!({"all": [{"n": 1}, "x", 2]}), true),
        (json!({"all": [{"n": 1}, null]}), false),
        (json!({"all": [{}]}), false),
        (json!({"open": {"m": "x"}}), true),
        (json!({"open": {"n": 1}}), true),
        (json!({"open": {"n": "x"}}), false),
        (json!({"whole": [{"n": 1}, {"n": 2}]}), true),
        (json!({"whole": [{"n": 1}, {"n": 1.0}]}), false),
        (json!({"kind": {"n": 1}}), true),
        (json!({"kind": {"n": 2}}), false),
        (json!([]), false),
    ] {
        assert_eq!(fits(&schema, &value), expected, "{value}");
        assert_eq!(fits_elsewhere(&schema, &value), expected, "theirs: {value}");
    }
}

/// Tests a text that cannot become a tree, so that only a check during parsing can decide.
#[test]
fn skim_follows_references_and_choices_in_deeply_nested_text() {
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(200), "]".repeat(200));
    for schema in [
        json!({"type": "object"}),
        json!({"anyOf": [{"type": "null"}, {"type": "object", "required": ["a"]}]}),
        json!({"$ref": "#/$defs/it", "$defs": {"it": {"oneOf": [{"type": "array"}, {"minProperties": 1}]}}}),
    ] {
        let skimmed = compiled(&schema).skim(&deep, &mut Budget::new(100, Duration::from_secs(600)));
        assert_eq!(skimmed, Ok(true), "{schema}");
    }
}

#[test]
fn skim_decodes_escaped_names_and_number_forms() {
    let schema = compiled(
        &json!({"type": "object", "additionalProperties": false, "required": ["n"], "properties": {
        "n": {"type": "integer", "minimum": 0}, "text": {"const": "é\n"}}}),
    );
    for (text, expected) in [
        (r#" { "\u006e" : 1.0 } "#, true),
        (r#"{"n":1e2,"text":"\u00e9\u000a"}"#, true),
        (r#"{"n":-0}"#, true),
        (r#"{"n":-1}"#, false),
        (r#"{"n":18446744073709551616}"#, true),
        (r#"{"n":1.5}"#, false),
        (r#"{"n":1,"text":"e"}"#, false),
        (r#"{"n":1,"N":1}"#, false),
        (r#"{"$serde_json::private::RawValue":"{\"n\":1}"}"#, false),
    ] {
        let skimmed = schema.skim(text, &mut Budget::new(100, Duration::from_secs(600)));
        assert_eq!(skimmed, Ok(expected), "{text}");
    }
    let list = compiled(&json!({"type": "array", "uniqueItems": true}));
    let skimmed = list.skim(
        r#"{"$serde_json::private::RawValue":"[1]"}"#,
        &mut Budget::new(100, Duration::from_secs(600)),
    );
    assert_eq!(skimmed, Ok(false), "an object");
}

#[test]
fn checks_every_required_name_of_long_lists() {
    for count in [1, 63, 64, 65, 200] {
        let names: Vec<String> = (0..count).map(|number| format!("n{number}")).collect();
        let schema = json!({"type": "object", "required": names});
        let mut all: serde_json::Map<String, Value> = names.iter().map(|name| (name.clone(), json!(1))).collect();
        assert!(fits(&schema, &Value::Object(all.clone())), "{count}");
        all.shift_remove(&names[count - 1]);
        assert!(!fits(&schema, &Value::Object(all)), "{count}");
    }
}

#[test]
fn skim_counts_steps_and_stops_at_the_budget() {
    let schema = compiled(&json!({"type": "array", "items": {"type": "integer"}}));
    let long = json!(vec![1; 1000]).to_string();
    let skim = |steps: u64| schema.skim(&long, &mut Budget::new(steps, Duration::from_secs(600)));
    assert_eq!(skim(999), Err(Exhausted::Steps(999)));
    assert_eq!(skim(3000), Ok(true));
    let mut ways = vec![json!({"type": "null"}); 900];
    ways.push(json!({"type": "object"}));
    let choice = compiled(&json!({"anyOf": ways}));
    let chosen = choice.skim("{}", &mut Budget::new(900, Duration::from_secs(600)));
    assert_eq!(chosen, Err(Exhausted::Steps(900)), "each way is a step");
    let short = compiled(&json!({"type": "array", "maxItems": 3, "items": {"type": "integer"}}));
    let counted = short.skim(&long, &mut Budget::new(20, Duration::from_secs(600)));
    assert_eq!(counted, Ok(false), "what comes after too many is not looked at");
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for (schema, expected) in [
        (json!({"items": {"$ref": "#"}}), false),
        // Nothing is required of deeper values.
        (json!({"items": {"items": {}}}), true),
    ] {
        let skimmed = compiled(&schema).skim(&deep, &mut Budget::new(3000, Duration::from_secs(600)));
        assert_eq!(skimmed, Ok(expected), "{schema}");
    }
}
