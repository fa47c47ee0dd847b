//! Preparation of a caller's value for the comparison with a field or fact, by its kind and the operator.
//!
//! `compare` compares; `reference_form` has references, `bits` masks and flags.

use super::bits::{enum_form, mask};
use super::comparison_form::{Form, Refused, refuse};
use super::reference_form::reference;
use crate::members::color::{channels, hex};
use crate::query_view::QueryView;
use host_bridge::Op;
use serde_json::{Value, json};
use unity_fields::Kind;
use unity_project::values::enum_value;

/// Prepares the value `given` of a test for the comparison with field values of one kind; the error says why no such
/// field can pass the test.
pub(super) fn form(view: QueryView<'_>, kind: &Kind, op: &Op, given: &Value) -> Result<Form, Refused> {
    match op {
        Op::Equal | Op::Unequal => equal(view, kind, op, given),
        Op::Greater | Op::AtLeast | Op::Less | Op::AtMost => ordered_form(kind, given),
        Op::Contains => contains(view, kind, given),
        Op::Matches => matching(kind, given),
        Op::Exists => Ok(Form::Value(Value::Null)),
        Op::Missing => match kind {
            Kind::Reference(_) | Kind::List(None) => Ok(Form::Value(Value::Null)),
            Kind::List(Some(item)) => match &**item {
                // For a list that no source declares, its elements decide.
                Kind::Reference(_) | Kind::Untyped => Ok(Form::Value(Value::Null)),
                Kind::Struct(_) => refuse(
                    "its items are structures, and only a reference can lead to something that is gone; name a reference in any item, e.g. field[*].target",
                ),
                item => refuse(format!(
                    "it is a list of {item}, and only a reference can lead to something that is gone"
                )),
            },
            kind => refuse(format!(
                "it is {}, and only a reference can lead to something that is gone; for a field that is not set compare it by = with null",
                with_article(kind)
            )),
        },
        Op::Other(name) => refuse(format!("the comparison {name} is not known here")),
    }
}

fn ordered_form(kind: &Kind, given: &Value) -> Result<Form, Refused> {
    match kind {
        Kind::Int(_) | Kind::Float | Kind::Double | Kind::Number | Kind::Untyped => Ok(Form::Value(given.clone())),
        Kind::Enum(names) if !names.flags => Ok(Form::Ordered(given.clone())),
        Kind::Vector(_) | Kind::VectorInt(_) | Kind::Quaternion | Kind::VectorOrQuaternion => refuse(format!(
            "it is a {kind}, and > >= < <= compare numbers; name one part of it, e.g. its .x"
        )),
        Kind::Color | Kind::Color32 | Kind::PackedColor => {
            refuse("it is a color, and > >= < <= compare numbers; name one part of it, e.g. its .r")
        }
        Kind::List(_) => refuse("it is a list, and > >= < <= compare numbers; name an item, [0], or any item, [*]"),
        kind => refuse(format!("it is a {kind}, and > >= < <= compare numbers")),
    }
}

fn matching(kind: &Kind, given: &Value) -> Result<Form, Refused> {
    let has_texts = |kind: &Kind| {
        matches!(
            kind,
            Kind::Text | Kind::Untyped | Kind::Char | Kind::Enum(_) | Kind::LayerMask | Kind::Reference(_)
        )
    };
    match kind {
        Kind::List(Some(item)) if !has_texts(item) => {
            refuse(format!("it is a list of {item}, and `matches` compares texts"))
        }
        Kind::List(_) => glob(given),
        kind if has_texts(kind) => glob(given),
        kind => refuse(format!("it is a {kind}, and `matches` compares texts")),
    }
}

fn glob(given: &Value) -> Result<Form, Refused> {
    match given.as_str() {
        Some(glob) if has_class(glob) => refuse(
            "character classes such as [Bb] are not known, and case is ignored; write ? for one character, also for a bracket",
        ),
        Some(_) => Ok(Form::Value(given.clone())),
        None => refuse("expected a text with * and ?"),
    }
}

fn with_article(kind: &Kind) -> String {
    match kind {
        Kind::Untyped => "a value of no known type".to_owned(),
        kind => format!("a {kind}"),
    }
}

/// Returns true if a glob contains brackets, which many glob syntaxes read as a character class.
pub(crate) fn has_class(glob: &str) -> bool {
    glob.split_once('[').is_some_and(|(_, rest)| rest.contains(']'))
}

fn contains(view: QueryView<'_>, kind: &Kind, given: &Value) -> Result<Form, Refused> {
    let part = || match given {
        Value::String(part) if part.is_empty() => refuse("an empty text is in every text"),
        Value::String(_) => Ok(Form::Value(given.clone())),
        _ => refuse("expected a text, a part of it"),
    };
    match kind {
        Kind::Text | Kind::Untyped | Kind::Char | Kind::Reference(_) => part(),
        Kind::Enum(names) if !names.flags => part(),
        Kind::Enum(names) => enum_form(names, &Op::Contains, given),
        Kind::LayerMask => mask(view, &Op::Contains, given).map(Form::Bits),
        Kind::List(Some(item)) => match (&**item, given) {
            (Kind::Reference(_), given) => reference(view, given),
            (Kind::Untyped, Value::String(_)) => Ok(text_or_asset(view, given)),
            (Kind::Struct(_), Value::String(_) | Value::Number(_) | Value::Bool(_)) => refuse(
                "its items are structures; compare a field of any item, e.g. field[*].name, or give a whole item",
            ),
            (item, given) => equal_item(view, item, given).map(Form::Value),
        },
        Kind::List(None) => Ok(text_or_asset(view, given)),
        Kind::Struct(_) => refuse(format!(
            "it is a {kind}, and `contains` looks into texts and lists; name a field of it, [*] for any item of a list"
        )),
        kind => refuse(format!("it is a {kind}, and `contains` looks into texts and lists")),
    }
}

/// Prepares a test value for a list whose element type is undeclared. A guid can be a text or a reference to an asset.
fn text_or_asset(view: QueryView<'_>, given: &Value) -> Form {
    match reference(view, given) {
        Ok(Form::Value(asset)) if asset != *given => Form::Either([given.clone(), asset]),
        _ => Form::Value(given.clone()),
    }
}

/// Converts a test value to the form in which the JSON of a list with elements of this kind contains it.
fn equal_item(view: QueryView<'_>, item: &Kind, given: &Value) -> Result<Value, Refused> {
    Ok(match (equal(view, item, &Op::Equal, given)?, item) {
        (Form::Value(value), _) => value,
        (Form::Number(number) | Form::Bits(number), Kind::Enum(names)) => enum_value(names, number),
        (Form::Lost(lost), _) => json!({"missing": lost}),
        (Form::Text(_) | Form::Named(_) | Form::Number(_) | Form::Bits(_) | Form::Ordered(_) | Form::Either(_), _) => {
            given.clone()
        }
    })
}

fn equal(view: QueryView<'_>, kind: &Kind, op: &Op, given: &Value) -> Result<Form, Refused> {
    let as_given = || Ok(Form::Value(given.clone()));
    match (kind, given) {
        (Kind::Reference(_), given) => reference(view, given),
        (Kind::List(_), Value::Array(items)) => {
            let Kind::List(Some(item)) = kind else {
                return as_given();
            };
            let items = items.iter().map(|given| equal_item(view, item, given));
            Ok(Form::Value(Value::Array(items.collect::<Result<_, _>>()?)))
        }
        (Kind::List(_), Value::Null) => refuse(
            "it is a list, which is never unset (null); field[*] tests any item of it, and = [] finds an empty list",
        ),
        (Kind::List(_), _) => refuse(
            "it is a list, and = compares a whole list; for one item of it use contains, or name any item as field[*]",
        ),
        (Kind::Struct(_), Value::Null | Value::Object(_) | Value::Array(_)) => as_given(),
        (Kind::Struct(_), _) => refuse(format!(
            "it is a {kind}; name a field of it, or give all of them as an object"
        )),
        (kind, Value::Null) => refuse(format!(
            "it is {}, which is never unset (null): only a reference is; `exists` finds what has such a field",
            with_article(kind)
        )),
        (Kind::LayerMask, given) => mask(view, op, given).map(Form::Number),
        (Kind::Enum(names), given) => enum_form(names, op, given),
        (Kind::Bool, Value::Bool(_)) => as_given(),
        (Kind::Bool, Value::Number(number)) if matches!(number.as_u64(), Some(0 | 1)) => {
            Ok(Form::Value(json!(number.as_u64() == Some(1))))
        }
        (Kind::Bool, _) => refuse("expected true or false"),
        (Kind::Int(_), given) => whole(given).map(Form::Value),
        (Kind::Float | Kind::Double | Kind::Number, Value::String(text))
            if matches!(text.as_str(), "Infinity" | "-Infinity" | "NaN") =>
        {
            as_given()
        }
        (Kind::Float | Kind::Double | Kind::Number, Value::Number(_)) => as_given(),
        // A value without a declared type can be a flag.
        (Kind::Number | Kind::Untyped, Value::Bool(on)) => Ok(Form::Value(json!(u8::from(*on)))),
        (Kind::Untyped, Value::Number(_)) => as_given(),
        (Kind::Untyped, Value::String(text)) => Ok(Form::Text(text.clone())),
        (Kind::Untyped, _) => refuse("expected a text as the file spells it, or a number: no source declares its type"),
        (Kind::Float | Kind::Double | Kind::Number, _) => refuse("expected a number"),
        (Kind::Text, Value::String(text)) => Ok(Form::Text(text.clone())),
        (Kind::Text, _) => refuse("expected a text"),
        (Kind::Char, given) => char_of(given).map(Form::Value),
        (Kind::Vector(count) | Kind::VectorInt(count), given) => numbers(given, &["x", "y", "z", "w"], *count),
        (Kind::Quaternion | Kind::VectorOrQuaternion, given) => numbers(given, &["x", "y", "z", "w"], 4),
        (Kind::Color | Kind::PackedColor, given) => color(given, &json!(1), |byte| json!(f64::from(byte) / 255.0)),
        (Kind::Color32, given) => color(given, &json!(255), |byte| json!(byte)),
    }
}

fn whole(given: &Value) -> Result<Value, Refused> {
    let number = match given {
        Value::String(digits) => digits.parse::<i128>().ok(),
        Value::Number(number) => number
            .as_i64()
            .map(i128::from)
            .or(number.as_u64().map(i128::from))
            .or(number
                .as_f64()
                .filter(|real| real.fract() == 0.0 && real.abs() < 9e15)
                .map(|real| real as i128)),
        _ => return refuse("expected a number"),
    };
    let Some(number) = number else {
        return refuse("expected a number without a fraction");
    };
    match (i64::try_from(number), u64::try_from(number)) {
        (Ok(number), _) => Ok(json!(number)),
        (_, Ok(number)) => Ok(json!(number)),
        _ => refuse("expected a number of at most 64 bits"),
    }
}

fn char_of(given: &Value) -> Result<Value, Refused> {
    let text = match given {
        Value::String(text) => (text.encode_utf16().count() == 1).then(|| given.clone()),
        Value::Number(number) => number.as_u64().and_then(|unit| u16::try_from(unit).ok()).map(|unit| {
            char::from_u32(u32::from(unit)).map_or_else(|| json!(unit), |letter| json!(letter.to_string()))
        }),
        _ => None,
    };
    text.map_or_else(|| refuse("expected one character, or its UTF-16 number"), Ok)
}

fn color(given: &Value, opaque: &Value, of_byte: impl Fn(u8) -> Value) -> Result<Form, Refused> {
    let of_hex = hex(given).map(|bytes| bytes.map(&of_byte));
    match of_hex.or_else(|| channels(given, opaque).map(|parts| parts.map(Value::clone))) {
        Some(parts) => numbers(&json!(parts), &["r", "g", "b", "a"], 4),
        None => refuse("expected a color as [r, g, b, a], or as \"#rrggbb\" or \"#rrggbbaa\""),
    }
}

fn numbers(given: &Value, names: &[&str], count: usize) -> Result<Form, Refused> {
    let names = names.get(..count).unwrap_or(names);
    let parts: Option<Vec<Value>> = match given {
        Value::Array(parts) => Some(parts.clone()),
        Value::Object(parts) if parts.len() == names.len() => {
            names.iter().map(|name| parts.get(*name).cloned()).collect()
        }
        _ => None,
    };
    let is_number = |part: &Value| part.is_number() || part.as_str().is_some_and(|text| text.parse::<f64>().is_ok());
    let parts = parts.filter(|parts| parts.len() == count && parts.iter().all(is_number));
    match parts {
        Some(parts) => Ok(Form::Value(Value::Array(parts))),
        None => refuse(format!(
            "expected {count} numbers, [{}]; for one of them compare the field's .{}",
            names.join(", "),
            names.first().unwrap_or(&"x")
        )),
    }
}
