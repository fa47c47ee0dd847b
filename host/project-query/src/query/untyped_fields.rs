//! Values of fields whose type no source declares. Such a value is the text in the file, which can mean a number.

use super::compare::Item;
use serde_json::Value;
use unity_fields::Kind;
use unity_project::values::number;

/// Parses the texts of an item as numbers if `given` is a number or flag; `None` for an item of declared type.
pub(super) fn read_as_given(item: &Item, given: &Value) -> Option<Item> {
    let may_be = |kind: &Kind| matches!(kind, Kind::Untyped | Kind::Struct(_));
    let is_untyped = match &item.kind {
        Some(Kind::List(Some(kind))) => may_be(kind),
        kind => kind.as_ref().is_some_and(may_be),
    };
    is_untyped.then(|| {
        let mut value = item.value.clone();
        read_as(&mut value, given);
        Item {
            value,
            number: item.number,
            kind: item.kind.clone(),
        }
    })
}

fn read_as(value: &mut Value, given: &Value) {
    match (value, given) {
        (value, Value::Number(_) | Value::Bool(_)) if value.is_string() => {
            if let Some(read) = value.as_str().and_then(number) {
                *value = read;
            }
        }
        (Value::Array(items), Value::Array(others)) => {
            let pairs = items.iter_mut().zip(others);
            pairs.for_each(|(item, other)| read_as(item, other));
        }
        (Value::Array(items), given) => items.iter_mut().for_each(|item| read_as(item, given)),
        (Value::Object(parts), Value::Object(others)) => {
            for (name, part) in parts {
                if let Some(other) = others.get(name) {
                    read_as(part, other);
                }
            }
        }
        _ => {}
    }
}
