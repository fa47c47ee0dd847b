//! A type for each value that a schema describes, and for the items of each array: clients leave out tools without them.
//!
//! Belongs here: what a schema without a type, and an array without items, become. Does not: schemas of Rust types (`schema`).

use super::Direction;
use serde_json::{Map, Value, json};

/// Keywords of which one says what a value may be.
const TYPED: [&str; 7] = ["type", "anyOf", "oneOf", "allOf", "enum", "not", "$ref"];

/// The schema of any value.
pub(super) fn any(direction: Direction) -> Value {
    let mut schema = Map::new();
    complete(&mut schema, direction);
    Value::Object(schema)
}

/// Adds the types that are missing in `schema`, where it allows values of every type or items of every type.
///
/// Arguments get one schema for each type, since clients refuse lists of types; an array in an array then holds numbers, as a
/// vector does. Results may be nested as they are.
pub(super) fn complete(schema: &mut Map<String, Value>, direction: Direction) {
    if schema.get("type") == Some(&json!("array")) && !schema.contains_key("items") {
        let items = match schema.get("prefixItems").and_then(Value::as_array) {
            Some(first) => one_of(first),
            None => any(direction),
        };
        schema.insert("items".to_owned(), items);
    }
    if TYPED.iter().any(|key| schema.contains_key(*key)) {
        return;
    }
    match direction {
        Direction::Input => {
            // Each listing pays for these bytes.
            let vector = json!({ "type": "array", "items": { "type": "number" } });
            let items = [plain(), vec![vector]].concat();
            let array = json!({ "type": "array", "items": { "anyOf": items } });
            schema.insert("anyOf".to_owned(), Value::Array([plain(), vec![array]].concat()));
        }
        Direction::Output => {
            let all = json!(["string", "number", "boolean", "null", "object", "array"]);
            schema.insert("type".to_owned(), all);
        }
    }
}

/// What each of these schemas allows.
fn one_of(schemas: &[Value]) -> Value {
    let mut each: Vec<Value> = Vec::new();
    for schema in schemas {
        if !each.contains(schema) {
            each.push(schema.clone());
        }
    }
    match each.as_slice() {
        [only] => only.clone(),
        _ => json!({ "anyOf": each }),
    }
}

/// The schemas of all values but arrays.
fn plain() -> Vec<Value> {
    let types = ["string", "number", "boolean", "null", "object"];
    types.map(|name| json!({ "type": name })).to_vec()
}
