//! Tests of the schemas that clients see.

use super::{SchemaError, input, output};
use crate::NoArgs;
use crate::paging::{Limit, Page};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Mode {
    /// Through the colliders.
    World,
    /// Through the canvases.
    Ui,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Level {
    Info,
    Warn,
}

/// Which way.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Way {
    /// Against gravity.
    Up,
    Left,
    Right,
}

/// The only way.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Only {
    /// Nothing else.
    Here,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Point {
    x: f64,
    y: f64,
}

/// A type with fields of every kind. The schema omits this comment, because the tool has its own description.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Everything {
    /// An id such as `obj:1`.
    object_id: String,
    count: Option<u32>,
    #[serde(default)]
    limit: Limit<50>,
    /// How.
    #[serde(default = "world")]
    mode: Mode,
    level: Option<Level>,
    how: Option<Way>,
    at: Option<Point>,
    path: Vec<Point>,
    any: Option<Value>,
    #[schemars(range(min = 0.0, max = 4.0))]
    scale: f64,
}

fn world() -> Mode {
    Mode::World
}

#[test]
fn generates_plain_schemas_for_arguments() {
    assert_eq!(
        input::<Everything>().unwrap(),
        json!({
            "type": "object",
            "properties": {
                "objectId": { "type": "string", "description": "An id such as `obj:1`." },
                "count": { "type": "integer", "minimum": 0 },
                "limit": { "type": "integer", "minimum": 1, "maximum": 500, "default": 50 },
                "mode": {
                    "type": "string",
                    "enum": ["world", "ui"],
                    "default": "world",
                    "description": "How. `world`: Through the colliders; `ui`: Through the canvases."
                },
                "level": { "type": "string", "enum": ["info", "warn"] },
                "how": {
                    "type": "string",
                    "enum": ["left", "right", "up"],
                    "description": "Which way. `up`: Against gravity."
                },
                "at": {
                    "type": "object",
                    "properties": { "x": { "type": "number" }, "y": { "type": "number" } },
                    "required": ["x", "y"],
                    "additionalProperties": false
                },
                "path": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": { "x": { "type": "number" }, "y": { "type": "number" } },
                        "required": ["x", "y"],
                        "additionalProperties": false
                    }
                },
                "any": any(),
                "scale": { "type": "number", "minimum": 0.0, "maximum": 4.0 }
            },
            "required": ["objectId", "path", "scale"],
            "additionalProperties": false
        })
    );
}

/// Returns the expected schema of an argument that can have any value.
fn any() -> Value {
    let plain = json!([{ "type": "string" }, { "type": "number" }, { "type": "boolean" }, { "type": "null" }, { "type": "object" }]);
    let with_array = |items: Value| {
        let mut all = plain.as_array().unwrap().clone();
        all.push(json!({ "type": "array", "items": items }));
        json!({ "anyOf": all })
    };
    with_array(with_array(json!({ "type": "number" })))
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Anything {
    /// What it is.
    one: Value,
    many: Vec<Value>,
    named: std::collections::BTreeMap<String, Value>,
    pair: (String, u8),
    #[schemars(extend("items" = { "type": "array" }))]
    rows: Vec<Vec<u8>>,
}

#[test]
fn any_value_schema_lists_types_and_array_items() {
    let schema = input::<Anything>().unwrap();
    let mut one = any();
    one["description"] = "What it is.".into();
    assert_eq!(schema["properties"]["one"], one);
    assert_eq!(schema["properties"]["many"], json!({ "type": "array", "items": any() }));
    let all = json!(["string", "number", "boolean", "null", "object", "array"]);
    let schema = output::<Anything>().unwrap();
    assert_eq!(
        schema["properties"]["one"],
        json!({ "type": all, "description": "What it is." })
    );
    assert_eq!(
        schema["properties"]["many"],
        json!({ "type": "array", "items": { "type": all } })
    );
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Ways {
    /// How.
    mode: Option<Mode>,
    modes: Vec<Mode>,
    perhaps: Option<Vec<Way>>,
    /// Where.
    only: Option<Only>,
    plain: Only,
}

#[test]
fn describes_enum_values_once_in_any_position() {
    let meanings = "`world`: Through the colliders; `ui`: Through the canvases.";
    for (schema, null) in [
        (input::<Ways>().unwrap(), vec![]),
        (output::<Ways>().unwrap(), vec![Value::Null]),
    ] {
        let of = |name: &str| &schema["properties"][name];
        assert_eq!(of("mode")["description"], format!("How. {meanings}"));
        assert_eq!(
            of("mode")["enum"],
            Value::from([vec![json!("world"), json!("ui")], null.clone()].concat())
        );
        assert_eq!(of("modes")["items"]["description"], meanings);
        assert_eq!(
            of("perhaps")["items"]["description"],
            "Which way. `up`: Against gravity."
        );
        assert_eq!(of("only")["description"], "Where. The only way. `here`: Nothing else.");
        assert_eq!(of("only")["enum"], Value::from([vec![json!("here")], null].concat()));
        assert_eq!(of("plain")["description"], "The only way. `here`: Nothing else.");
    }
}

#[test]
fn keeps_null_among_explicit_choices_of_an_argument() {
    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "only its schema is read")]
    struct Args {
        /// The value that a condition compares.
        #[schemars(extend("anyOf" = [{ "type": "string" }, { "type": "number" }, { "type": "null" }]))]
        value: Option<Value>,
        /// Maximum number of results.
        limit: Option<u32>,
    }
    let schema = input::<Args>().unwrap();
    let types = json!([{ "type": "string" }, { "type": "number" }, { "type": "null" }]);
    assert_eq!(schema["properties"]["value"]["anyOf"], types);
    assert_eq!(schema["properties"]["limit"]["type"], "integer");
}

#[test]
fn output_schema_allows_null_for_optional_fields() {
    let schema = output::<Everything>().unwrap();
    assert_eq!(schema["properties"]["count"]["type"], json!(["integer", "null"]));
    assert_eq!(schema["properties"]["at"]["type"], json!(["object", "null"]));
    assert_eq!(schema["properties"]["level"]["enum"], json!(["info", "warn", null]));
    assert_eq!(schema.get("additionalProperties"), None);
    let page = output::<Page<Point>>().unwrap();
    assert_eq!(page["required"], json!(["Total", "Items", "NextOffset"]));
    assert_eq!(page["properties"]["NextOffset"]["type"], json!(["integer", "null"]));
}

#[test]
fn generates_empty_object_schema_for_no_arguments() {
    assert_eq!(
        input::<NoArgs>().unwrap(),
        json!({ "type": "object", "properties": {}, "additionalProperties": false })
    );
}

#[test]
fn omits_schema_keywords_that_clients_reject() {
    for text in [
        input::<Everything>().unwrap().to_string(),
        output::<Everything>().unwrap().to_string(),
    ] {
        for word in ["$schema", "$ref", "$defs", "\"title\"", "\"format\"", "oneOf"] {
            assert!(!text.contains(word), "{word} in {text}");
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is wanted")]
struct Tree {
    children: Vec<Self>,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is wanted")]
struct Forest {
    trees: Vec<Tree>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[expect(dead_code, reason = "only its schema is wanted")]
enum Choice {
    A { a: u8 },
    B { b: u8 },
}

#[test]
fn rejects_recursive_and_non_object_schemas() {
    let told = input::<Forest>().unwrap_err();
    assert!(
        matches!(&told, SchemaError::Recursive { inner, .. } if inner == "Tree"),
        "{told}"
    );
    assert!(told.to_string().contains("flat list"));
    assert!(matches!(input::<Tree>(), Err(SchemaError::Recursive { .. })));
    assert!(matches!(input::<Choice>(), Err(SchemaError::Root { found, .. }) if found == "anyOf"));
    assert!(matches!(input::<Vec<u8>>(), Err(SchemaError::Root { .. })));
    assert!(matches!(output::<u8>(), Err(SchemaError::Root { .. })));
}
