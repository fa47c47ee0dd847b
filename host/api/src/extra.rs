//! Extra members of MCP objects (WIT `types.extra`): the allowed keys, and the valid values of MCP's own keys.
//!
//! Belongs here: checks of keys and values, in listings and in results. Does not: the allowed characters of listed
//! texts (the catalog), the MCP output (`host_wire`).

use crate::json::{Json, Tree};
use crate::visible::visible;
use serde_json::Value;
use std::collections::HashSet;

/// Additional members that a guest sets on an MCP object, as pairs of key and value: JSON, or else plain text.
pub type Extra = Vec<(String, String)>;

/// The key of a diagnostic message for the reader of a resource. Only this key may occur several times; clients see its
/// values as one list.
pub const DIAGNOSTIC: &str = "unity-tools/diagnostic";

/// The owner part of the keys of extra members that this host defines: `unity-tools/<name>`.
const HOST: &str = "unity-tools";

/// First parts of keys that MCP reserves for itself (2025-11-25, "General fields: `_meta`").
const RESERVED: [&str; 2] = ["modelcontextprotocol", "mcp"];

/// A kind of MCP object that can have extra members. Each kind allows other keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraOf {
    Tool,
    Resource,
    Prompt,
    /// The result of a tool call. MCP sends its members under the id of the bundle, so their keys need no owner.
    Result,
    /// The result of rendering a prompt, which contains its messages.
    Rendered,
    /// A content block with text, an image or audio.
    Block,
    /// A content block that links to a resource.
    Link,
    /// The contents of a resource that was read.
    Contents,
    /// The contents of a resource inside a content block. They can have `annotations`, as the block can.
    Embedded,
}

impl ExtraOf {
    fn has_icons(self) -> bool {
        matches!(self, Self::Tool | Self::Resource | Self::Prompt | Self::Link)
    }

    fn has_annotations(self) -> bool {
        matches!(self, Self::Resource | Self::Block | Self::Link | Self::Embedded)
    }

    /// Returns the `<name>` of each key `unity-tools/<name>` that this host allows on this kind of MCP object.
    fn known_keys(self) -> &'static [&'static str] {
        match self {
            Self::Resource => &["category", "listed-last", "template"],
            Self::Prompt => &["category"],
            Self::Contents | Self::Embedded => &["diagnostic"],
            Self::Tool | Self::Result | Self::Rendered | Self::Block | Self::Link => &[],
        }
    }

    fn describe(self) -> &'static str {
        match self {
            Self::Tool => "a tool",
            Self::Resource => "a resource",
            Self::Prompt => "a prompt",
            Self::Result => "a result",
            Self::Rendered => "a rendered prompt",
            Self::Block => "this block",
            Self::Link => "a resource link",
            Self::Contents => "the contents of a resource",
            Self::Embedded => "an embedded resource",
        }
    }

    /// Checks the keys and values of the extra members of an object of this kind.
    ///
    /// # Errors
    /// Returns a sentence with the first invalid key, the problem and the accepted keys or values.
    pub fn check(self, extra: &[(String, String)]) -> Result<(), String> {
        let mut keys = HashSet::new();
        for (key, value) in extra {
            if key != DIAGNOSTIC && !keys.insert(key) {
                return Err(format!("the key `{}` occurs twice", visible(key)));
            }
            // A diagnostic is shown as plain text.
            if key != DIAGNOSTIC
                && let Some(problem) = Json::ambiguity(value)
            {
                return Err(format!("in the value of `{}`, {problem}", visible(key)));
            }
            self.key(key)?;
            match key.as_str() {
                "icons" if self.has_icons() => icons(value)?,
                "annotations" if self.has_annotations() => annotations(value)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn key(self, key: &str) -> Result<(), String> {
        if self == Self::Result && !key.is_empty() && !key.starts_with("unity-tools/") {
            return Ok(());
        }
        match (self, key) {
            (_, "icons") if self.has_icons() => return Ok(()),
            (_, "annotations") if self.has_annotations() => return Ok(()),
            (Self::Tool, "annotations") => {
                return Err("set the annotations of a tool in the record `annotations`, not in `extra`".to_owned());
            }
            (_, "icons" | "annotations") => return Err(format!("MCP has no `{key}` on {}", self.describe())),
            _ => {}
        }
        let (owner, name) = key.split_once('/').unwrap_or_default();
        if owner.is_empty() || name.is_empty() {
            return Err(format!(
                "the key `{}` has no owner; it must be {}",
                visible(key),
                self.forms()
            ));
        }
        if owner == HOST && !self.known_keys().contains(&name) {
            let known = match self.known_keys() {
                [] => "none".to_owned(),
                known => known
                    .iter()
                    .map(|name| format!("`{HOST}/{name}`"))
                    .collect::<Vec<_>>()
                    .join(", "),
            };
            return Err(format!(
                "the key `{}` is the host's, which reads {known} of {}; use an owner of your own",
                visible(key),
                self.describe()
            ));
        }
        if owner.split('.').any(|label| RESERVED.contains(&label)) {
            return Err(format!(
                "the owner of the key `{}` is MCP itself; use an owner of your own",
                visible(key)
            ));
        }
        Ok(())
    }

    fn forms(self) -> &'static str {
        match (self.has_icons(), self.has_annotations()) {
            (true, true) => "`icons`, `annotations` or `<owner>/<name>`",
            (true, false) => "`icons` or `<owner>/<name>`",
            (false, true) => "`annotations` or `<owner>/<name>`",
            (false, false) => "`<owner>/<name>`",
        }
    }
}

/// Checks the JSON value of `icons`: addresses (clients fetch them, so `https:` and `data:image/` only) and the types
/// of the other fields. Strict clients reject a whole list or result with one wrong type.
fn icons(text: &str) -> Result<(), String> {
    let Ok(Value::Array(list)) = Tree::read(text) else {
        return Err("`icons` is not a JSON array".to_owned());
    };
    for icon in &list {
        let address = icon.get("src").and_then(Value::as_str).unwrap_or_default();
        if !address.starts_with("https://") && !address.starts_with("data:image/") {
            return Err("`icons` contains an icon whose `src` is not an https: or data:image/ address".to_owned());
        }
        if icon.get("mimeType").is_some_and(|kind| !kind.is_string()) {
            return Err("`icons` contains an icon whose `mimeType` is not a string".to_owned());
        }
        let are_texts = |sizes: &Value| sizes.as_array().is_some_and(|all| all.iter().all(Value::is_string));
        if icon.get("sizes").is_some_and(|sizes| !are_texts(sizes)) {
            return Err("`icons` contains an icon whose `sizes` is not a list of strings such as `48x48`".to_owned());
        }
        let is_theme = |theme: &Value| matches!(theme.as_str(), Some("light" | "dark"));
        if icon.get("theme").is_some_and(|theme| !is_theme(theme)) {
            return Err("`icons` contains an icon whose `theme` is neither `light` nor `dark`".to_owned());
        }
    }
    Ok(())
}

fn annotations(text: &str) -> Result<(), String> {
    let Ok(Value::Object(given)) = Tree::read(text) else {
        return Err("`annotations` is not a JSON object".to_owned());
    };
    let is_role = |role: &Value| matches!(role.as_str(), Some("user" | "assistant"));
    for (name, value) in &given {
        let (fits, expected) = match name.as_str() {
            "audience" => (
                value.as_array().is_some_and(|all| all.iter().all(is_role)),
                "a list of `user` and `assistant`",
            ),
            "priority" => (
                value.as_f64().is_some_and(|one| (0.0..=1.0).contains(&one)),
                "a number from 0 to 1",
            ),
            "lastModified" => (value.is_string(), "a string such as `2026-01-12T15:00:58Z`"),
            _ => continue,
        };
        if !fits {
            return Err(format!("`annotations` has a `{name}` that is not {expected}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
