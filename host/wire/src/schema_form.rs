//! Simplification of the JSON schema of a property: references are resolved, and the type is a single word.

use serde_json::Value;

/// Maximum number of steps (`$ref` or nullable union) to find what a JSON Schema stands for; the search then stops.
const MAX_HOPS: usize = 8;

/// Returns the JSON Schema that `schema` stands for: follows `$ref` within `root`, and unwraps unions with null.
pub fn resolve_schema<'s>(mut schema: &'s Value, root: &'s Value) -> &'s Value {
    for _ in 0..MAX_HOPS {
        let next = match schema.get("$ref").and_then(Value::as_str) {
            Some(reference) => reference.strip_prefix('#').and_then(|pointer| root.pointer(pointer)),
            None => ["anyOf", "oneOf", "allOf"]
                .iter()
                .find_map(|union| schema.get(union)?.as_array())
                .and_then(|ways| {
                    let mut ways = ways.iter().filter(|way| type_of(way) != Some("null"));
                    // A union of constants is an enum, which is not unwrapped.
                    let only = ways.next().filter(|_| ways.next().is_none())?;
                    only.get("const").is_none().then_some(only)
                }),
        };
        match next {
            Some(next) => schema = next,
            None => break,
        }
    }
    schema
}

/// Returns the type in a JSON Schema; the first type other than null if it has several. `None` if it has no type.
pub fn type_of(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::String(one) => Some(one),
        Value::Array(several) => {
            let mut names = several.iter().filter_map(Value::as_str);
            names.clone().find(|name| *name != "null").or_else(|| names.next())
        }
        _ => None,
    }
}
