//! What a field is compared with: in the form of the field's kind, as edits take it, and refused where it can be none of that kind.
//!
//! Belongs here: from a caller's value to a comparable one. Does not: comparing (`compare`), which fields there are (`uses`).

use super::compare::{Item, passes};
use crate::session::members::color::{channels, hex};
use crate::session::members::grammar::layer_bits;
use crate::session::view::WorldView;
use host_api::near::{did_you_mean, near};
use host_bridge::{BridgeError, BridgeErrorKind, Op};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use unity_project::fields::{EnumNames, Kind};
use unity_project::scripts::TypeId;
use unity_project::values::number;

/// The value of one test.
#[derive(Debug)]
pub(super) struct Wanted {
    given: Value,
    /// By the type of the component: fields of one name may be of different kinds.
    by_type: RefCell<HashMap<TypeId, Option<Rc<Form>>>>,
    /// Some component takes it.
    fits: Cell<bool>,
    /// Why the first that does not takes it not, and what would be near.
    refused: RefCell<Option<(String, Vec<String>)>>,
}

/// What is compared.
#[derive(Debug)]
enum Form {
    Value(Value),
    /// The number of an enumeration, or all bits.
    Number(i64),
    /// All of these bits are set.
    Bits(i64),
}

impl Wanted {
    pub(super) fn new(given: Value) -> Self {
        Self {
            given,
            by_type: RefCell::default(),
            fits: Cell::new(false),
            refused: RefCell::default(),
        }
    }

    pub(super) fn holds(&self, view: WorldView<'_>, of: TypeId, item: Item, op: &Op) -> bool {
        let item = untyped_as(item, &self.given);
        let is_comparison = matches!(op, Op::Equal | Op::Unequal | Op::Contains);
        let kind = item.kind.clone().filter(|_| is_comparison && !self.given.is_null());
        let Some(kind) = kind else {
            self.fits.set(true);
            return passes(&item, op, &self.given);
        };
        let known = self.by_type.borrow().get(&of).cloned();
        let form = known.unwrap_or_else(|| {
            let form = match form(view, &kind, op, &self.given) {
                Ok(form) => Some(Rc::new(form)),
                Err(why) => {
                    self.refused.borrow_mut().get_or_insert(why);
                    None
                }
            };
            self.fits.set(self.fits.get() || form.is_some());
            self.by_type.borrow_mut().insert(of, form.clone());
            form
        });
        match form.as_deref() {
            None => false,
            Some(Form::Value(wanted)) => passes(&item, op, wanted),
            Some(Form::Number(number)) => (item.number == Some(*number)) == (*op != Op::Unequal),
            Some(Form::Bits(bits)) => item.number.is_some_and(|number| number & bits == *bits),
        }
    }

    /// Asked once all was looked at.
    ///
    /// # Errors
    /// `InvalidArgument` where no component that was met could have the value.
    pub(super) fn check(&self, field: &str) -> Result<(), BridgeError> {
        let refused = self.refused.borrow();
        let Some((why, near)) = refused.as_ref().filter(|_| !self.fits.get()) else {
            return Ok(());
        };
        let message = format!("where: {field} is compared with {}: {why}", cut(&self.given));
        let error = BridgeError::new(BridgeErrorKind::InvalidArgument, message);
        let error = match did_you_mean(near) {
            Some(meant) => error.with_hint(meant),
            None => error,
        };
        Err(error.with_data(&json!({"argument": "where", "given": self.given, "nearest": near})))
    }
}

type Refused = (String, Vec<String>);

fn form(view: WorldView<'_>, kind: &Kind, op: &Op, given: &Value) -> Result<Form, Refused> {
    let expected = |what: &str| Err((format!("expected {what}"), Vec::new()));
    let as_given = || Ok(Form::Value(given.clone()));
    match (kind, given) {
        (Kind::LayerMask, given) => {
            let bits = mask(view, op, given)?;
            Ok(if *op == Op::Contains {
                Form::Bits(bits)
            } else {
                Form::Number(bits)
            })
        }
        (Kind::Enum(names), given) => enumerated(names, op, given),
        (Kind::Bool, Value::Bool(_)) => as_given(),
        (Kind::Bool, Value::Number(number)) if matches!(number.as_u64(), Some(0 | 1)) => {
            Ok(Form::Value(json!(number.as_u64() == Some(1))))
        }
        (Kind::Bool, _) => expected("true or false"),
        _ if *op == Op::Contains => as_given(),
        (Kind::Int(_), Value::String(digits)) if digits.parse::<i128>().is_ok() => as_given(),
        (Kind::Float | Kind::Double, Value::String(text))
            if matches!(text.as_str(), "Infinity" | "-Infinity" | "NaN") =>
        {
            as_given()
        }
        (Kind::Int(_) | Kind::Float | Kind::Double | Kind::Number, Value::Number(_)) => as_given(),
        (Kind::Int(_) | Kind::Float | Kind::Double, _) => expected("a number"),
        // One that nothing declares may be a flag.
        (Kind::Number | Kind::Untyped, Value::Bool(on)) => Ok(Form::Value(json!(u8::from(*on)))),
        (Kind::Untyped, Value::Number(_) | Value::String(_)) => as_given(),
        (Kind::Untyped, _) => expected("a text as the file spells it, or a number: no source declares its type"),
        (Kind::Number, _) => expected("a number"),
        (Kind::Text, Value::String(_)) => as_given(),
        (Kind::Text, _) => expected("a text"),
        (Kind::Vector(count) | Kind::VectorInt(count), given) => numbers(given, &["x", "y", "z", "w"], *count),
        (Kind::Quaternion | Kind::VectorOrQuaternion, given) => numbers(given, &["x", "y", "z", "w"], 4),
        (Kind::Color | Kind::PackedColor, given) => {
            let opaque = json!(1);
            let of_hex = hex(given).map(|bytes| bytes.map(|byte| json!(f64::from(byte) / 255.0)));
            match of_hex.or_else(|| channels(given, &opaque).map(|parts| parts.map(Value::clone))) {
                Some(parts) => numbers(&json!(parts), &["r", "g", "b", "a"], 4),
                None => expected("a color as [r, g, b, a], or as \"#rrggbb\" or \"#rrggbbaa\""),
            }
        }
        (Kind::Reference(_), Value::Number(_) | Value::Bool(_) | Value::Array(_)) => {
            expected("\"obj:<n>\", an asset path, {\"ref\": …} or null")
        }
        _ => as_given(),
    }
}

/// Of a field whose type nothing declares the value is the file's text. A text is compared with it by spelling; for a number or a flag
/// it is read as a number.
fn untyped_as(mut item: Item, given: &Value) -> Item {
    let may_be = |kind: &Kind| matches!(kind, Kind::Untyped | Kind::Struct(_));
    let is_untyped = match &item.kind {
        Some(Kind::List(Some(kind))) => may_be(kind),
        kind => kind.as_ref().is_some_and(may_be),
    };
    if is_untyped {
        read_as(&mut item.value, given);
    }
    item
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

fn numbers(given: &Value, names: &[&str], count: usize) -> Result<Form, Refused> {
    let names = names.get(..count).unwrap_or(names);
    let parts: Option<Vec<Value>> = match given {
        Value::Array(parts) => Some(parts.clone()),
        Value::Object(parts) if parts.len() == names.len() => {
            names.iter().map(|name| parts.get(*name).cloned()).collect()
        }
        _ => None,
    };
    let parts =
        parts.filter(|parts| parts.len() == count && parts.iter().all(|part| part.is_number() || part.is_string()));
    parts.map(|parts| Form::Value(Value::Array(parts))).ok_or_else(|| {
        (
            format!(
                "expected {count} numbers, [{}]; for one of them compare the field's .{}",
                names.join(", "),
                names.first().unwrap_or(&"x")
            ),
            Vec::new(),
        )
    })
}

fn enumerated(names: &EnumNames, op: &Op, given: &Value) -> Result<Form, Refused> {
    let number = |given: &Value| match given {
        Value::String(name) => names.value(name).ok_or_else(|| {
            let known = names.values.iter().map(|(known, _)| known.as_str());
            (
                format!("{} has no {name:?}; it has {}", names.name, names.listed()),
                near(name, known).iter().map(|name| (*name).to_owned()).collect(),
            )
        }),
        given => given
            .as_i64()
            .ok_or_else(|| (format!("expected a {}: {}", names.name, names.listed()), Vec::new())),
    };
    if !names.flags {
        // A part of a name is no name.
        return match (op, given) {
            (Op::Contains, given) => Ok(Form::Value(given.clone())),
            (_, given) => number(given).map(Form::Number),
        };
    }
    let bits = match given {
        Value::Array(items) => items.iter().try_fold(0, |bits, item| Ok(bits | number(item)?))?,
        given => number(given)?,
    };
    Ok(match op {
        // Of nothing everything has all, which nobody asks: nothing itself is meant.
        Op::Contains if bits != 0 => Form::Bits(bits),
        _ => Form::Number(bits),
    })
}

/// Bits of layers by name or number; a number alone is all bits, but of `contains`, where it is a layer's.
fn mask(view: WorldView<'_>, op: &Op, given: &Value) -> Result<i64, Refused> {
    let layers = &view.library.project().settings.layers;
    let all = i64::from(u32::MAX);
    let of_layer = |item: &Value| -> Result<i64, Refused> {
        if item == "Nothing" {
            return Ok(0);
        }
        layer_bits(layers, item).map(i64::from).ok_or_else(|| {
            let known = || layers.iter().map(String::as_str).filter(|name| !name.is_empty());
            let near = item
                .as_str()
                .map(|name| near(name, known()).iter().map(|name| (*name).to_owned()).collect());
            let listed = known().collect::<Vec<_>>().join(", ");
            (
                format!("the project has no layer {item}; there are {listed}, and Everything and Nothing"),
                near.unwrap_or_default(),
            )
        })
    };
    match given {
        Value::Array(items) => items.iter().try_fold(0, |bits, item| Ok(bits | of_layer(item)?)),
        Value::Number(number) if *op != Op::Contains => {
            let bits = number.as_i64().filter(|bits| (-1..=all).contains(bits));
            let why = || {
                (
                    "expected the mask's bits from 0 to 4294967295, or a list of layers".to_owned(),
                    Vec::new(),
                )
            };
            bits.map(|bits| bits & all).ok_or_else(why)
        }
        given => of_layer(given),
    }
}

fn cut(given: &Value) -> String {
    let text = given.to_string();
    match text.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}
