//! Simplification of a property of a JSON schema: its references are resolved, and its type is one word.

use serde_json::Value;

/// Maximum number of references of a schema that are followed to one property.
const MAX_HOPS: usize = 8;

/// Resolves `$ref` within the schema's own definitions, and unwraps unions that only add null.
pub fn resolve_schema<'s>(mut schema: &'s Value, root: &'s Value) -> &'s Value {
    for _ in 0..MAX_HOPS {
        let next = match schema.get("$ref").and_then(Value::as_str) {
            Some(reference) => reference.strip_prefix('#').and_then(|pointer| root.pointer(pointer)),
            None => ["anyOf", "oneOf", "allOf"]
                .iter()
                .find_map(|union| schema.get(union)?.as_array())
                .and_then(|ways| {
                    let mut ways = ways.iter().filter(|way| type_of(way) != Some("null"));
                    // A union of constants is an enum and is not unwrapped.
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

/// Returns the type of a schema; of several types, the first one that is not null.
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
