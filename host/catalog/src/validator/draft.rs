//! The JSON Schema draft that `$schema` specifies.

use super::refusal::Refused;
use serde_json::Value;

/// The supported drafts of JSON Schema, in the order of their publication.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Draft {
    Six,
    Seven,
    Of2019,
    Of2020,
}

impl Draft {
    /// Returns the draft that `$schema` specifies; 2020-12 without `$schema`, as MCP requires.
    pub(super) fn from_schema(root: &Value) -> Result<Self, Refused> {
        let Some(named) = root.get("$schema") else {
            return Ok(Self::Of2020);
        };
        let named = named.as_str().unwrap_or("?").trim_end_matches('#');
        match named.split_once("://").map_or(named, |(_, rest)| rest) {
            "json-schema.org/draft/2020-12/schema" => Ok(Self::Of2020),
            "json-schema.org/draft/2019-09/schema" => Ok(Self::Of2019),
            "json-schema.org/draft-07/schema" => Ok(Self::Seven),
            "json-schema.org/draft-06/schema" => Ok(Self::Six),
            _ => Err(Refused::new(
                "/$schema",
                format!(
                    "`$schema` is `{}`, expected `https://json-schema.org/draft/2020-12/schema` (2019-09, draft-07 and draft-06 are read too)",
                    named.chars().take(80).collect::<String>()
                ),
            )),
        }
    }
}
