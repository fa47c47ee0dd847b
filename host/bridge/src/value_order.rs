//! The order of values, in which the rows of a query are sorted.
//!
//! Belongs here: the order, and the numbers in JSON values. Does not: the comparisons of a filter (`project-query`).

use serde_json::Value;
use std::cmp::Ordering;

/// Returns the value as a number; infinities and whole numbers with over 15 digits are strings in JSON.
pub fn real(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => match text.as_str() {
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            text if text.len() > 15 => text.parse::<i128>().ok().map(|number| number as f64),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the value as an exact whole number; a whole number with over 15 digits is a string in JSON.
pub fn whole(value: &Value) -> Option<i128> {
    match value {
        Value::Number(number) => number.as_i64().map(i128::from).or(number.as_u64().map(i128::from)),
        Value::String(text) if text.len() > 15 => text.parse().ok(),
        _ => None,
    }
}

/// Compares two values in a total order: null, booleans, numbers, texts, then other values by their JSON text.
pub fn order(one: &Value, other: &Value) -> Ordering {
    let rank = |value: &Value| match value {
        Value::Null => 0,
        Value::Bool(_) => 1,
        value if real(value).is_some() => 2,
        Value::String(_) => 3,
        _ => 4,
    };
    rank(one).cmp(&rank(other)).then_with(|| match (one, other) {
        (Value::Bool(one), Value::Bool(other)) => one.cmp(other),
        (Value::String(one), Value::String(other)) => one
            .to_lowercase()
            .cmp(&other.to_lowercase())
            .then_with(|| one.cmp(other)),
        (Value::Array(items), Value::Array(others)) => {
            let pairs = items.iter().zip(others);
            let first = pairs.map(|(one, other)| order(one, other)).find(|order| order.is_ne());
            first.unwrap_or_else(|| items.len().cmp(&others.len()))
        }
        _ => match (real(one), real(other)) {
            _ if whole(one).is_some() && whole(other).is_some() => whole(one).cmp(&whole(other)),
            (Some(one), Some(other)) => one.total_cmp(&other),
            _ => one.to_string().cmp(&other.to_string()),
        },
    })
}
