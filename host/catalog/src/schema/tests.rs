//! Tests which schemas are served, and the messages about arguments that do not fit.

use super::*;
use host_api::ErrorKind;
use serde_json::json;

fn compile(schema: &Value) -> Result<InputSchema, SchemaError> {
    InputSchema::compile(&schema.to_string(), true, Look::Whole)
}

fn check(schema: &InputSchema, arguments: &Value) -> Result<(), CallError> {
    let arguments = arguments.as_object().expect("an object").clone();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    runtime.block_on(schema.check(arguments)).map(drop)
}

fn listing() -> InputSchema {
    compile(&json!({
        "type": "object",
        "properties": {
            "sceneId": {"type": "string", "pattern": "^scn:[0-9]+$"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 500},
            "mode": {"type": "string", "enum": ["world", "ui"]},
            "ids": {"type": "array", "items": {"$ref": "#/$defs/id"}, "maxItems": 3},
            "scale": {"type": ["number", "null"]},
            "parent": {"anyOf": [{"type": "string"}, {"type": "null"}]}
        },
        "required": ["sceneId"],
        "additionalProperties": false,
        "$defs": {"id": {"type": "string"}}
    }))
    .expect("a good schema")
}

#[test]
fn accepts_arguments_that_fit_the_schema() {
    for arguments in [
        json!({"sceneId": "scn:1"}),
        json!({"sceneId": "scn:1", "limit": 500, "mode": "ui", "ids": ["a"], "scale": null, "parent": null}),
    ] {
        assert!(check(&listing(), &arguments).is_ok(), "{arguments}");
    }
}

#[test]
fn mismatch_error_names_field_value_and_expectation() {
    let cases = [
        (json!({}), "argument `sceneId` is missing"),
        (json!({"sceneId": 5}), "`sceneId` is number 5, expected string"),
        (json!({"sceneId": null}), "`sceneId` is null, expected string"),
        (
            json!({"sceneId": "main"}),
            "`sceneId` is \"main\", expected a text that matches `^scn:[0-9]+$`",
        ),
        (
            json!({"sceneId": "scn:1", "limit": "ten"}),
            "`limit` is string \"ten\", expected integer",
        ),
        (
            json!({"sceneId": "scn:1", "limit": 1.5}),
            "`limit` is number 1.5, expected integer",
        ),
        (
            json!({"sceneId": "scn:1", "limit": 0}),
            "`limit` is 0, expected at least 1",
        ),
        (
            json!({"sceneId": "scn:1", "limit": 501}),
            "`limit` is 501, expected at most 500",
        ),
        (
            json!({"sceneId": "scn:1", "mode": "3d"}),
            "`mode` is \"3d\", expected one of \"world\", \"ui\"",
        ),
        (
            json!({"sceneId": "scn:1", "ids": ["a", 2]}),
            "`ids[1]` is number 2, expected string",
        ),
        (
            json!({"sceneId": "scn:1", "ids": ["a", "b", "c", "d"]}),
            "`ids` is an array of 4, expected at most 3 items",
        ),
        (
            json!({"sceneId": "scn:1", "scale": "big"}),
            "`scale` is string \"big\", expected",
        ),
        (
            json!({"sceneId": "scn:1", "parent": 7}),
            "`parent` is 7, expected string or null",
        ),
        (json!({"sceneId": "scn:1", "sceneID": 7}), "unknown argument `sceneID`"),
    ];
    for (arguments, message) in cases {
        let error = check(&listing(), &arguments).expect_err(message);
        assert_eq!(error.kind, ErrorKind::InvalidArgument);
        assert!(error.message.contains(message), "{arguments}: {}", error.message);
    }
}

#[test]
fn error_details_group_problems_by_kind() {
    let arguments = json!({"limit": "ten", "mode": "3d", "odd": 1});
    let error = check(&listing(), &arguments).expect_err("three problems");
    let details = error.details.expect("details").to_value();
    assert_eq!(details["missingParameters"], json!(["sceneId"]));
    let mismatch = json!([{"parameter": "limit", "expected": "integer", "got": "string \"ten\""}]);
    assert_eq!(details["mismatches"], mismatch);
    assert_eq!(details["violations"][0]["parameter"], "mode");
    assert_eq!(details["unknownParameters"], json!(["odd"]));
    assert!(error.hint.expect("a hint").contains("`sceneId`"));
}

#[test]
fn truncates_long_error_messages() {
    let many: Map<String, Value> = (0..500).map(|n| (format!("x{n}"), Value::Null)).collect();
    let error = check(&listing(), &Value::Object(many)).expect_err("500 unknown arguments");
    assert!(
        error.message.len() < 2000 && error.message.contains(" more"),
        "{}",
        error.message
    );
    let long = json!({"sceneId": "x".repeat(100_000)});
    let error = check(&listing(), &long).expect_err("no id");
    assert!(error.message.len() < 500);
}

#[test]
fn rejects_unsupported_schemas_with_a_reason() {
    let mut deep = json!({"type": "object"});
    for _ in 0..MAX_DEPTH {
        deep = json!({"type": "object", "properties": {"a": deep}});
    }
    let wide: Map<String, Value> = (0..MAX_OBJECTS)
        .map(|n| (format!("p{n}"), json!({"type": "string"})))
        .collect();
    let cases = [
        (json!({"type": "string"}), "got \"string\""),
        (json!({"properties": {}}), "no `type`"),
        (json!(true), "got true"),
        (
            json!({"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}}),
            "example.com",
        ),
        (
            json!({"type": "object", "properties": {"a": {"$ref": "file:///etc/passwd"}}}),
            "leaves the schema",
        ),
        (
            json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}}),
            "not valid",
        ),
        (
            json!({"type": "object", "properties": {"confirm": {"type": "boolean"}}}),
            "`confirm`",
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "text"}}}),
            "not valid",
        ),
        (
            json!({"type": "object", "properties": {"a": {"pattern": "("}}}),
            "not valid",
        ),
        (
            json!({"type": "object", "properties": {"a": {"pattern": "a".repeat(2000)}}}),
            "2000 bytes",
        ),
        (
            json!({"type": "object", "properties": {"a": {"pattern": "((a{1,500}){1,500}){1,500}"}}}),
            "not valid",
        ),
        (deep, "deep"),
        (json!({"type": "object", "properties": wide}), "more than 4096"),
    ];
    for (schema, words) in cases {
        let error = compile(&schema).expect_err(words).to_string();
        assert!(error.contains(words), "{error}");
    }
    assert!(
        InputSchema::compile("{", false, Look::Whole)
            .expect_err("no JSON")
            .to_string()
            .contains("not JSON")
    );
    let long = format!("{{\"type\":\"object\",\"description\":\"{}\"}}", "x".repeat(MAX_BYTES));
    assert!(
        InputSchema::compile(&long, false, Look::Whole)
            .expect_err("too long")
            .to_string()
            .contains("bytes long")
    );
}

#[test]
fn pattern_check_ends_despite_catastrophic_backtracking() {
    let schema =
        compile(&json!({"type": "object", "properties": {"a": {"type": "string", "pattern": "^(?=(a+)+$)(a|aa)+$"}}}));
    let schema = schema.expect("a legal pattern");
    let arguments = json!({"a": format!("{}!", "a".repeat(5000))});
    assert!(check(&schema, &arguments).is_err());
}

#[test]
fn accepts_recursive_schemas() {
    let tree = json!({"type": "object", "properties": {"node": {"$ref": "#/$defs/node"}}, "$defs": {"node":
        {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "value": {"type": "integer"}}}}});
    let schema = compile(&tree).expect("recursive schemas are legal");
    let bad = json!({"node": {"next": {"next": {"value": "x"}}}});
    let error = check(&schema, &bad).expect_err("a text where a number belongs");
    assert!(error.message.contains("`node.next.next.value`"), "{}", error.message);
}

#[test]
fn dry_run_must_be_boolean_argument_of_a_changing_tool() {
    let schema = || {
        compile(&json!({
            "type": "object",
            "properties": { "try": { "type": "boolean" }, "name": { "type": "string" } },
        }))
        .expect("a good schema")
    };
    let tried = schema().with_dry_run(Some("try"), Effect::Write).expect("it is one");
    let asks = |arguments: Value| tried.is_dry_run(arguments.as_object().expect("an object"));
    assert!(asks(json!({ "try": true })));
    for other in [
        json!({}),
        json!({ "try": false }),
        json!({ "try": "true" }),
        json!({ "name": true }),
    ] {
        assert!(!asks(other));
    }
    let without = schema().with_dry_run(None, Effect::Write).expect("it has none");
    assert!(!without.is_dry_run(json!({ "try": true }).as_object().expect("an object")));
    let refused = |argument, effect| {
        schema()
            .with_dry_run(Some(argument), effect)
            .expect_err("no dry run")
            .to_string()
    };
    assert!(refused("name", Effect::Write).contains("`dry-run` is `name`"));
    assert!(refused("nothing", Effect::Code).contains("\"type\": \"boolean\""));
    assert!(refused("try", Effect::Read).contains("the effect is `read`"));
}

/// Tests that a schema compiled at its first use accepts the same values, and that one that cannot run accepts none.
#[test]
fn lazily_compiled_schema_validates_like_an_eager_one() {
    let text = r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#;
    let [now, late] = [Look::Whole, Look::Known].map(|look| InputSchema::compile(text, true, look).expect("good"));
    let is_compiled = |schema: &InputSchema| schema.runnable.validator.get().is_some();
    assert!(is_compiled(&now) && !is_compiled(&late));
    for arguments in [json!({"a": 1}), json!({"a": "x"}), json!({})] {
        let said = |schema| check(schema, &arguments).map_err(|error| error.message);
        assert_eq!(said(&late), said(&now), "{arguments}");
    }
    assert!(is_compiled(&late));
    let with_pattern = json!({"type": "object", "properties": {"a": {"pattern": "^a$"}}}).to_string();
    let slow = InputSchema::compile(&with_pattern, true, Look::Known).expect("good");
    assert!(is_compiled(&slow), "it could hold up a thread that others wait for");
    let bad = r##"{"type": "object", "properties": {"a": {"$ref": "#/nowhere"}}}"##;
    assert!(InputSchema::compile(bad, true, Look::Whole).is_err());
    let vouched_for = InputSchema::compile(bad, true, Look::Known).expect("not looked at");
    let refused = check(&vouched_for, &json!({"a": 1})).expect_err("it cannot be run");
    assert_eq!(refused.kind, ErrorKind::Internal);
    assert!(refused.message.contains("schema cannot be run"), "{}", refused.message);
}
