//! Tests the types that a schema allows in one location, for each keyword that decides them.

use super::{Forms, Types};
use crate::validator::Budget;
use serde_json::{Value, json};
use std::time::Duration;

fn budget() -> Budget {
    Budget::new(10_000, Duration::from_secs(10))
}

/// Returns whether `schema` may allow text for the member `x`, and whether it allows any value there.
fn takes_text(schema: &Value) -> (bool, bool) {
    let mut budget = budget();
    let forms = Forms::from_schema(schema, &mut budget).expect("a small schema");
    let types = forms.member("x", &mut budget).expect("a small schema").types();
    (types.contains(Types::STRING), !types.is_empty())
}

#[test]
fn allows_text_unless_a_keyword_excludes_it() {
    let defs = json!({"number": {"type": "number"}, "word": {"type": "string"}, "turn": {"$ref": "#/$defs/turn"}});
    for (member, text) in [
        (json!({}), true),
        (json!(true), true),
        (json!({"type": "string"}), true),
        (json!({"type": ["array", "string"]}), true),
        (json!({"type": "array"}), false),
        (json!({"type": ["integer", "null"]}), false),
        (json!({"enum": [1, 2]}), false),
        (json!({"enum": [1, "2"]}), true),
        (json!({"const": true}), false),
        (json!({"minimum": 1}), true),
        (json!({"$ref": "#/$defs/number"}), false),
        (json!({"$ref": "#/$defs/word"}), true),
        (json!({"$ref": "#/$defs/turn"}), true),
        (json!({"anyOf": [{"type": "array"}, {"type": "object"}]}), false),
        (json!({"anyOf": [{"type": "array"}, {"type": "string"}]}), true),
        (
            json!({"oneOf": [{"$ref": "#/$defs/number"}, {"type": "boolean"}]}),
            false,
        ),
        (
            json!({"allOf": [{"type": ["string", "array"]}, {"type": "array"}]}),
            false,
        ),
        (
            json!({"type": "array", "anyOf": [{"type": "string"}, {"minItems": 1}]}),
            false,
        ),
        (json!({"not": {"type": "string"}}), true),
    ] {
        let schema = json!({"type": "object", "properties": {"x": member}, "$defs": defs});
        assert_eq!(takes_text(&schema), (text, true), "{member}");
    }
}

#[test]
fn combines_all_forms_that_describe_a_member() {
    let number = json!({"properties": {"x": {"type": "number"}}});
    let closed = json!({"properties": {"y": {}}, "additionalProperties": false});
    let open = json!({"properties": {"y": {}}});
    let pattern = json!({"patternProperties": {"^x$": {"type": "string"}}, "additionalProperties": false});
    let rest = json!({"additionalProperties": {"type": "array"}});
    for (schema, expected) in [
        (json!({"anyOf": [number, closed]}), (false, true)),
        (json!({"anyOf": [number, open]}), (true, true)),
        (json!({"anyOf": [number, rest]}), (false, true)),
        (json!({"allOf": [number, open]}), (false, true)),
        (json!({"allOf": [number, rest]}), (false, false)),
        (pattern, (true, true)),
        (closed, (false, false)),
    ] {
        assert_eq!(takes_text(&schema), expected, "{schema}");
    }
}

#[test]
fn allows_everything_if_there_are_too_many_alternatives() {
    let ways: Vec<Value> = (0..9).map(|at| json!({"type": "number", "minimum": at})).collect();
    let wide = json!({"anyOf": ways});
    let member = json!({"allOf": [wide, wide]});
    let schema = json!({"type": "object", "properties": {"x": member}});
    assert_eq!(takes_text(&schema), (true, true));
}

#[test]
fn items_use_the_schema_of_their_position() {
    let text = |schema: &Value, index: usize| {
        let mut budget = budget();
        let forms = Forms::from_schema(schema, &mut budget).expect("a small schema");
        let types = forms.item(index, &mut budget).expect("a small schema").types();
        (forms.own_items(), types.contains(Types::STRING))
    };
    let new = json!({"prefixItems": [{"type": "string"}], "items": {"type": "number"}});
    assert_eq!(
        [text(&new, 0), text(&new, 1), text(&new, 9)],
        [(1, true), (1, false), (1, false)]
    );
    let old = json!({"items": [{"type": "number"}], "additionalItems": {"type": "string"}});
    assert_eq!([text(&old, 0), text(&old, 1)], [(1, false), (1, true)]);
    let plain = json!({"items": {"type": "number"}});
    assert_eq!(text(&plain, 3), (0, false));
}
