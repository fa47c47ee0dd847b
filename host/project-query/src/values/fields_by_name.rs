//! Fields by name: suggestions for names that do not exist, and values that are read without the other fields of their
//! component.

use super::name_pair::{csharp, serialized};
use crate::members::rules::is_worth_naming;
use crate::needs_unity::needs_unity_error;
use host_api::similar_names::near_names;
use host_bridge::{BridgeError, BridgeErrorKind};
use serde_json::{Value, json};
use unity_fields::{Kind, is_run_time_only};
use unity_project::expand::Component;
use unity_project::values::number;

/// Returns the error for a field that no component has. `known` are names such as `m_Mass (mass)`.
pub(crate) fn no_field(argument: &str, path: &str, message: String, known: &[String]) -> BridgeError {
    let mut all: Vec<&String> = known.iter().collect();
    all.sort_unstable_by_key(|name| (!is_worth_naming(serialized(name)), csharp(name)));
    let mut known: Vec<&str> = all.into_iter().map(|name| csharp(name)).collect();
    known.dedup();
    let last = path.rsplit('.').next().unwrap_or(path);
    let near = near_names(last, known.iter().copied());
    let hint = match near.as_slice() {
        [] if known.is_empty() => {
            "the part before the last dot has no named parts; an item of a list is [0], and in a filter [*] is any item"
                .to_owned()
        }
        [] => format!("there are: {}", first_of(&known, 30)),
        near => format!("did you mean {}?", near.join(" or ")),
    };
    BridgeError::new(BridgeErrorKind::NotFound, message)
        .with_hint(hint)
        .with_data(&json!({"argument": argument, "given": path, "nearest": near}))
}

/// Joins the first `most` names to a text, followed by the number of the others.
pub(crate) fn first_of(names: &[&str], most: usize) -> String {
    let shown = names.iter().take(most).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Returns the error for a member that exists only while the game runs and is in no file; `None` for any other name.
pub(crate) fn run_time_member_error(argument: &str, given: &str, type_name: &str, path: &str) -> Option<BridgeError> {
    let member = path.split(['.', '[']).next().unwrap_or(path);
    is_run_time_only(type_name, member).then(|| {
        needs_unity_error(&format!("{type_name}.{member}"))
            .with_hint("it exists only while the game runs, and no file has it; leave the fields out to read those that files have")
            .with_data(&json!({"argument": argument, "given": given}))
    })
}

/// Reads a scalar that is directly in a component, and the number of an enum value, without reading other fields.
/// `None` if the whole component must be read.
pub(crate) fn scalar(component: &Component, key: &str, kind: &Kind) -> Option<(Value, Option<i64>)> {
    let (source, at) = component.text.as_ref()?;
    let field = source.document(*at)?.field(key)?;
    let last = component.overrides.as_ref().and_then(|overrides| overrides.last(key));
    let text = last.unwrap_or_else(|| field.scalar());
    match kind {
        Kind::Bool => matches!(&*text, "0" | "1").then(|| (Value::Bool(text == "1"), None)),
        Kind::Enum(names) if !names.flags => {
            let value: i64 = text.trim().parse().ok()?;
            let name = names.values.iter().find(|(_, known)| *known == value);
            let shown = name.map_or_else(|| Value::from(value), |(name, _)| Value::from(name.as_str()));
            Some((shown, Some(value)))
        }
        Kind::Int(_) | Kind::Float | Kind::Double | Kind::Number => Some((number(&text)?, None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hint_lists_likely_field_names_first() {
        let known = [
            "field of view (fieldOfView)",
            "m_Depth (depth)",
            "m_FOVAxisMode (fOVAxisMode)",
            "speed",
        ]
        .map(str::to_owned);
        for (wanted, meant) in [
            ("fieldOview", "fieldOfView"),
            ("Camera.dept", "depth"),
            ("m_Depht", "depth"),
            ("sped", "speed"),
            ("fov", "did you mean fieldOfView"),
        ] {
            let error = no_field("field", wanted, "no".to_owned(), &known);
            assert!(error.hint.expect("a hint").contains(meant), "{wanted}");
        }
        let many: Vec<String> = (0..35).map(|at| format!("part{at:02}")).collect();
        let books = ["m_ObjectHideFlags (objectHideFlags)".to_owned()];
        let many = no_field("field", "zzzzzz", "no".to_owned(), &[&books[..], &many].concat());
        let hint = many.hint.expect("a hint");
        assert!(hint.ends_with("part29 and 6 more") && !hint.contains("Flags"), "{hint}");
        let none = no_field("field", "zzzzzz", "no".to_owned(), &known);
        assert_eq!(
            none.hint.as_deref(),
            Some("there are: depth, fOVAxisMode, fieldOfView, speed")
        );
    }
}
