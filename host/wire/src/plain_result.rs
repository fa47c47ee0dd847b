//! Parts of results for protocols with plain JSON results: joined text, diagnostics, contents of resources.
//!
//! The JSON of a guest is copied and not parsed, unless diagnostics are added to an existing member.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use host_api::{ContentBlock, Json, ResourceBody, ResourceContents};
use serde::Serialize;
use serde_json::Value;

/// Joins the text blocks of a tool's result with line breaks. Blocks that are not text are ignored.
pub fn joined_text(blocks: &[ContentBlock]) -> String {
    let texts = blocks.iter().filter_map(|block| match block {
        ContentBlock::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Adds `lines` to the member `diagnostics` of a JSON object. `None` if the JSON is not an object, or if its member
/// `diagnostics` is not a list.
pub fn with_diagnostics(json: &Json, lines: &[String]) -> Option<Json> {
    if lines.is_empty() {
        return Some(json.clone());
    }
    let text = json.get().trim();
    let inside = text.strip_prefix('{')?.strip_suffix('}')?;
    if !inside.contains("\"diagnostics\"") {
        let lines = serde_json::to_string(lines).expect("texts serialise");
        let comma = if inside.trim().is_empty() { "" } else { "," };
        return Json::parse(format!("{{{inside}{comma}\"diagnostics\":{lines}}}")).ok();
    }
    let Value::Object(mut object) = json.to_value() else {
        return None;
    };
    match object.entry("diagnostics").or_insert_with(|| Value::Array(Vec::new())) {
        Value::Array(told) => told.extend(lines.iter().map(|line| line.as_str().into())),
        _ => return None,
    }
    Some(Json::from_value(&Value::Object(object)))
}

/// Encodes the contents of a resource that was read as a JSON object with the member `contents`.
pub fn resource_result(contents: &[ResourceContents]) -> impl Serialize {
    #[derive(Serialize)]
    struct Result<'a> {
        contents: Vec<Contents<'a>>,
    }
    Result {
        contents: contents.iter().map(Contents::from_contents).collect(),
    }
}

/// The contents of one resource as JSON: a text, or binary data in Base64.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Contents<'a> {
    uri: &'a str,
    mime_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blob: Option<String>,
}

impl<'a> Contents<'a> {
    pub fn from_contents(contents: &'a ResourceContents) -> Self {
        let (text, blob) = match &contents.body {
            ResourceBody::Text(text) => (Some(text.as_str()), None),
            ResourceBody::Blob(bytes) => (None, Some(STANDARD.encode(bytes))),
        };
        Self {
            uri: &contents.uri,
            mime_type: contents.mime_type.as_deref().unwrap_or("application/json"),
            text,
            blob,
        }
    }
}
