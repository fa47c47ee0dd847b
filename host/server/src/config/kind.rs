//! The kinds of configuration values, with their checks and the texts for errors.
//!
//! This module has one check for each kind of value. `keys.rs` assigns a kind to each key.

use super::units;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use toml::Value;

const GRANT: &str = "[\"unity-tools:unity/objects-edit\"]";

/// The kind of a configuration value, which determines the accepted values.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Flag,
    Text,
    /// A path of a file or folder. A relative path is resolved against the folder of the configuration file, or against
    /// the working directory if a flag or a variable sets it.
    Path,
    /// A duration such as `"30s"`; the fields are the minimum and maximum in milliseconds.
    Duration(u64, u64),
    /// A size such as `"64MiB"`; the fields are the minimum and maximum in bytes.
    Size(u64, u64),
    /// A whole number; the fields are the minimum and maximum.
    Count(u64, u64),
    Texts,
    /// A list of imported interfaces, or a table with such lists in `allow` and `deny`.
    Grants,
    /// A SHA-256 in hexadecimal digits.
    Digest,
    /// One socket address with port, or a list of them.
    Addresses,
    Choice(&'static [&'static str]),
    /// One of the words in the first field, or a list of texts; the second field describes this list.
    ChoiceOrTexts(&'static [&'static str], &'static str),
    /// One of the words in the field, or a path.
    ChoiceOrPath(&'static [&'static str]),
    /// Width and height in pixels.
    Screen,
}

impl Kind {
    /// Describes the accepted values, to follow "expected" in an error.
    pub(crate) fn expected(self) -> String {
        match self {
            Self::Flag => "true or false".to_owned(),
            Self::Text => "text in quotes".to_owned(),
            Self::Path => "a path in quotes".to_owned(),
            Self::Duration(least, most) => format!(
                "a duration such as \"30s\", \"500ms\" or \"5m\", from {} to {}",
                units::show_duration(std::time::Duration::from_millis(least)),
                units::show_duration(std::time::Duration::from_millis(most))
            ),
            Self::Size(least, most) => format!(
                "a size such as \"64MiB\" or \"64KiB\", from {} to {}",
                units::show_size(least),
                units::show_size(most)
            ),
            Self::Count(least, most) => format!("a whole number from {least} to {most}"),
            Self::Texts => "a list of texts such as [\"A\", \"B\"]".to_owned(),
            Self::Grants => format!("a list such as {GRANT}, or {{ allow = {GRANT}, deny = {GRANT} }}"),
            Self::Digest => "the SHA-256 of a component, 64 digits 0-9 and a-f".to_owned(),
            Self::Addresses => "an address with port such as \"127.0.0.1:7000\", or a list of them".to_owned(),
            Self::Choice(words) => format!("one of {}", quote_words(words)),
            Self::ChoiceOrTexts(words, list) => format!("one of {}, or a list of {list}", quote_words(words)),
            Self::ChoiceOrPath(words) => format!("one of {}, or a path", quote_words(words)),
            Self::Screen => "width and height such as [1920, 1080], each from 1 to 16384".to_owned(),
        }
    }

    pub(crate) fn accepts(self, value: &Value) -> bool {
        match self {
            Self::Flag => value.is_bool(),
            Self::Text => value.is_str(),
            Self::Path => value.as_str().is_some_and(|text| !text.is_empty()),
            Self::Duration(least, most) => value
                .as_str()
                .and_then(units::duration)
                .is_some_and(|given| (u128::from(least)..=u128::from(most)).contains(&given.as_millis())),
            Self::Size(least, most) => value
                .as_str()
                .and_then(units::size)
                .is_some_and(|given| (least..=most).contains(&given)),
            Self::Count(least, most) => value
                .as_integer()
                .and_then(|given| u64::try_from(given).ok())
                .is_some_and(|given| (least..=most).contains(&given)),
            Self::Texts => all_texts(value),
            Self::Grants => match value {
                Value::Table(table) => table
                    .iter()
                    .all(|(key, list)| matches!(key.as_str(), "allow" | "deny") && all_texts(list)),
                other => all_texts(other),
            },
            Self::Digest => value
                .as_str()
                .is_some_and(|text| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())),
            Self::Addresses => addresses(value).is_some_and(|list| !list.is_empty()),
            Self::Choice(words) => value.as_str().is_some_and(|text| words.contains(&text)),
            Self::ChoiceOrTexts(words, _) => {
                value.as_str().is_some_and(|text| words.contains(&text))
                    || (all_texts(value) && value.as_array().is_some_and(|list| !list.is_empty()))
            }
            Self::ChoiceOrPath(_) => Self::Path.accepts(value),
            Self::Screen => value.as_array().is_some_and(|list| {
                list.len() == 2
                    && list
                        .iter()
                        .all(|side| side.as_integer().is_some_and(|side| (1..=16384).contains(&side)))
            }),
        }
    }

    /// Parses a value from the environment or from `--set`: TOML, in which a bare word is a string.
    pub(crate) fn read(self, text: &str) -> Value {
        let parsed = format!("value = {text}")
            .parse::<toml::Table>()
            .ok()
            .filter(|table| table.len() == 1)
            .and_then(|mut table| table.remove("value"));
        match parsed {
            // A name that looks like a number or a date is still a name.
            Some(value) if self.is_textual() && !value.is_str() => Value::String(text.to_owned()),
            Some(value) => value,
            None => Value::String(text.to_owned()),
        }
    }

    fn is_textual(self) -> bool {
        matches!(
            self,
            Self::Text
                | Self::Path
                | Self::Digest
                | Self::Duration(..)
                | Self::Size(..)
                | Self::Choice(_)
                | Self::ChoiceOrPath(_)
        )
    }
}

/// Parses one address or a list of addresses; `localhost` means 127.0.0.1. `None` if an address is invalid.
pub(crate) fn addresses(value: &Value) -> Option<Vec<SocketAddr>> {
    match value {
        Value::String(one) => Some(vec![address(one)?]),
        Value::Array(list) => list.iter().map(|entry| address(entry.as_str()?)).collect(),
        _ => None,
    }
}

fn address(text: &str) -> Option<SocketAddr> {
    match text.strip_prefix("localhost:") {
        Some(port) => Some(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port.parse().ok()?)),
        None => text.parse().ok(),
    }
}

fn all_texts(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.iter().all(Value::is_str))
}

fn quote_words(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("\"{word}\""))
        .collect::<Vec<_>>()
        .join(", ")
}
