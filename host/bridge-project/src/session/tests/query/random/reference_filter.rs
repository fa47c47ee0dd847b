//! An evaluation of filters on the values of all rows. It follows the documentation and uses neither field kinds nor
//! the query engine's optimizations.

use super::random_filters::Made;
use super::{Component, Object, Table};
use host_bridge::{FilterNode, Op, Scope, Test};
use serde_json::Value;

/// Returns the matching ids in the order of the rows; `None` if the rows alone do not determine the result.
pub(super) fn evaluate(table: &Table, made: &Made) -> Option<Vec<i64>> {
    let mut found = Vec::new();
    for object in &table.objects {
        let is_searched = match &made.scope {
            Scope::Files(files) => files.contains(&object.file),
            _ => true,
        };
        if is_searched && evaluate_node(object, &made.nodes, made.nodes.len() - 1)? {
            found.push(object.id);
        }
    }
    Some(found)
}

fn evaluate_node(object: &Object, nodes: &[FilterNode], at: usize) -> Option<bool> {
    let below = |node: &u32| evaluate_node(object, nodes, *node as usize);
    Some(match &nodes[at] {
        FilterNode::All(all) => all
            .iter()
            .map(below)
            .collect::<Option<Vec<_>>>()?
            .iter()
            .all(|one| *one),
        FilterNode::Any(any) => any
            .iter()
            .map(below)
            .collect::<Option<Vec<_>>>()?
            .iter()
            .any(|one| *one),
        FilterNode::Not(node) => !below(node)?,
        FilterNode::Under(root) => object.above.contains(&root.0),
        FilterNode::Fact(test) => fact(object, test)?,
        FilterNode::Component(wanted) => {
            let mut any = false;
            for component in object.components.as_ref()? {
                let is_type = component.type_name == wanted.type_name;
                any |= if is_type {
                    all_tests(component, &wanted.tests)?
                } else {
                    false
                };
            }
            any
        }
        FilterNode::Other(..) => return None,
    })
}

fn all_tests(component: &Component, tests: &[Test]) -> Option<bool> {
    let mut all = true;
    for test in tests {
        all &= match component.fields.get(&test.path) {
            Some(value) => passes(value, test)?,
            None => false,
        };
    }
    Some(all)
}

fn fact(object: &Object, test: &Test) -> Option<bool> {
    let value = object.facts.get(&test.path);
    let wanted = test
        .value
        .as_ref()
        .map(|value| value.to_value().expect("JSON"))
        .unwrap_or_default();
    let is_equality = matches!(test.op, Op::Equal | Op::Unequal);
    match (test.path.as_str(), &wanted) {
        // A nested instance belongs to several prefabs, and a row contains one.
        ("prefab", Value::String(_)) if is_equality => return None,
        // Whether any flag is set.
        ("static", Value::Bool(wanted)) if is_equality => {
            let is_set = value?.as_array().map(|flags| !flags.is_empty())?;
            return Some((is_set == *wanted) == (test.op == Op::Equal));
        }
        ("path", Value::String(text)) if !is_equality && !text.contains('[') => {
            return passes(&Value::from(object.plain_path.as_str()), test);
        }
        // A number in a text is the layer's number (a layer with that name comes first), which a row with a name does
        // not contain.
        ("layer", Value::String(text)) if is_equality && text.trim().parse::<f64>().is_ok() => return None,
        // Types by short or full name; the rows do not contain base types.
        ("components", Value::String(_)) if test.op == Op::Contains => return None,
        _ => {}
    }
    match value {
        Some(value) => passes(value, test),
        None => Some(false),
    }
}

fn passes(value: &Value, test: &Test) -> Option<bool> {
    let wanted = test
        .value
        .as_ref()
        .map(|value| value.to_value().expect("JSON"))
        .unwrap_or_default();
    Some(match &test.op {
        Op::Equal => equal(value, &wanted)?,
        Op::Unequal => !equal(value, &wanted)?,
        Op::Greater => compared(value, &wanted)? > 0,
        Op::AtLeast => compared(value, &wanted)? >= 0,
        Op::Less => compared(value, &wanted)? < 0,
        Op::AtMost => compared(value, &wanted)? <= 0,
        Op::Contains => contains(value, &wanted)?,
        Op::Matches => texts(value)
            .iter()
            .any(|text| is_like(&letters(wanted.as_str().unwrap_or_default()), &letters(text))),
        Op::Exists => !value.is_null(),
        Op::Missing => match value {
            Value::Array(items) => items.iter().any(|item| item.get("missing").is_some()),
            value => value.get("missing").is_some(),
        },
        Op::Other(_) => return None,
    })
}

/// Compares two values. `None` if the rows do not decide it, as for a number and a possible enum name.
fn equal(value: &Value, wanted: &Value) -> Option<bool> {
    Some(match (value, wanted) {
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (one.as_f64()?, other.as_f64()?);
            one == other || (one as f32) == (other as f32)
        }
        (Value::String(_), Value::Number(_)) | (Value::Number(_), Value::String(_) | Value::Bool(_)) => return None,
        (Value::Bool(_), Value::Number(_)) => return None,
        // For a field of unknown type, true is 1 and false is 0.
        (Value::String(text), Value::Bool(flag)) => match text.parse::<f64>() {
            Ok(number) => number == f64::from(u8::from(*flag)),
            Err(_) => false,
        },
        // Flags, layers and colors have other forms.
        (Value::Array(items), Value::Array(others)) => {
            if items
                .iter()
                .zip(others)
                .any(|(item, other)| item.is_number() != other.is_number())
            {
                return None;
            }
            if items.iter().chain(others).any(|item| item.is_string()) && items.len() != others.len() {
                return None;
            }
            let mut all = items.len() == others.len();
            for (item, other) in items.iter().zip(others) {
                all &= equal(item, other)?;
            }
            all
        }
        (Value::Array(_), Value::Number(_) | Value::String(_)) => return None,
        (Value::Object(parts), Value::Object(others)) => match (parts.get("ref"), others.get("ref")) {
            (Some(goal), Some(other)) => {
                let same = |name: &str| others.get(name).is_none_or(|other| parts.get(name) == Some(other));
                goal == other && same("sub") && same("component")
            }
            (None, None) => {
                let lost =
                    |map: &serde_json::Map<String, Value>| map.get("missing").or(map.get("unverifiable")).cloned();
                if let (Some(one), Some(other)) = (lost(parts), lost(others)) {
                    return Some(one == other);
                }
                let mut all = parts.len() == others.len();
                for (name, part) in parts {
                    all &= match others.get(name) {
                        Some(other) => equal(part, other)?,
                        None => false,
                    };
                }
                all
            }
            _ => false,
        },
        // A reference by its path, id or name.
        (Value::Object(_), Value::String(text)) => {
            value.get("ref").and_then(Value::as_str) == Some(text)
                || (!text.contains([':', '/'])
                    && value.get("ref").is_some()
                    && value.get("name").and_then(Value::as_str) == Some(text))
        }
        _ => value == wanted,
    })
}

fn compared(value: &Value, wanted: &Value) -> Option<i32> {
    match value {
        Value::Number(_) => {
            let (one, other) = (value.as_f64()?, wanted.as_f64()?);
            Some(i32::from(one > other) - i32::from(one < other))
        }
        // The number of a name, and texts for infinity.
        _ => None,
    }
}

fn contains(value: &Value, wanted: &Value) -> Option<bool> {
    if let Value::Array(items) = value {
        if items.iter().any(Value::is_object) && wanted.is_string() {
            let mut any = false;
            for item in items {
                any |= equal(item, wanted)?;
            }
            return Some(any);
        }
        for item in items {
            // Names and numbers of flags and layers.
            if item.is_string() != wanted.is_string() || wanted.is_array() {
                return None;
            }
            if equal(item, wanted)? {
                return Some(true);
            }
        }
        // All flags at once, or a mask with several bits.
        return if wanted.is_string() || wanted.is_array() || wanted.is_number() {
            None
        } else {
            Some(false)
        };
    }
    let part = wanted.as_str()?;
    Some(texts(value).iter().any(|text| has_part(text, part)))
}

fn has_part(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(map) if map.contains_key("ref") => ["ref", "name"]
            .iter()
            .filter_map(|name| map.get(*name).and_then(Value::as_str))
            .collect(),
        _ => Vec::new(),
    }
}

fn letters(text: &str) -> Vec<char> {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// True if the text matches the glob with `*` and `?`.
fn is_like(glob: &[char], text: &[char]) -> bool {
    let mut row = vec![false; text.len() + 1];
    row[0] = true;
    for letter in glob {
        let mut next = vec![false; text.len() + 1];
        for at in 0..=text.len() {
            next[at] = match letter {
                '*' => row[at] || (at > 0 && next[at - 1]),
                '?' => at > 0 && row[at - 1],
                letter => at > 0 && row[at - 1] && text[at - 1] == *letter,
            };
        }
        row = next;
    }
    row[text.len()]
}
