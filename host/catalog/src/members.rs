//! Further members of what is listed (`extra`): which keys there may be, and what stands behind MCP's own.
//!
//! Belongs here: keys and forms. Does not: which characters a text may hold (`honest`), how MCP shows them (`host_wire`).

use host_api::{Extra, Json, Tree};
use serde_json::Value;
use std::collections::HashSet;

/// Prefixes that MCP keeps for itself (2025-11-25, "General fields: `_meta`").
const RESERVED: [&str; 2] = ["modelcontextprotocol", "mcp"];

/// The problem is a sentence that names the key.
pub(crate) fn check(extra: &Extra) -> Result<(), String> {
    let mut keys = HashSet::new();
    for (key, value) in extra {
        // The host's own keys may come more than once.
        if !key.starts_with("unity-tools/") && !keys.insert(key) {
            return Err(format!("extra has `{key}` twice"));
        }
        if let Some(problem) = Json::ambiguity(value) {
            return Err(format!("extra has a broken `{key}`: {problem}"));
        }
        match key.as_str() {
            "icons" => icons(value)?,
            "annotations" if !is_object(value) => {
                return Err("extra has `annotations` that are no JSON object".to_owned());
            }
            "annotations" => {}
            key => owned(key)?,
        }
    }
    Ok(())
}

fn is_object(text: &str) -> bool {
    matches!(Tree::read(text), Ok(Value::Object(_)))
}

/// A client fetches an icon, so its address may not reach into a network or a file system.
fn icons(text: &str) -> Result<(), String> {
    let list = match Tree::read(text) {
        Ok(Value::Array(list)) => list,
        _ => return Err("extra has `icons` that are no JSON array".to_owned()),
    };
    for icon in &list {
        let address = icon.get("src").and_then(Value::as_str).unwrap_or_default();
        if !address.starts_with("https://") && !address.starts_with("data:image/") {
            return Err("extra has `icons` whose `src` is no https: or data:image/ address".to_owned());
        }
    }
    Ok(())
}

fn owned(key: &str) -> Result<(), String> {
    let (owner, name) = key.split_once('/').unwrap_or_default();
    if owner.is_empty() || name.is_empty() {
        return Err(format!(
            "extra has the key `{key}`; it must be `icons`, `annotations` or `<owner>/<name>`"
        ));
    }
    if owner.split('.').any(|label| RESERVED.contains(&label)) {
        return Err(format!("extra has the key `{key}`, whose owner is MCP itself"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(pairs: &[(&str, &str)]) -> Result<(), String> {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        check(&pairs.iter().map(owned).collect())
    }

    #[test]
    fn members_have_an_owner_or_are_mcps_own_in_their_form() {
        let fine = [
            (
                "icons",
                r#"[{"src":"https://a.example/i.png"},{"src":"data:image/png;base64,AA=="}]"#,
            ),
            ("annotations", r#"{"priority":1}"#),
            ("acme.example/cost", "7"),
            ("acme.example/note", "any text"),
        ];
        assert_eq!(checked(&fine), Ok(()));
        assert_eq!(checked(&[("unity-tools/note", "a"), ("unity-tools/note", "b")]), Ok(()));
        for (pairs, part) in [
            (&[("icons", "7")][..], "no JSON array"),
            (&[("icons", r#"[{"src":"http://10.0.0.1/i.png"}]"#)], "`src`"),
            (&[("icons", r#"[{"src":"file:///etc/passwd"}]"#)], "`src`"),
            (&[("icons", "[7]")], "`src`"),
            (&[("annotations", "[]")], "no JSON object"),
            (&[("cost", "7")], "`<owner>/<name>`"),
            (&[("/cost", "7")], "`<owner>/<name>`"),
            (&[("io.modelcontextprotocol/x", "7")], "MCP itself"),
            (&[("mcp/x", "7")], "MCP itself"),
            (&[("a/b", "1"), ("a/b", "2")], "`a/b` twice"),
            (
                &[("a/b", r#"{"c":1,"c":2}"#)],
                "the member `c` at byte 7 is there twice",
            ),
            (&[("a/b", "1e999")], "beyond what a double holds"),
        ] {
            let problem = checked(pairs).expect_err(part);
            assert!(problem.contains(part), "{problem}");
        }
    }
}
