//! Tests of every keyword by a table, and of random schemas; both compared with the independent validator.

use super::{fits, fits_elsewhere};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Returns rows with a schema, values that fit, and values that do not fit.
fn table() -> Vec<(Value, Vec<Value>, Vec<Value>)> {
    serde_json::from_str(include_str!("cases.json")).expect("rows of three")
}

#[test]
fn agrees_with_independent_validator_on_every_keyword() {
    let table = table();
    assert!(table.len() > 60);
    for (schema, good, bad) in table {
        let expected = good
            .iter()
            .map(|value| (value, true))
            .chain(bad.iter().map(|value| (value, false)));
        for (value, expected) in expected {
            assert_eq!(fits(&schema, value), expected, "ours: {schema} {value}");
            assert_eq!(fits_elsewhere(&schema, value), expected, "theirs: {schema} {value}");
        }
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..8).prop_map(Value::from),
        prop::sample::select(vec![0.5, 1.0, 2.5, 3.0]).prop_map(Value::from),
        "[ab]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[abc]", inner, 0..4).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        prop::sample::select(vec![
            "null", "boolean", "integer", "number", "string", "array", "object"
        ])
        .prop_map(|name| json!({"type": name})),
        value().prop_map(|value| json!({"const": value})),
        prop::collection::vec(value(), 1..4).prop_map(|values| json!({"enum": values})),
        (0_u64..4).prop_map(|n| json!({"minimum": n, "maxLength": n, "maxItems": n, "minProperties": n})),
        (1_u64..4).prop_map(|n| json!({"multipleOf": n, "exclusiveMaximum": n + 2, "minLength": n, "minItems": n})),
        Just(json!({"uniqueItems": true, "pattern": "^a"})),
        Just(json!({"required": ["a"], "dependentRequired": {"b": ["c"]}})),
        Just(json!({"$ref": "#/$defs/d"})),
    ];
    leaf.prop_recursive(3, 24, 3, |inner| {
        let pair = prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            (pair.clone(), prop::sample::select(vec!["allOf", "anyOf", "oneOf"]))
                .prop_map(|(list, word)| json!({word: list, "unevaluatedProperties": {"type": "integer"}})),
            (pair.clone(), inner.clone()).prop_map(|(list, rest)| json!({"prefixItems": list, "items": rest})),
            (pair, inner.clone()).prop_map(|(list, rest)| json!({"prefixItems": list, "unevaluatedItems": rest})),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, rest)| json!({"properties": {"a": a}, "patternProperties": {"[ab]": b}, "additionalProperties": rest})),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, rest)| json!({"anyOf": [{"properties": {"a": a}}, {"properties": {"b": b}}], "unevaluatedProperties": rest})),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| json!({"if": a, "then": b, "else": c, "unevaluatedProperties": false})),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| json!({"not": a, "dependentSchemas": {"a": b}})),
            (inner.clone(), inner).prop_map(|(a, b)| json!({"contains": a, "maxContains": 2, "propertyNames": b})),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn agrees_with_independent_validator_on_random_schemas(root in schema(), shared in schema(), values in prop::collection::vec(value(), 6)) {
        // `$defs/d` must not lead to itself on the same value.
        let text = shared.to_string().replace("#/$defs/d", "#/$defs/e");
        let shared: Value = serde_json::from_str(&text).expect("still JSON");
        let root = json!({"allOf": [root], "$defs": {"d": shared, "e": {"type": ["object", "integer"], "properties": {"a": {"$ref": "#/$defs/e"}}}}});
        for value in values {
            prop_assert_eq!(fits(&root, &value), fits_elsewhere(&root, &value), "{} {}", root, value);
        }
    }
}
