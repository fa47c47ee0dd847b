//! Converts the initializer of a C# field to JSON in the format of `wit/value.md`, if it is a plain value. Other
//! initializers are not evaluated.

use super::serialized::Shape;
use crate::types::{ends_with_parts, named_vector};
use host_csharp::{Field, Initializer};
use serde_json::Value;
use unity_fields::EnumNames;

/// Returns the default value of a field as JSON; `None` if its initializer is not a plain value. `constants` are the
/// constants of the type that declares the field.
pub(super) fn default_value(field: &Field, shape: &Shape, constants: &[&Field]) -> Option<String> {
    let source = field.initializer.as_ref()?;
    let source = match source {
        Initializer::Name(name) if !matches!(shape, Shape::Enum(_)) => {
            let constant = match name.as_slice() {
                [name] => constants.iter().find(|constant| constant.name == *name),
                _ => None,
            };
            constant
                .and_then(|constant| constant.initializer.as_ref())
                .unwrap_or(source)
        }
        _ => source,
    };
    value(source, shape)
}

fn value(source: &Initializer, shape: &Shape) -> Option<String> {
    match (shape, source) {
        (Shape::Bool, Initializer::Bool(value)) => Some(value.to_string()),
        (Shape::Whole(min, max), source) => {
            let whole = match source {
                Initializer::Character(text) => i128::from(single_char(text)? as u32),
                source => whole(source)?,
            };
            let exact = (-(1_i128 << 53)..=1_i128 << 53).contains(&whole);
            let text = if exact {
                whole.to_string()
            } else {
                format!("\"{whole}\"")
            };
            (*min..=*max).contains(&whole).then_some(text)
        }
        (Shape::Single, source) => single_text(source),
        (Shape::Double, source) => number(source)?.parse::<f64>().ok().and_then(finite),
        (Shape::Text, Initializer::Text(text)) => Some(json(text)),
        (Shape::Text, Initializer::Name(name)) if ends_with_parts(name, &["Empty"]) && is_text(name) => {
            Some("\"\"".to_owned())
        }
        (Shape::Character, Initializer::Character(text)) => single_char(text).map(|_| json(text)),
        (Shape::Enum(names), source) => enum_default(names.as_deref(), source),
        (Shape::Vector(count), source) => vector(source, *count),
        (Shape::Quaternion, Initializer::Name(name)) if ends_with_parts(name, &["Quaternion", "identity"]) => {
            Some("[0,0,0,1]".to_owned())
        }
        (
            Shape::Quaternion,
            Initializer::New {
                arguments, items: None, ..
            },
        ) if arguments.len() == 4 => numbers(arguments),
        (Shape::Color, source) => color(source),
        (
            Shape::Color32,
            Initializer::New {
                arguments, items: None, ..
            },
        ) if arguments.len() == 4 => numbers(arguments),
        (Shape::LayerMask, source) => match whole(source)? {
            0 => Some("[]".to_owned()),
            -1 => Some("[\"Everything\"]".to_owned()),
            _ => None,
        },
        (
            Shape::Rect,
            Initializer::New {
                arguments, items: None, ..
            },
        ) if arguments.len() == 4 => {
            let parts: Option<Vec<String>> = arguments.iter().map(single_text).collect();
            let [x, y, width, height] = <[String; 4]>::try_from(parts?).ok()?;
            Some(format!("{{\"x\":{x},\"y\":{y},\"width\":{width},\"height\":{height}}}"))
        }
        (Shape::List(item), source) => list(source, item),
        (Shape::Reference | Shape::Class | Shape::Text, Initializer::Null) => Some("null".to_owned()),
        _ => None,
    }
}

fn list(source: &Initializer, item: &Shape) -> Option<String> {
    let items: &[Initializer] = match source {
        // Unity writes an empty list for null.
        Initializer::Null => &[],
        Initializer::List(items) => items,
        Initializer::New { arguments, items, .. } if arguments.is_empty() => items.as_deref().unwrap_or_default(),
        Initializer::Call(name, 0) if ends_with_parts(name, &["Array", "Empty"]) => &[],
        _ => return None,
    };
    let values: Option<Vec<String>> = items.iter().map(|source| value(source, item)).collect();
    Some(format!("[{}]", values?.join(",")))
}

/// Returns the default value of an enum field as JSON: the member's name, or a list of names for flags.
fn enum_default(names: Option<&EnumNames>, source: &Initializer) -> Option<String> {
    let flags = names.is_some_and(|names| names.flags);
    match source {
        Initializer::Name(path) => {
            let name = path.last()?;
            let known = names.map(|names| names.values.iter().find(|(known, _)| known == name));
            match known {
                Some(None) => None,
                Some(Some((_, 0))) if flags => Some("[]".to_owned()),
                _ if flags => Some(format!("[{}]", json(name))),
                // A member of an unknown enumeration is at least written as `Type.Name`.
                None if path.len() < 2 => None,
                _ => Some(json(name)),
            }
        }
        Initializer::Either(terms) if flags => {
            let each = terms.iter().map(|term| match term {
                Initializer::Name(path) => path
                    .last()
                    .filter(|name| names.is_some_and(|names| names.value(name).is_some())),
                _ => None,
            });
            let each: Option<Vec<&String>> = each.collect();
            Some(format!(
                "[{}]",
                each?.into_iter().map(|name| json(name)).collect::<Vec<_>>().join(",")
            ))
        }
        _ => None,
    }
}

fn vector(source: &Initializer, count: usize) -> Option<String> {
    let parts = match source {
        Initializer::Name(name) if is_of(name, "Vector") => named_vector(name.last()?, count)?,
        Initializer::New {
            arguments, items: None, ..
        } if arguments.is_empty() || (2..=count).contains(&arguments.len()) => {
            let mut parts: Vec<String> = arguments.iter().map(single_text).collect::<Option<_>>()?;
            parts.resize(count, "0".to_owned());
            parts
        }
        _ => return None,
    };
    Some(format!("[{}]", parts.join(",")))
}

fn color(source: &Initializer) -> Option<String> {
    let named = match source {
        Initializer::Name(name) if is_of(name, "Color") => match name.last()?.as_str() {
            "white" => "[1,1,1,1]",
            "black" => "[0,0,0,1]",
            "red" => "[1,0,0,1]",
            "green" => "[0,1,0,1]",
            "blue" => "[0,0,1,1]",
            "cyan" => "[0,1,1,1]",
            "magenta" => "[1,0,1,1]",
            "gray" | "grey" => "[0.5,0.5,0.5,1]",
            "clear" => "[0,0,0,0]",
            _ => return None,
        },
        Initializer::New {
            arguments, items: None, ..
        } if matches!(arguments.len(), 3 | 4) => {
            let mut parts: Vec<String> = arguments.iter().map(single_text).collect::<Option<_>>()?;
            parts.resize(4, "1".to_owned());
            return Some(format!("[{}]", parts.join(",")));
        }
        _ => return None,
    };
    Some(named.to_owned())
}

fn numbers(sources: &[Initializer]) -> Option<String> {
    let parts: Option<Vec<String>> = sources.iter().map(single_text).collect();
    Some(format!("[{}]", parts?.join(",")))
}

/// Formats a number as a 32-bit float with the fewest digits that identify it; `None` if it is no finite number.
fn single_text(source: &Initializer) -> Option<String> {
    let value = number(source)?.parse::<f32>().ok()?;
    value.is_finite().then(|| value.to_string())
}

fn finite(value: f64) -> Option<String> {
    value.is_finite().then(|| value.to_string())
}

/// Returns the decimal digits of a number without its C# suffix; `None` for other initializers.
fn number(source: &Initializer) -> Option<String> {
    let Initializer::Number(written) = source else {
        return None;
    };
    if let Some(whole) = whole(source) {
        return Some(whole.to_string());
    }
    let digits = written.replace('_', "");
    Some(digits.trim_end_matches(['f', 'F', 'd', 'D', 'm', 'M']).to_owned())
}

fn whole(source: &Initializer) -> Option<i128> {
    let Initializer::Number(written) = source else {
        return None;
    };
    let digits = written.replace('_', "");
    let (sign, digits) = digits.strip_prefix('-').map_or((1, digits.as_str()), |rest| (-1, rest));
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']).to_ascii_lowercase();
    let value = if let Some(hex) = digits.strip_prefix("0x") {
        i128::from_str_radix(hex, 16).ok()?
    } else if let Some(bits) = digits.strip_prefix("0b") {
        i128::from_str_radix(bits, 2).ok()?
    } else {
        digits.parse().ok()?
    };
    value.checked_mul(sign)
}

fn single_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars
        .next()
        .filter(|first| chars.next().is_none() && first.len_utf16() == 1)
}

fn json(text: &str) -> String {
    Value::from(text).to_string()
}

fn is_text(name: &[String]) -> bool {
    name.len() > 1
        && name
            .get(name.len() - 2)
            .is_some_and(|class| matches!(class.as_str(), "string" | "String"))
}

/// Returns true if the dotted name is a member of `class`, such as `Vector3.up` or `UnityEngine.Vector3.up`.
fn is_of(name: &[String], class: &str) -> bool {
    name.len() > 1
        && name
            .get(name.len() - 2)
            .is_some_and(|written| written.starts_with(class))
}
