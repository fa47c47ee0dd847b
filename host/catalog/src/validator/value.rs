//! Compares JSON values as JSON Schema specifies: six kinds, and numbers that are equal regardless of their notation.

use super::budget::{Budget, Exhausted};
use serde_json::{Number, Value};
use std::cmp::Ordering;

/// The kind of a JSON value. `integer` is not a kind, but a number without a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
}

pub(super) fn kind(value: &Value) -> Kind {
    match value {
        Value::Null => Kind::Null,
        Value::Bool(_) => Kind::Boolean,
        Value::Number(_) => Kind::Number,
        Value::String(_) => Kind::String,
        Value::Array(_) => Kind::Array,
        Value::Object(_) => Kind::Object,
    }
}

pub(super) fn is_integer(number: &Number) -> bool {
    whole(number).is_some() || number.as_f64().is_some_and(|float| float.fract() == 0.0)
}

/// Returns the exact integer of a number that is stored without a fraction or exponent; `None` for other numbers.
fn whole(number: &Number) -> Option<i128> {
    number
        .as_i64()
        .map(i128::from)
        .or_else(|| number.as_u64().map(i128::from))
}

/// Compares two numbers by their exact values.
pub(super) fn compare(a: &Number, b: &Number) -> Ordering {
    let float = |number: &Number| number.as_f64().unwrap_or(0.0);
    match (whole(a), whole(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        (Some(a), None) => against_float(a, float(b)),
        (None, Some(b)) => against_float(b, float(a)).reverse(),
        (None, None) => float(a).total_cmp(&float(b)),
    }
}

fn against_float(whole: i128, float: f64) -> Ordering {
    // Every `whole` is within 64 bits, so a saturated float still compares correctly.
    let floor = float.floor();
    whole
        .cmp(&(floor as i128))
        .then(if float > floor { Ordering::Less } else { Ordering::Equal })
}

/// True if `number` is a multiple of `of`. The decimal digits of the notation count, so 0.0075 is a multiple of 0.0001.
pub(super) fn is_multiple(number: &Number, of: &Number) -> bool {
    let (Some(value), Some(step)) = (Decimal::from_number(number), Decimal::from_number(of)) else {
        return false;
    };
    if value.digits == 0 {
        return true;
    }
    // value.digits · 10^(value.exponent - step.exponent) ≡ 0 modulo step.digits
    let shift = value.exponent - step.exponent;
    let modulus = u128::from(step.digits);
    if shift >= 0 {
        let mut remainder = u128::from(value.digits) % modulus;
        for _ in 0..shift {
            if remainder == 0 {
                break;
            }
            remainder = remainder * 10 % modulus;
        }
        remainder == 0
    } else {
        let scaled = u32::try_from(-shift)
            .ok()
            .and_then(|by| 10_u128.checked_pow(by))
            .and_then(|by| by.checked_mul(modulus));
        scaled.is_some_and(|modulus| u128::from(value.digits) % modulus == 0)
    }
}

/// A decimal number `digits · 10^exponent`, without its sign.
struct Decimal {
    digits: u64,
    exponent: i32,
}

impl Decimal {
    fn from_number(number: &Number) -> Option<Self> {
        if let Some(whole) = whole(number) {
            let digits = u64::try_from(whole.unsigned_abs()).ok()?;
            return Some(Self { digits, exponent: 0 });
        }
        // The shortest decimal that represents this float, e.g. `7.5e-3`.
        let text = format!("{:e}", number.as_f64()?.abs());
        let (mantissa, exponent) = text.split_once('e')?;
        let fraction = mantissa.split_once('.').map_or("", |(_, fraction)| fraction);
        Some(Self {
            digits: mantissa.replace('.', "").parse().ok()?,
            exponent: exponent.parse::<i32>().ok()? - i32::try_from(fraction.len()).ok()?,
        })
    }
}

/// True if the values are equal in JSON Schema: 1 equals 1.0, and the order of object members has no influence.
pub(super) fn equal(a: &Value, b: &Value, budget: &mut Budget) -> Result<bool, Exhausted> {
    budget.take(1)?;
    Ok(match (a, b) {
        (Value::Number(a), Value::Number(b)) => compare(a, b) == Ordering::Equal,
        (Value::String(a), Value::String(b)) if a.len() == b.len() => {
            budget.take_bytes(a.len())?;
            a == b
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (a, b) in a.iter().zip(b) {
                if !equal(a, b, budget)? {
                    return Ok(false);
                }
            }
            true
        }
        (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
            for (name, a) in a {
                match b.get(name) {
                    Some(b) if equal(a, b, budget)? => {}
                    _ => return Ok(false),
                }
            }
            true
        }
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        _ => false,
    })
}

/// Appends a text for `value`. Two values have the same text if and only if they are equal in JSON Schema.
pub(super) fn canonical(value: &Value, text: &mut String, budget: &mut Budget) -> Result<(), Exhausted> {
    budget.take(1)?;
    match value {
        Value::Number(number) => match (whole(number), number.as_f64()) {
            (None, Some(float)) if float.fract() == 0.0 && float.abs() < 1e30 => {
                text.push_str(&(float as i128).to_string());
            }
            _ => text.push_str(&number.to_string()),
        },
        Value::Array(items) => {
            text.push('[');
            for item in items {
                canonical(item, text, budget)?;
                text.push(',');
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            budget.take(sorted.len() as u64)?;
            sorted.sort_unstable_by_key(|(name, _)| *name);
            text.push('{');
            for (name, value) in sorted {
                budget.take_bytes(name.len())?;
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                canonical(value, text, budget)?;
                text.push(',');
            }
            text.push('}');
        }
        Value::String(string) => {
            budget.take_bytes(string.len())?;
            text.push_str(&value.to_string());
        }
        Value::Null | Value::Bool(_) => text.push_str(&value.to_string()),
    }
    Ok(())
}
