//! Converts JSON arguments to WIT values, according to the parameter types of the called function.
//!
//! Belongs here: the conversion of each type, which is exact or fails. Does not: the schema of the arguments for
//! clients (`schema`), which the host validates before.

use super::schema::{EXACT, MOST_DEEP};
use host_api::Tree;
use serde_json::{Map, Value};
use wasmtime::component::types::Record;
use wasmtime::component::{Type, Val};

/// Maximum number of values in one call. Each value needs some tens of bytes of memory, even if its JSON is shorter.
const MOST: usize = 200_000;
/// Maximum number of characters of a value in an error message.
const SHOWN: usize = 60;

/// The error message for a wrong argument: its path, its value, the accepted values.
pub(super) type Wrong = String;

/// Converts the members of a JSON object to parameter values, in the order of the parameters. Fails for a wrong member.
pub(super) fn arguments<'a>(parameters: impl Iterator<Item = (&'a str, Type)>, json: &str) -> Result<Vec<Val>, Wrong> {
    let given = Tree::members(json).map_err(|error| format!("the arguments are no JSON object: {error}"))?;
    let mut reader = Reader { left: MOST };
    let mut values = Vec::new();
    let mut known = Vec::new();
    for (name, kind) in parameters {
        values.push(reader.member(&given, name, &kind, &Place::named(name), MOST_DEEP)?);
        known.push(name);
    }
    match given.keys().find(|name| !known.contains(&name.as_str())) {
        Some(unknown) => Err(format!("there is no parameter `{unknown}`; there are {}", list(&known))),
        None => Ok(values),
    }
}

/// The path of a value in the arguments, in backquotes for error messages, such as `` `items[2].name` ``.
struct Place(String);

impl Place {
    fn named(name: &str) -> Self {
        Self(format!("`{name}`"))
    }

    fn member(&self, name: &str) -> Self {
        Self(format!("{}.{name}`", self.0.trim_end_matches('`')))
    }

    fn item(&self, index: usize) -> Self {
        Self(format!("{}[{index}]`", self.0.trim_end_matches('`')))
    }

    fn expected<T>(&self, given: &Value, expected: &str) -> Result<T, Wrong> {
        let text = given.to_string();
        let cut: String = text.chars().take(SHOWN).collect();
        let more = if cut.len() < text.len() { "…" } else { "" };
        Err(format!("{} is {cut}{more}, expected {expected}", self.0))
    }
}

struct Reader {
    left: usize,
}

/// A case of a variant type: its name, and the type of its payload (`None` without payload).
struct Case<'n> {
    name: &'n str,
    kind: Option<Type>,
}

impl Reader {
    /// Converts a member of an object. A missing member of an option type becomes `none`.
    fn member(
        &mut self,
        of: &Map<String, Value>,
        name: &str,
        kind: &Type,
        place: &Place,
        deep: usize,
    ) -> Result<Val, Wrong> {
        match (of.get(name), kind) {
            (Some(value), _) => self.value(value, kind, place, deep),
            (None, Type::Option(_)) => Ok(Val::Option(None)),
            (None, _) => Err(format!("{} is missing", place.0)),
        }
    }

    fn value(&mut self, value: &Value, kind: &Type, place: &Place, deep: usize) -> Result<Val, Wrong> {
        let Some(left) = self.left.checked_sub(1) else {
            return Err(format!("the arguments have more than {MOST} values"));
        };
        self.left = left;
        let Some(deep) = deep.checked_sub(1) else {
            return Err(format!("{} is more than {MOST_DEEP} levels deep", place.0));
        };
        Ok(match kind {
            Type::Bool => match value {
                Value::Bool(value) => Val::Bool(*value),
                other => return place.expected(other, "true or false"),
            },
            Type::S8 => Val::S8(whole(value, place, i8::MIN, i8::MAX)?),
            Type::U8 => Val::U8(whole(value, place, u8::MIN, u8::MAX)?),
            Type::S16 => Val::S16(whole(value, place, i16::MIN, i16::MAX)?),
            Type::U16 => Val::U16(whole(value, place, u16::MIN, u16::MAX)?),
            Type::S32 => Val::S32(whole(value, place, i32::MIN, i32::MAX)?),
            Type::U32 => Val::U32(whole(value, place, u32::MIN, u32::MAX)?),
            Type::S64 => Val::S64(long(value, place, i64::MIN, i64::MAX)?),
            Type::U64 => Val::U64(long(value, place, u64::MIN, u64::MAX)?),
            Type::Float32 => Val::Float32(short_fraction(value, place)?),
            Type::Float64 => Val::Float64(fraction(value, place)?),
            Type::Char => match value.as_str().map(|text| (text.chars().next(), text.chars().nth(1))) {
                Some((Some(one), None)) => Val::Char(one),
                _ => return place.expected(value, "a text of one character"),
            },
            Type::String => match value {
                Value::String(text) => Val::String(text.clone()),
                other => return place.expected(other, "a text"),
            },
            Type::List(list) => self.list(value, &list.ty(), place, deep)?,
            Type::Tuple(tuple) => self.tuple(value, &tuple.types().collect::<Vec<_>>(), place, deep)?,
            Type::Record(record) => self.record(value, record, place, deep)?,
            Type::Option(option) => self.option(value, &option.ty(), place, deep)?,
            Type::Variant(variant) => {
                let cases = variant.cases().map(|case| Case {
                    name: case.name,
                    kind: case.ty,
                });
                let (name, payload) = self.case(value, &cases.collect::<Vec<_>>(), place, deep)?;
                Val::Variant(name, payload)
            }
            Type::Result(result) => {
                let (ok, err) = (result.ok(), result.err());
                let cases = [Case { name: "ok", kind: ok }, Case { name: "err", kind: err }];
                let (name, payload) = self.case(value, &cases, place, deep)?;
                Val::Result(match name == "ok" {
                    true => Ok(payload),
                    false => Err(payload),
                })
            }
            Type::Enum(kind) => {
                let mut names = kind.names();
                match value.as_str().filter(|given| names.any(|name| name == *given)) {
                    Some(name) => Val::Enum(name.to_owned()),
                    None => return place.expected(value, &one_of_names(&kind.names().collect::<Vec<_>>())),
                }
            }
            Type::Flags(flags) => flag_set(value, &flags.names().collect::<Vec<_>>(), place)?,
            _ => return Err(format!("{} is of a type that has no form as JSON", place.0)),
        })
    }

    fn list(&mut self, value: &Value, kind: &Type, place: &Place, deep: usize) -> Result<Val, Wrong> {
        let Value::Array(items) = value else {
            return place.expected(value, "a list");
        };
        let values = items.iter().enumerate();
        let values = values.map(|(at, item)| self.value(item, kind, &place.item(at), deep));
        Ok(Val::List(values.collect::<Result<_, _>>()?))
    }

    fn tuple(&mut self, value: &Value, kinds: &[Type], place: &Place, deep: usize) -> Result<Val, Wrong> {
        let Some(items) = value.as_array().filter(|items| items.len() == kinds.len()) else {
            return place.expected(value, &format!("a list of {} values", kinds.len()));
        };
        let values = items.iter().zip(kinds).enumerate();
        let values = values.map(|(at, (item, kind))| self.value(item, kind, &place.item(at), deep));
        Ok(Val::Tuple(values.collect::<Result<_, _>>()?))
    }

    fn record(&mut self, value: &Value, record: &Record, place: &Place, deep: usize) -> Result<Val, Wrong> {
        let Value::Object(members) = value else {
            return place.expected(value, "an object");
        };
        let mut fields = Vec::new();
        for field in record.fields() {
            let inner = place.member(field.name);
            let value = self.member(members, field.name, &field.ty, &inner, deep)?;
            fields.push((field.name.to_owned(), value));
        }
        let is_known = |name: &String| fields.iter().any(|(known, _)| known == name);
        if let Some(unknown) = members.keys().find(|name| !is_known(name)) {
            let known: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
            return Err(format!("{} has no field `{unknown}`; it has {}", place.0, list(&known)));
        }
        Ok(Val::Record(fields))
    }

    /// Converts `null` to `none`, and another value to an option of `kind`. If `kind` is also an option, the value must
    /// be an object with the member `some`.
    fn option(&mut self, value: &Value, kind: &Type, place: &Place, deep: usize) -> Result<Val, Wrong> {
        let inner = match (value, kind) {
            (Value::Null, _) => return Ok(Val::Option(None)),
            (some, Type::Option(_)) => match only_member(some) {
                Some(("some", inner)) => self.value(inner, kind, &place.member("some"), deep)?,
                _ => return place.expected(some, "null or an object with the member `some`"),
            },
            (some, kind) => self.value(some, kind, place, deep)?,
        };
        Ok(Val::Option(Some(Box::new(inner))))
    }

    /// Converts a case of a variant: the name as a text or, for a case with a payload, an object with one member.
    fn case(
        &mut self,
        value: &Value,
        cases: &[Case<'_>],
        place: &Place,
        deep: usize,
    ) -> Result<(String, Option<Box<Val>>), Wrong> {
        let (given, payload) = match value {
            Value::String(name) => (name.as_str(), None),
            other => match only_member(other) {
                Some((name, payload)) => (name, Some(payload)),
                None => ("", None),
            },
        };
        let known = cases.iter().find(|case| case.name == given);
        match (known.map(|case| case.kind.as_ref()), payload) {
            (Some(Some(kind)), Some(payload)) => {
                let inner = self.value(payload, kind, &place.member(given), deep)?;
                Ok((given.to_owned(), Some(Box::new(inner))))
            }
            (Some(None), None) => Ok((given.to_owned(), None)),
            _ => {
                let forms: Vec<String> = cases
                    .iter()
                    .map(|Case { name, kind }| match kind {
                        Some(_) => format!("{{\"{name}\": …}}"),
                        None => format!("\"{name}\""),
                    })
                    .collect();
                place.expected(value, &format!("one of {}", forms.join(", ")))
            }
        }
    }
}

fn only_member(value: &Value) -> Option<(&str, &Value)> {
    let members = value.as_object().filter(|members| members.len() == 1)?;
    members.iter().next().map(|(name, value)| (name.as_str(), value))
}

/// Returns the value of an integer, including one with a zero fraction such as `2.0`; `None` for other values.
fn as_whole(value: &Value) -> Option<i128> {
    let number = value.as_number()?;
    if let Some(whole) = number.as_i64() {
        return Some(whole.into());
    }
    if let Some(whole) = number.as_u64() {
        return Some(whole.into());
    }
    let wide = number.as_f64()?;
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
    let whole = (wide.fract() == 0.0 && wide.abs() <= EXACT as f64).then_some(wide as i128);
    whole
}

fn whole<T>(value: &Value, place: &Place, least: T, most: T) -> Result<T, Wrong>
where
    T: TryFrom<i128> + std::fmt::Display,
{
    match as_whole(value).and_then(|whole| T::try_from(whole).ok()) {
        Some(whole) => Ok(whole),
        None => place.expected(value, &format!("a whole number from {least} to {most}")),
    }
}

/// Converts a 64-bit integer: a JSON number from -2^53 to 2^53, or a text of digits for any value.
fn long<T>(value: &Value, place: &Place, least: T, most: T) -> Result<T, Wrong>
where
    T: TryFrom<i128> + std::fmt::Display,
{
    let whole = match value {
        Value::String(digits) if !digits.starts_with('+') => digits.parse::<i128>().ok(),
        _ => as_whole(value).filter(|whole| whole.abs() <= EXACT.into()),
    };
    match whole.and_then(|whole| T::try_from(whole).ok()) {
        Some(whole) => Ok(whole),
        None => place.expected(
            value,
            &format!("a whole number from {least} to {most}, as a text where it is beyond {EXACT}"),
        ),
    }
}

fn fraction(value: &Value, place: &Place) -> Result<f64, Wrong> {
    match value {
        Value::Number(number) => number.as_f64().filter(|number| number.is_finite()),
        Value::String(text) => match text.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
    .map_or_else(
        || place.expected(value, "a number, or one of \"NaN\", \"Infinity\", \"-Infinity\""),
        Ok,
    )
}

fn short_fraction(value: &Value, place: &Place) -> Result<f32, Wrong> {
    let wide = fraction(value, place)?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounding to the nearest value is intended, and the range is checked"
    )]
    let narrow = wide as f32;
    if wide.is_finite() && narrow.is_infinite() {
        return place.expected(value, "a number of 32 bits, from -3.4e38 to 3.4e38");
    }
    Ok(narrow)
}

fn flag_set(value: &Value, names: &[&str], place: &Place) -> Result<Val, Wrong> {
    let Value::Array(items) = value else {
        return place.expected(value, &format!("a list of some of {}", list(names)));
    };
    let mut set: Vec<String> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        match item.as_str().filter(|given| names.contains(given)) {
            Some(name) if set.iter().any(|known| known == name) => {
                return place.item(at).expected(item, "each name once");
            }
            Some(name) => set.push(name.to_owned()),
            None => return place.item(at).expected(item, &one_of_names(names)),
        }
    }
    Ok(Val::Flags(set))
}

fn list(names: &[&str]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

fn one_of_names(names: &[&str]) -> String {
    format!("one of {}", list(names))
}
