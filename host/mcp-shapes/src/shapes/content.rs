//! The encoding of content blocks and resource contents for each version of MCP.

use crate::members;
use crate::versions::Version;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use host_api::{ContentBlock, Extra, ResourceBody, ResourceContents};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

pub(super) fn diagnostics_block(lines: &[String]) -> Block<'static> {
    const BEGINNING: &str = "Diagnostics:";
    const BEFORE: &str = "\n- ";
    let bytes = lines.iter().map(|line| BEFORE.len() + line.len()).sum::<usize>();
    let mut text = String::with_capacity(BEGINNING.len() + bytes);
    text.push_str(BEGINNING);
    for line in lines {
        text.push_str(BEFORE);
        text.push_str(line);
    }
    Block::Text { text: Cow::Owned(text) }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Block<'a> {
    Text {
        text: Cow<'a, str>,
    },
    #[serde(rename = "text")]
    AnnotatedText {
        text: &'a str,
        #[serde(flatten)]
        more: More<'a>,
    },
    Image {
        data: Base64<'a>,
        mime_type: &'a str,
        #[serde(flatten)]
        more: More<'a>,
    },
    Audio {
        data: Base64<'a>,
        mime_type: &'a str,
        #[serde(flatten)]
        more: More<'a>,
    },
    Resource {
        resource: Contents<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        annotations: Option<&'a RawValue>,
    },
    ResourceLink {
        uri: &'a str,
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        description: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        mime_type: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        icons: Option<&'a RawValue>,
        #[serde(flatten)]
        more: More<'a>,
    },
}

/// Optional members that content blocks of all kinds share. Only resource links can also have icons, as in MCP.
#[derive(Serialize)]
pub(super) struct More<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<&'a RawValue>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<members::Owned<'a>>,
}

impl<'a> More<'a> {
    fn from_extra(extra: &'a Extra, version: Version) -> Self {
        Self {
            annotations: members::mcp_member(extra, "annotations"),
            meta: members::meta(extra).filter(|_| version.has_meta_in_content()),
        }
    }
}

impl<'a> Block<'a> {
    pub(super) fn text(text: &'a str) -> Self {
        Self::Text {
            text: Cow::Borrowed(text),
        }
    }

    /// Encodes a content block for an MCP version. A kind of block that it lacks becomes text that describes the block.
    pub(super) fn from_block(block: &'a ContentBlock, version: Version) -> Self {
        match block {
            ContentBlock::Text { text, extra } if extra.is_empty() => Self::text(text),
            ContentBlock::Text { text, extra } => Self::AnnotatedText {
                text,
                more: More::from_extra(extra, version),
            },
            ContentBlock::Image { data, mime_type, extra } => Self::Image {
                data: Base64(data),
                mime_type,
                more: More::from_extra(extra, version),
            },
            ContentBlock::Audio { data, mime_type, extra } if version.has_audio() => Self::Audio {
                data: Base64(data),
                mime_type,
                more: More::from_extra(extra, version),
            },
            ContentBlock::Audio { data, mime_type, .. } => Self::Text {
                text: Cow::Owned(format!(
                    "[{} bytes of {mime_type}: MCP {} has no audio]",
                    data.len(),
                    version.as_str()
                )),
            },
            ContentBlock::EmbeddedResource { contents } => Self::Resource {
                resource: Contents::from_contents(contents, version),
                annotations: members::mcp_member(&contents.extra, "annotations"),
            },
            ContentBlock::ResourceLink {
                uri,
                name,
                description,
                mime_type,
                extra,
            } if version.has_resource_links() => Self::ResourceLink {
                uri,
                name,
                description: description.as_deref(),
                mime_type: mime_type.as_deref(),
                icons: members::mcp_member(extra, "icons").filter(|_| version.has_icons()),
                more: More::from_extra(extra, version),
            },
            ContentBlock::ResourceLink { uri, name, .. } => Self::Text {
                text: Cow::Owned(format!("{name}: {uri}")),
            },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Contents<'a> {
    uri: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blob: Option<Base64<'a>>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<members::Owned<'a>>,
}

impl<'a> Contents<'a> {
    /// Converts a resource's contents to the form of the MCP version. Diagnostics are included for every version.
    pub(super) fn from_contents(contents: &'a ResourceContents, version: Version) -> Self {
        let (text, blob) = match &contents.body {
            ResourceBody::Text(text) => (Some(text.as_str()), None),
            ResourceBody::Blob(bytes) => (None, Some(Base64(bytes))),
        };
        Self {
            uri: &contents.uri,
            mime_type: contents.mime_type.as_deref(),
            text,
            blob,
            meta: match version.has_meta_in_content() {
                true => members::meta(&contents.extra),
                false => members::notes(&contents.extra),
            },
        }
    }
}

pub(super) struct Base64<'a>(&'a [u8]);

impl Serialize for Base64<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn extra(pairs: &[(&str, &str)]) -> Extra {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
    }

    fn block_json(block: &ContentBlock, version: Version) -> Value {
        serde_json::to_value(Block::from_block(block, version)).expect("it serialises")
    }

    const ANNOTATIONS: (&str, &str) = ("annotations", r#"{"audience":["user"]}"#);
    const COST: (&str, &str) = ("acme.example/cost", "7");
    /// Each version, with true if content has `_meta`, and true if there are icons.
    const VERSIONS: [(Version, bool, bool); 5] = [
        (Version::V2024_11_05, false, false),
        (Version::V2025_03_26, false, false),
        (Version::V2025_06_18, true, false),
        (Version::V2025_11_25, true, true),
        (Version::V2026_07_28, true, true),
    ];

    #[test]
    fn block_includes_extra_members_that_the_version_supports() {
        let blocks = [
            ContentBlock::Text {
                text: "t".to_owned(),
                extra: extra(&[ANNOTATIONS, COST]),
            },
            ContentBlock::Image {
                data: vec![1],
                mime_type: "image/png".to_owned(),
                extra: extra(&[ANNOTATIONS, COST]),
            },
        ];
        let link = ContentBlock::ResourceLink {
            uri: "unity://scenes".to_owned(),
            name: "scenes".to_owned(),
            description: None,
            mime_type: None,
            extra: extra(&[ANNOTATIONS, COST, ("icons", r#"[{"src":"https://a.example/i.png"}]"#)]),
        };
        for (version, meta, icons) in VERSIONS {
            for block in &blocks {
                let block = block_json(block, version);
                assert_eq!(block["annotations"], json!({ "audience": ["user"] }), "{version:?}");
                let told = meta.then(|| json!({ "acme.example/cost": 7 }));
                assert_eq!(block.get("_meta"), told.as_ref(), "{version:?}");
            }
            assert_eq!(block_json(&blocks[0], version)["type"], "text");
            assert_eq!(block_json(&blocks[0], version)["text"], "t");
            let told = icons.then_some("https://a.example/i.png");
            assert_eq!(
                block_json(&link, version)["icons"][0]["src"].as_str(),
                told,
                "{version:?}"
            );
        }
        let block = block_json(&link, Version::V2025_11_25);
        assert_eq!(block["_meta"], json!({ "acme.example/cost": 7 }));
        assert_eq!(block["annotations"], json!({ "audience": ["user"] }));
    }

    #[test]
    fn embedded_resource_puts_annotations_on_block_and_meta_on_contents() {
        let contents = |pairs: &[(&str, &str)]| ResourceContents {
            uri: "unity://scenes".to_owned(),
            mime_type: None,
            body: ResourceBody::Text("[]".to_owned()),
            extra: extra(pairs),
        };
        let note = ("unity-tools/diagnostic", "cut");
        let embedded = ContentBlock::EmbeddedResource {
            contents: contents(&[ANNOTATIONS, COST, note]),
        };
        for (version, meta, _) in VERSIONS {
            let block = block_json(&embedded, version);
            assert_eq!(block["annotations"], json!({ "audience": ["user"] }), "{version:?}");
            let told = match meta {
                true => json!({ "acme.example/cost": 7, "diagnostics": ["cut"] }),
                false => json!({ "diagnostics": ["cut"] }),
            };
            assert_eq!(block["resource"]["_meta"], told, "{version:?}");
            assert_eq!(block.get("_meta"), None, "{version:?}");
            let read =
                serde_json::to_value(Contents::from_contents(&contents(&[COST]), version)).expect("it serialises");
            assert_eq!(read.get("_meta").is_some(), meta, "{version:?}");
        }
    }
}
