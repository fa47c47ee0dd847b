//! Checks the keywords that contain no subschemas.

use super::budget::{Budget, Exhausted};
use super::keyword::{Keyword, Types};
use super::value::{self, Kind};
use serde_json::Value;
use std::cmp::Ordering;
use std::collections::HashSet;

/// True if `value` satisfies the keyword. Keywords with subschemas are not checked here, and return true.
pub(super) fn check_assertion(keyword: &Keyword, value: &Value, budget: &mut Budget) -> Result<bool, Exhausted> {
    Ok(match (keyword, value) {
        (Keyword::Never, _) => false,
        (Keyword::Type(types), value) => is_of(types, value),
        (Keyword::Enum(options), value) => {
            for option in options {
                if value::equal(option, value, budget)? {
                    return Ok(true);
                }
            }
            false
        }
        (Keyword::Const(option), value) => value::equal(option, value, budget)?,
        (Keyword::Minimum(limit), Value::Number(number)) => value::compare(number, limit) != Ordering::Less,
        (Keyword::Maximum(limit), Value::Number(number)) => value::compare(number, limit) != Ordering::Greater,
        (Keyword::ExclusiveMinimum(limit), Value::Number(number)) => value::compare(number, limit) == Ordering::Greater,
        (Keyword::ExclusiveMaximum(limit), Value::Number(number)) => value::compare(number, limit) == Ordering::Less,
        (Keyword::MultipleOf(step), Value::Number(number)) => value::is_multiple(number, step),
        (Keyword::MinLength(limit), Value::String(text)) => characters(text, budget)? >= *limit,
        (Keyword::MaxLength(limit), Value::String(text)) => characters(text, budget)? <= *limit,
        (Keyword::Pattern(pattern), Value::String(text)) => pattern.matches(text, budget)?,
        (Keyword::MinItems(limit), Value::Array(items)) => items.len() as u64 >= *limit,
        (Keyword::MaxItems(limit), Value::Array(items)) => items.len() as u64 <= *limit,
        (Keyword::UniqueItems, Value::Array(items)) => all_differ(items, budget)?,
        (Keyword::MinProperties(limit), Value::Object(members)) => members.len() as u64 >= *limit,
        (Keyword::MaxProperties(limit), Value::Object(members)) => members.len() as u64 <= *limit,
        (Keyword::Required(names), Value::Object(members)) => {
            budget.take(names.len() as u64)?;
            names.iter().all(|name| members.contains_key(name))
        }
        (Keyword::DependentRequired(list), Value::Object(members)) => {
            for (name, names) in list {
                budget.take(1 + names.len() as u64)?;
                if members.contains_key(name) && !names.iter().all(|name| members.contains_key(name)) {
                    return Ok(false);
                }
            }
            true
        }
        _ => true,
    })
}

fn is_of(types: &Types, value: &Value) -> bool {
    let kind = value::kind(value);
    types.kinds.contains(&kind)
        || (types.integer
            && kind == Kind::Number
            && matches!(value, Value::Number(number) if value::is_integer(number)))
}

fn characters(text: &str, budget: &mut Budget) -> Result<u64, Exhausted> {
    budget.take_bytes(text.len())?;
    Ok(text.chars().count() as u64)
}

fn all_differ(items: &[Value], budget: &mut Budget) -> Result<bool, Exhausted> {
    let mut seen = HashSet::new();
    for item in items {
        let mut text = String::new();
        value::canonical(item, &mut text, budget)?;
        if !seen.insert(text) {
            return Ok(false);
        }
    }
    Ok(true)
}
