//! Translates errors of the host: the import's name of a wrong value becomes the name of the tool's argument.
//!
//! The host's error names a value as the import's interface does (`page.cursor`, `aim.direction`). The caller knows
//! this value only as an argument of the tool (`cursor`, `direction`).

use crate::ToolError;
use crate::arguments::Fields;
use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::value::RawValue;
use std::cell::Cell;

/// Keys in the JSON details of a tool error: the name of the wrong argument, and the value that the caller gave for it.
const ARGUMENT: &str = "argument";
const GIVEN: &str = "given";

/// Replaces a host function's name for the wrong argument, in its error, by the tool's own argument name: a field of
/// `A`. `called` maps names of the host to names of the tool; `arguments` is the JSON of the tool call.
#[cold]
pub(crate) fn with_caller_names<'de, A: Deserialize<'de>>(
    error: ToolError,
    called: &[(&str, &str)],
    arguments: &str,
) -> ToolError {
    replace_names(error, called, names::<A>(), arguments)
}

/// Returns the JSON names of the fields of `A`, as serde reads them; empty if `A` is not a plain struct.
fn names<'de, A: Deserialize<'de>>() -> &'static [&'static str] {
    let names = Cell::new(&[][..]);
    // The deserializer fails after it has stored the requested field names.
    let _ = A::deserialize(Names(&names));
    names.get()
}

struct Names<'a>(&'a Cell<&'static [&'static str]>);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom(""))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        self.0.set(fields);
        Err(Error::custom(""))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// Replaces the host's name for a wrong argument, in an error, by the tool's name. Not generic, so compiled only once.
fn replace_names(mut error: ToolError, called: &[(&str, &str)], names: &[&str], arguments: &str) -> ToolError {
    let Some(details) = error.details.as_deref() else {
        return error;
    };
    let Ok(mut fields) = serde_json::from_str::<Fields<'_>>(details) else {
        return error;
    };
    let argument = fields.0.iter().position(|(name, _)| name == ARGUMENT);
    let Some(seam) = argument.and_then(|at| serde_json::from_str::<String>(fields.0.get(at)?.1.get()).ok()) else {
        return error;
    };
    let Some((own, inner)) = own_argument(&seam, called, names) else {
        return error;
    };
    let quoted = format!("`{own}{inner}`");
    // The message must contain the name of the wrong value, too.
    let mut message = error.message.replace(&format!("`{seam}`"), &quoted);
    if !message.contains(own) {
        message = format!("{quoted}: {message}");
    }
    let hint = error
        .hint
        .as_ref()
        .map(|hint| hint.replace(&format!("`{seam}`"), &quoted));
    let Ok(name) = serde_json::to_string(own).and_then(RawValue::from_string) else {
        return error;
    };
    if let Some(field) = argument.and_then(|at| fields.0.get_mut(at)) {
        field.1 = &name;
    }
    // A tool may request more items than the caller wanted, so the error contains the number that the caller gave.
    let asked = serde_json::from_str::<Fields<'_>>(arguments).unwrap_or_default();
    let asked = asked.0.iter().find(|(name, _)| name == own).map(|(_, value)| *value);
    let number = asked.filter(|value| is_number(value.get()));
    let handed = fields.0.iter_mut().find(|(name, _)| name == GIVEN);
    let quoted_number = number.and_then(|number| RawValue::from_string(format!("\"{}\"", number.get())).ok());
    if let (Some(number), Some(handed), Some(text)) = (number, handed, &quoted_number)
        && let plain = handed.1.get().trim_matches('"')
        && is_number(plain)
    {
        message = message.replacen(
            &format!("{quoted} is {plain}"),
            &format!("{quoted} is {}", number.get()),
            1,
        );
        handed.1 = text;
    }
    let details = fields.object_without(fields.0.len());
    let parts = error.parts();
    (parts.message, parts.hint, parts.details) = (message, hint, Some(details));
    error
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
}

/// Returns the tool's name for an argument that the host calls `seam`: the name in `called`, else the one that equals a
/// part of `seam` in any spelling, last part first (`page.max-bytes` is `max_bytes` or `maxBytes`). `None` without one.
/// Also returns the place of the wrong value inside of the argument, such as `[3].set.field`.
fn own_argument<'a>(seam: &str, called: &[(&str, &'a str)], names: &[&'a str]) -> Option<(&'a str, String)> {
    if let Some((_, own)) = called.iter().find(|(host, _)| *host == seam) {
        return Some((own, String::new()));
    }
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let mut end = seam.len();
    for part in seam.rsplit('.') {
        let start = end - part.len();
        let name_end = start + part.find('[').unwrap_or(part.len());
        let is_it = |name: &&&str| seam.get(start..name_end).is_some_and(|part| plain(name) == plain(part));
        if let Some(own) = names.iter().find(is_it).copied() {
            // A text can stand for a record of the host, so only a place in a list is one of the tool's argument, too.
            let inner = seam.get(name_end..).filter(|inner| inner.starts_with('['));
            return Some((own, inner.unwrap_or_default().replace('-', "_")));
        }
        end = start.saturating_sub(1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paging::Limit;

    #[derive(serde::Deserialize)]
    #[expect(dead_code, reason = "only its names are looked at")]
    struct Args {
        #[serde(rename = "in")]
        places: Option<Vec<String>>,
        #[serde(default)]
        limit: Limit<50>,
        cursor: Option<String>,
        max_bytes: Option<u32>,
        direction: Option<[f64; 3]>,
    }

    const CALLED: [(&str, &str); 2] = [("places", "in"), ("filter.type-name", "type")];

    fn renamed_error(seam: &str, message: &str) -> ToolError {
        let error = ToolError::invalid_argument(message).hint(format!("leave `{seam}` out"));
        let error = error.details(serde_json::json!({"given": "7", "argument": seam}));
        replace_names(error, &CALLED, names::<Args>(), r#"{"limit":7,"max_bytes":519}"#)
    }

    #[test]
    fn reports_adjusted_number_as_the_caller_supplied_it() {
        let error = renamed_error("page.max-bytes", "`page.max-bytes` is 7; it must be 1 to 5");
        assert_eq!(error.message, "`max_bytes` is 519; it must be 1 to 5");
        assert_eq!(
            error.details.as_deref(),
            Some(r#"{"given":"519","argument":"max_bytes"}"#)
        );
        let other = renamed_error("page.limit", "`page.limit` is 7; it must be 1 to 5");
        assert_eq!(other.message, "`limit` is 7; it must be 1 to 5");
    }

    #[test]
    fn replaces_host_names_by_argument_names() {
        for (seam, own) in [
            ("page.cursor", "cursor"),
            ("page.limit", "limit"),
            ("aim.direction", "direction"),
            ("places", "in"),
            ("filter.type-name", "type"),
        ] {
            let error = renamed_error(seam, &format!("`{seam}` is 7; it must be 8"));
            assert_eq!(error.message, format!("`{own}` is 7; it must be 8"));
            assert_eq!(error.hint, Some(format!("leave `{own}` out")));
            assert_eq!(
                error.details.as_deref(),
                Some(format!(r#"{{"given":"7","argument":"{own}"}}"#).as_str())
            );
        }
    }

    #[test]
    fn keeps_the_place_of_a_wrong_value_inside_of_its_argument() {
        for (seam, shown, own) in [
            ("in[2]", "in[2]", "in"),
            ("request.in[0].set.field-name", "in[0].set.field_name", "in"),
            ("direction.x", "direction", "direction"),
        ] {
            let error = renamed_error(seam, &format!("`{seam}` is \"_Colr\""));
            assert_eq!(error.message, format!("`{shown}` is \"_Colr\""));
            assert_eq!(error.hint, Some(format!("leave `{shown}` out")));
            let details = error.details.clone().unwrap_or_default();
            assert!(details.contains(&format!(r#""argument":"{own}""#)), "{details}");
        }
    }

    #[test]
    fn adds_argument_name_to_errors_that_lack_it() {
        assert_eq!(
            renamed_error("page.cursor", "it is too old").message,
            "`cursor`: it is too old"
        );
        assert_eq!(renamed_error("elsewhere", "it is too old").message, "it is too old");
        let plain = ToolError::not_found("nothing");
        assert_eq!(replace_names(plain.clone(), &CALLED, names::<Args>(), "{}"), plain);
    }
}
