//! Further members that a guest gives what MCP carries (`extra`): MCP's own by their names, the rest in `_meta`.
//!
//! Belongs here: how they are shown. Does not: which there may be (`host_catalog`).

use host_api::Extra;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// Keys that are the host's own affair.
const HOST: &str = "unity-tools/";

/// MCP's member of that name.
pub(super) fn own<'a>(extra: &'a Extra, name: &str) -> Option<&'a RawValue> {
    let (_, value) = extra.iter().find(|(key, _)| key == name)?;
    serde_json::from_str(value).ok()
}

/// Everything that has an owner; `None` where there is nothing.
pub(super) fn meta(extra: &Extra) -> Option<Owned<'_>> {
    extra.iter().any(|(key, _)| is_owned(key)).then_some(Owned(extra))
}

fn is_owned(key: &str) -> bool {
    key.contains('/') && !key.starts_with(HOST)
}

/// As one object.
pub(super) struct Owned<'a>(pub(super) &'a Extra);

impl Serialize for Owned<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let owned = self.0.iter().filter(|(key, _)| is_owned(key));
        serializer.collect_map(owned.map(|(key, value)| (key, Member::of(value))))
    }
}

/// JSON where it is some, else a text.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Member<'a> {
    Json(&'a RawValue),
    Text(&'a str),
}

impl<'a> Member<'a> {
    pub(super) fn of(value: &'a str) -> Self {
        serde_json::from_str(value).map_or(Self::Text(value), Self::Json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_with_an_owner_are_meta_and_mcps_own_are_found_by_name() {
        let extra: Extra = [
            ("icons", r#"[{"src":"https://a.example/i.png"}]"#),
            ("acme.example/cost", r#"{"tokens": 7}"#),
            ("acme.example/note", "dear"),
            ("unity-tools/listed-last", "true"),
        ]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .into();
        let shown = serde_json::to_string(&meta(&extra).expect("some")).expect("it serialises");
        assert_eq!(
            shown,
            r#"{"acme.example/cost":{"tokens": 7},"acme.example/note":"dear"}"#
        );
        assert!(own(&extra, "icons").is_some_and(|icons| icons.get().starts_with('[')));
        assert!(own(&extra, "annotations").is_none());
        assert!(meta(&extra[3..].to_vec()).is_none());
    }
}
