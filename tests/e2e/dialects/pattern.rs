//! How a row of a table says what an answer looks like: JSON in which an object matches one that has at least these
//! members, and objects with one `$` member for less than equality.
//!
//! `{"$has": TEXT}` a text that holds TEXT; `{"$is": KIND}` any `string`, `number`, `boolean`, `array`, `object`;
//! `{"$absent": true}` no such member; `{"$only": PATTERN}` an object with these members and no others;
//! `{"$some": PATTERN}` a list with such an item; `{"$each": PATTERN}` a list, not empty, of such items;
//! `{"$text": PATTERN}` a text that is JSON of that form. A list matches one of that length, item by item.

use serde_json::{Map, Value};

/// Every place where `found` differs from `pattern`, in words.
pub(super) fn differences(pattern: &Value, found: &Value) -> Vec<String> {
    let mut told = Vec::new();
    compare("", pattern, Some(found), &mut told);
    told
}

fn compare(at: &str, pattern: &Value, found: Option<&Value>, told: &mut Vec<String>) {
    if let Value::Object(members) = pattern
        && let Some((name, operand)) = members.iter().next()
        && name.starts_with('$')
    {
        return operator(at, name, operand, found, told);
    }
    let Some(found) = found else {
        told.push(format!("{at} is missing, expected {pattern}"));
        return;
    };
    match (pattern, found) {
        (Value::Object(members), Value::Object(of)) => compare_members(at, members, of, told),
        (Value::Array(items), Value::Array(of)) if items.len() == of.len() => {
            for (number, (item, found)) in items.iter().zip(of).enumerate() {
                compare(&format!("{at}/{number}"), item, Some(found), told);
            }
        }
        (pattern, found) if pattern == found => {}
        // 3 and 3.0 are one number in JSON.
        (Value::Number(pattern), Value::Number(found)) if pattern.as_f64() == found.as_f64() => {}
        (pattern, found) => told.push(format!("{at} is {}, expected {pattern}", shorten(found))),
    }
}

fn compare_members(at: &str, members: &Map<String, Value>, of: &Map<String, Value>, told: &mut Vec<String>) {
    for (name, pattern) in members {
        compare(&format!("{at}/{name}"), pattern, of.get(name), told);
    }
}

fn operator(at: &str, name: &str, operand: &Value, found: Option<&Value>, told: &mut Vec<String>) {
    if name == "$absent" {
        if let Some(found) = found {
            told.push(format!("{at} is {}, expected nothing there", shorten(found)));
        }
        return;
    }
    let Some(found) = found else {
        told.push(format!("{at} is missing, expected {name} {operand}"));
        return;
    };
    let fits = |pattern: &Value, item: &Value| differences(pattern, item).is_empty();
    let is_right = match (name, operand, found) {
        ("$has", Value::String(words), Value::String(text)) => text.contains(words.as_str()),
        ("$is", Value::String(kind), found) => kind == kind_of(found),
        ("$some", pattern, Value::Array(items)) => items.iter().any(|item| fits(pattern, item)),
        ("$each", pattern, Value::Array(items)) => !items.is_empty() && items.iter().all(|item| fits(pattern, item)),
        ("$only", Value::Object(members), Value::Object(of)) => {
            compare_members(at, members, of, told);
            let more: Vec<&String> = of.keys().filter(|name| !members.contains_key(*name)).collect();
            if !more.is_empty() {
                told.push(format!("{at} also has {more:?}"));
            }
            true
        }
        ("$text", pattern, Value::String(text)) => match serde_json::from_str(text) {
            Ok(inner) => {
                compare(&format!("{at}$"), pattern, Some(&inner), told);
                true
            }
            Err(_) => false,
        },
        _ => false,
    };
    if !is_right {
        told.push(format!("{at} is {}, expected {name} {operand}", shorten(found)));
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn shorten(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(400) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::differences;
    use serde_json::json;

    #[test]
    fn operators_match_fitting_values_and_name_differences() {
        let found = json!({ "a": "seven words", "b": [1, { "c": 2 }], "t": "{\"x\":1}", "n": null });
        for fitting in [
            json!({}),
            json!({ "a": { "$has": "seven" }, "b": { "$some": { "c": 2 } } }),
            json!({ "b": [1, { "$only": { "c": 2 } }], "z": { "$absent": true }, "n": { "$is": "null" } }),
            json!({ "t": { "$text": { "x": { "$is": "number" } } }, "b": [{ "$is": "number" }, { "$is": "object" }] }),
        ] {
            assert_eq!(differences(&fitting, &found), Vec::<String>::new(), "{fitting}");
        }
        for (wrong, place) in [
            (json!({ "a": "seven" }), "/a is"),
            (json!({ "a": { "$has": "eight" } }), "/a is"),
            (json!({ "b": [1] }), "/b is"),
            (json!({ "b": { "$each": { "$is": "number" } } }), "/b is"),
            (json!({ "z": 1 }), "/z is missing"),
            (json!({ "z": { "$is": "string" } }), "/z is missing"),
            (json!({ "a": { "$absent": true } }), "/a is"),
            (json!({ "b": [1, { "$only": {} }] }), "/b/1 also has"),
            (json!({ "t": { "$text": { "x": 2 } } }), "/t$/x is"),
            (json!({ "a": { "$typo": 1 } }), "/a is"),
        ] {
            let told = differences(&wrong, &found);
            assert!(told.len() == 1 && told[0].starts_with(place), "{wrong}: {told:?}");
        }
    }
}
