//! The JSON encoding of tool results. JSON from a guest is copied and not parsed, unless diagnostics are added to an
//! existing member.

use crate::errors::Failure;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use host_api::{ContentBlock, Json, ToolOutcome};
use host_wire::plain_result::{Contents, joined_text, with_diagnostics};
use serde::{Serialize, Serializer};
use serde_json::json;

/// The result of a tool call in the format of this protocol: a JSON object, and further content.
pub(crate) struct ToolAnswer {
    pub(crate) json: Json,
    /// Content blocks of the tool's result that the JSON object does not contain.
    blocks: Vec<ContentBlock>,
}

impl ToolAnswer {
    /// Converts the outcome of a tool. Without structured JSON, its text becomes `{text}`; other blocks follow.
    pub(crate) fn from_outcome(outcome: ToolOutcome) -> Self {
        let mut blocks = outcome.content;
        let json = outcome.structured.unwrap_or_else(|| {
            let text = joined_text(&blocks);
            blocks.retain(|block| !matches!(block, ContentBlock::Text { .. }));
            Json::from_value(&json!({ "text": text }))
        });
        let json = with_diagnostics(&json, &outcome.diagnostics).unwrap_or_else(|| {
            let text = format!("Diagnostics:\n- {}", outcome.diagnostics.join("\n- "));
            blocks.push(ContentBlock::text(text));
            json
        });
        Self { json, blocks }
    }

    /// Encodes the failure of a tool that changes data as a result with `ok: false`.
    pub(crate) fn failed(failure: &Failure) -> Self {
        let mut told = json!({
            "ok": false,
            "error": { "kind": failure.kind, "message": failure.message, "hint": failure.hint },
        });
        if !failure.diagnostics.is_empty() {
            told["diagnostics"] = failure.diagnostics.clone().into();
        }
        Self {
            json: Json::from_value(&told),
            blocks: Vec::new(),
        }
    }
}

impl Serialize for ToolAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Result<'a> {
            content: Vec<Block<'a>>,
        }
        let mut content = vec![Block::Wrapper {
            kind: "text",
            mime_type: "application/json",
            text: self.json.get(),
            json: &self.json,
        }];
        content.extend(self.blocks.iter().map(Block::from_block));
        Result { content }.serialize(serializer)
    }
}

#[derive(Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum Block<'a> {
    Wrapper {
        #[serde(rename = "type")]
        kind: &'static str,
        mime_type: &'static str,
        text: &'a str,
        json: &'a Json,
    },
    Text {
        #[serde(rename = "type")]
        kind: &'static str,
        mime_type: &'static str,
        text: &'a str,
    },
    Media {
        #[serde(rename = "type")]
        kind: &'static str,
        mime_type: &'a str,
        data: String,
    },
    Resource {
        #[serde(rename = "type")]
        kind: &'static str,
        resource: Contents<'a>,
    },
    Link {
        #[serde(rename = "type")]
        kind: &'static str,
        uri: &'a str,
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        description: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        mime_type: Option<&'a str>,
    },
}

impl<'a> Block<'a> {
    fn from_block(block: &'a ContentBlock) -> Self {
        match block {
            ContentBlock::Text { text, .. } => Self::Text {
                kind: "text",
                mime_type: "text/plain",
                text,
            },
            ContentBlock::Image { data, mime_type, .. } => Self::Media {
                kind: "image",
                mime_type,
                data: STANDARD.encode(data),
            },
            ContentBlock::Audio { data, mime_type, .. } => Self::Media {
                kind: "audio",
                mime_type,
                data: STANDARD.encode(data),
            },
            ContentBlock::EmbeddedResource { contents } => Self::Resource {
                kind: "resource",
                resource: Contents::from_contents(contents),
            },
            ContentBlock::ResourceLink {
                uri,
                name,
                description,
                mime_type,
                ..
            } => Self::Link {
                kind: "resource_link",
                uri,
                name,
                description: description.as_deref(),
                mime_type: mime_type.as_deref(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn adds_diagnostics_to_the_object_or_as_a_separate_text() {
        let answer = |structured: &str| {
            serde_json::to_value(ToolAnswer::from_outcome(ToolOutcome {
                structured: Some(Json::parse(structured.to_owned()).expect("JSON")),
                diagnostics: vec!["cut".to_owned()],
                ..ToolOutcome::default()
            }))
            .expect("JSON")
        };
        for (structured, told) in [
            ("{}", json!({ "diagnostics": ["cut"] })),
            (r#"{"b":1,"a":2}"#, json!({ "b": 1, "a": 2, "diagnostics": ["cut"] })),
            (r#"{"diagnostics":["own"]}"#, json!({ "diagnostics": ["own", "cut"] })),
        ] {
            let answer = answer(structured);
            assert_eq!(answer["content"][0]["json"], told);
            let text: Value = serde_json::from_str(answer["content"][0]["text"].as_str().expect("text")).expect("JSON");
            assert_eq!(text, told);
            assert_eq!(answer["content"].as_array().map(Vec::len), Some(1));
        }
        for structured in ["[1]", r#"{"diagnostics":3}"#] {
            let answer = answer(structured);
            assert_eq!(answer["content"][0]["text"], structured);
            assert_eq!(answer["content"][1]["text"], "Diagnostics:\n- cut");
        }
    }
}
