//! Additional members of a guest's content (`extra`) as JSON. Members that MCP defines keep their names, others are put
//! into `_meta`.
//!
//! This module encodes the members. `host_api::extra` defines which members a guest may set.

use host_api::Extra;
use host_api::extra::DIAGNOSTIC;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// Prefix of the `_meta` keys that only the host may write, not a guest.
const HOST: &str = "unity-tools/";

/// Returns the value of a member that a guest added to MCP data; `None` if it is missing or not valid JSON.
pub(crate) fn mcp_member<'a>(extra: &'a Extra, name: &str) -> Option<&'a RawValue> {
    let (_, value) = extra.iter().find(|(key, _)| key == name)?;
    serde_json::from_str(value).ok()
}

/// Returns a guest's members with an owner prefix (`owner/name`) and diagnostics, for `_meta`; `None` without any.
pub(crate) fn meta(extra: &Extra) -> Option<Owned<'_>> {
    let is_shown = |key: &str| is_owned(key) || key == DIAGNOSTIC;
    extra.iter().any(|(key, _)| is_shown(key)).then_some(Owned {
        extra,
        notes_alone: false,
    })
}

pub(crate) fn notes(extra: &Extra) -> Option<Owned<'_>> {
    extra.iter().any(|(key, _)| key == DIAGNOSTIC).then_some(Owned {
        extra,
        notes_alone: true,
    })
}

fn is_owned(key: &str) -> bool {
    key.contains('/') && !key.starts_with(HOST)
}

/// The members of `_meta` that a guest added to its result or contents, as one JSON object.
pub(crate) struct Owned<'a> {
    extra: &'a Extra,
    notes_alone: bool,
}

impl Serialize for Owned<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.entries(&mut map)?;
        map.end()
    }
}

impl Owned<'_> {
    /// Writes the guest's members of `_meta` into a JSON object that can have other members too.
    pub(crate) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let with = |wanted: &dyn Fn(&str) -> bool| self.extra.iter().filter(|(key, _)| wanted(key)).collect::<Vec<_>>();
        for (key, value) in with(&|key| !self.notes_alone && is_owned(key)) {
            map.serialize_entry(key, &Member::parse(value))?;
        }
        // Diagnostics may occur several times. They are encoded as one list, as in a result.
        let notes = with(&|key| key == DIAGNOSTIC);
        if !notes.is_empty() {
            let notes: Vec<&String> = notes.into_iter().map(|(_, note)| note).collect();
            map.serialize_entry("diagnostics", &notes)?;
        }
        Ok(())
    }
}

/// The value of a member that a guest added: JSON if its text is valid JSON, else a string.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Member<'a> {
    Json(&'a RawValue),
    Text(&'a str),
}

impl<'a> Member<'a> {
    pub(crate) fn parse(value: &'a str) -> Self {
        serde_json::from_str(value).map_or(Self::Text(value), Self::Json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puts_owned_members_in_meta_and_finds_mcp_members() {
        let extra: Extra = [
            ("icons", r#"[{"src":"https://a.example/i.png"}]"#),
            ("acme.example/cost", r#"{"tokens": 7}"#),
            ("acme.example/note", "dear"),
            ("unity-tools/listed-last", "true"),
            ("unity-tools/diagnostic", "the list is cut"),
            ("unity-tools/diagnostic", "7"),
        ]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .into();
        let shown = serde_json::to_string(&meta(&extra).expect("some")).expect("it serialises");
        assert_eq!(
            shown,
            r#"{"acme.example/cost":{"tokens": 7},"acme.example/note":"dear","diagnostics":["the list is cut","7"]}"#
        );
        assert!(mcp_member(&extra, "icons").is_some_and(|icons| icons.get().starts_with('[')));
        assert!(mcp_member(&extra, "annotations").is_none());
        assert!(meta(&extra[3..4].to_vec()).is_none());
    }
}
