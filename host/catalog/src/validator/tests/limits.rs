//! Tests the maximum cost of a schema, a value or a pattern, and the constructs that are rejected at once.

use super::{compiled, large_budget};
use crate::validator::{Budget, Exhausted, Validator};
use serde_json::{Value, json};
use std::time::Duration;

/// Creates a choice of forms that continue alike, so that a value can be checked in 2^depth ways.
fn doubling() -> Value {
    let way = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}, "required": ["a"]});
    json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"anyOf": [way, way, way]}}})
}

fn nested_object(depth: usize, leaf: Value) -> Value {
    (0..depth).fold(leaf, |inner, _| json!({"a": inner}))
}

fn with_steps(steps: u64) -> Budget {
    Budget::new(steps, Duration::from_secs(600))
}

#[test]
fn recursive_choice_does_not_take_exponential_steps() {
    let schema = compiled(&doubling());
    let value = nested_object(60, json!(1));
    let problems = schema
        .check(&value, &mut with_steps(20_000))
        .expect("within 20,000 steps, not 3^60");
    let problems = problems.expect("1 is no object");
    assert!(!problems.cut && problems.told.len() <= 20, "{problems:?}");
    assert!(
        schema
            .check(&nested_object(60, json!({})), &mut with_steps(20_000))
            .expect("within")
            .is_some()
    );
}

#[test]
fn repeated_subschemas_stay_within_the_step_budget() {
    let twice = |inner: Value| json!({"allOf": [inner, inner], "unevaluatedProperties": {"type": "integer"}});
    let in_place = (0..10).fold(json!({"required": ["x"]}), |inner, _| twice(inner));
    let chain = {
        let mut definitions = serde_json::Map::new();
        for n in 0..20 {
            let next = json!({"$ref": format!("#/$defs/d{}", n + 1)});
            definitions.insert(format!("d{n}"), json!({"oneOf": [next, next, {"not": next}]}));
        }
        definitions.insert("d20".to_owned(), json!({"type": "string", "minLength": 3}));
        json!({"$ref": "#/$defs/d0", "$defs": definitions})
    };
    for (schema, value) in [
        (in_place, json!({"a": 1, "b": "x"})),
        (chain.clone(), json!("ab")),
        (chain, json!({"k": "ab"})),
    ] {
        let done = compiled(&schema).check(&value, &mut with_steps(1_000_000));
        assert!(done.is_ok(), "{done:?}");
    }
}

#[test]
fn exhausted_budget_gives_no_verdict_but_keeps_found_problems() {
    let schema = compiled(&json!({"items": {"type": "integer"}}));
    let long = Value::from(vec![1; 10_000]);
    assert_eq!(
        schema.check(&long, &mut with_steps(500)).unwrap_err(),
        Exhausted::Steps(500)
    );
    assert!(schema.check(&long, &mut large_budget()).expect("enough").is_none());
    let no_time = Duration::ZERO;
    let late = schema.check(&long, &mut Budget::new(1_000_000, no_time)).unwrap_err();
    assert_eq!(late, Exhausted::Time(no_time));
    // Enough to see that it does not fit, not enough to report everything.
    let wrong = Value::from(vec!["x"; 10_000]);
    let problems = schema
        .check(&wrong, &mut with_steps(500))
        .expect("the first item settles it")
        .expect("texts");
    assert!(
        problems.cut && problems.told.len() == 20 && problems.more > 0,
        "{problems:?}"
    );
}

#[test]
fn deepest_recursion_fits_worker_stack() {
    let schema = compiled(&doubling());
    let deep = nested_object(120, json!(1));
    let small_stack = std::thread::Builder::new().stack_size(2 << 20);
    let walk = move || schema.check(&deep, &mut large_budget()).map(|found| found.is_some());
    let answer = small_stack.spawn(walk).expect("a thread").join().expect("no overflow");
    assert!(matches!(answer, Ok(true) | Err(Exhausted::Depth(_))), "{answer:?}");
}

#[test]
fn rejects_endless_invalid_and_unsupported_schemas() {
    let chain: serde_json::Map<String, Value> = (0..100)
        .map(|n| (format!("d{n}"), json!({"$ref": format!("#/$defs/d{}", n + 1)})))
        .collect();
    let mut chain = json!({"$ref": "#/$defs/d0", "$defs": chain});
    chain["$defs"]["d100"] = json!(true);
    let patterns: serde_json::Map<String, Value> = (0..300).map(|n| (format!("^p{n}$"), json!(true))).collect();
    let cases = [
        (json!({"$ref": "#"}), "never end"),
        (json!({"anyOf": [{"type": "string"}, {"$ref": "#"}]}), "never end"),
        (
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"not": {"$ref": "#/$defs/a"}}}}),
            "never end",
        ),
        (chain, "in a row"),
        (
            json!({"$schema": "http://json-schema.org/draft-04/schema#"}),
            "draft-04",
        ),
        (
            json!({"properties": {"a": {"$id": "https://x.example/a", "type": "string"}}}),
            "`$id`",
        ),
        (json!({"$ref": "#nowhere"}), "`$ref` is \"#nowhere\""),
        (json!({"$ref": "#/%"}), "`$ref` is \"#/%\""),
        (json!({"$ref": "#/%+1", "\u{1}": true}), "`$ref` is \"#/%+1\""),
        (json!({"$ref": "#/%FF"}), "`$ref` is \"#/%FF\""),
        (json!({"items": [{"type": "string"}]}), "prefixItems"),
        (json!({"multipleOf": 0}), "above 0"),
        (json!({"minLength": -1}), "at least 0"),
        (json!({"required": "a"}), "an array of texts"),
        (json!({"anyOf": []}), "at least one"),
        (json!({"properties": {"a": 3}}), "#/properties/a"),
        (json!({"$defs": {"unused": {"type": "text"}}}), "#/$defs/unused/type"),
        (json!({"patternProperties": patterns}), "one too many"),
        (json!({"pattern": "("}), "cannot be run"),
    ];
    for (schema, words) in cases {
        let refused = Validator::compile(&schema)
            .err()
            .unwrap_or_else(|| panic!("{schema} was taken"));
        assert!(refused.to_string().contains(words), "{refused}");
    }
}

#[test]
fn backtracking_patterns_end_within_the_budget() {
    let text = format!("{}!", "a".repeat(50_000));
    for pattern in ["^(a+)+$", "^(a|a)*$", "^(?=(a+)+$)(a|aa)+$", "^(a|aa)+$", "(.*a){12}$"] {
        let found = compiled(&json!({"pattern": pattern})).check(&json!(text), &mut large_budget());
        assert!(found.expect("within the budget").is_some(), "{pattern}");
    }
}
