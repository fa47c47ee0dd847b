//! Adds a type to each schema without one, and to the items of each array. Clients ignore tools with untyped schemas.
//! Belongs here: completing schemas. Does not: schemas of Rust types (`schema`).

use super::Direction;
use serde_json::{Map, Value, json};

/// Keywords that restrict the type of a value. A schema with one of them needs no further type.
const TYPED: [&str; 7] = ["type", "anyOf", "oneOf", "allOf", "enum", "not", "$ref"];

/// Returns the schema that allows any value, in the form for arguments or for results.
pub(super) fn any(direction: Direction) -> Value {
    let mut schema = Map::new();
    complete(&mut schema, direction);
    Value::Object(schema)
}

/// Adds types to a schema that does not restrict them. Arguments get one schema for each type, since clients reject
/// lists of types. An array in an array then contains only numbers. Results may be nested without a limit.
pub(super) fn complete(schema: &mut Map<String, Value>, direction: Direction) {
    if schema.get("type") == Some(&json!("array")) && !schema.contains_key("items") {
        let items = match schema.get("prefixItems").and_then(Value::as_array) {
            Some(first) => allowed_values(first),
            None => any(direction),
        };
        schema.insert("items".to_owned(), items);
    }
    if TYPED.iter().any(|key| schema.contains_key(*key)) {
        return;
    }
    match direction {
        Direction::Input => {
            // Each listing contains these bytes.
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

/// Returns a schema that allows every value which one of these schemas allows.
fn allowed_values(schemas: &[Value]) -> Value {
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

/// Returns one schema for each JSON type except arrays, as alternatives for any value.
fn plain() -> Vec<Value> {
    let types = ["string", "number", "boolean", "null", "object"];
    types.map(|name| json!({ "type": name })).to_vec()
}
