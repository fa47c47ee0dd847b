//! Content blocks and the contents of resources, as each version of MCP has them.

use crate::dialects::Version;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use host_api::{ContentBlock, ResourceBody, ResourceContents};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

pub(super) fn diagnostics_block(lines: &[String]) -> Block<'static> {
    let mut text = String::from("Diagnostics:");
    for line in lines {
        text.push_str("\n- ");
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
    Image {
        data: Base64<'a>,
        mime_type: &'a str,
    },
    Audio {
        data: Base64<'a>,
        mime_type: &'a str,
    },
    Resource {
        resource: Contents<'a>,
    },
    ResourceLink {
        uri: &'a str,
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        description: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        mime_type: Option<&'a str>,
    },
}

impl<'a> Block<'a> {
    pub(super) fn text(text: &'a str) -> Self {
        Self::Text {
            text: Cow::Borrowed(text),
        }
    }

    /// What a version has no form for becomes text that says so.
    pub(super) fn of(block: &'a ContentBlock, version: Version) -> Self {
        match block {
            ContentBlock::Text { text } => Self::text(text),
            ContentBlock::Image { data, mime_type } => Self::Image {
                data: Base64(data),
                mime_type,
            },
            ContentBlock::Audio { data, mime_type } if version.has_audio() => Self::Audio {
                data: Base64(data),
                mime_type,
            },
            ContentBlock::Audio { data, mime_type } => Self::Text {
                text: Cow::Owned(format!(
                    "[{} bytes of {mime_type}: MCP {} has no audio]",
                    data.len(),
                    version.as_str()
                )),
            },
            ContentBlock::EmbeddedResource { contents } => Self::Resource {
                resource: Contents::of(contents),
            },
            ContentBlock::ResourceLink {
                uri,
                name,
                description,
                mime_type,
            } if version.has_resource_links() => Self::ResourceLink {
                uri,
                name,
                description: description.as_deref(),
                mime_type: mime_type.as_deref(),
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
}

impl<'a> Contents<'a> {
    pub(super) fn of(contents: &'a ResourceContents) -> Self {
        let (text, blob) = match &contents.body {
            ResourceBody::Text(text) => (Some(text.as_str()), None),
            ResourceBody::Blob(bytes) => (None, Some(Base64(bytes))),
        };
        Self {
            uri: &contents.uri,
            mime_type: contents.mime_type.as_deref(),
            text,
            blob,
        }
    }
}

pub(super) struct Base64<'a>(&'a [u8]);

impl Serialize for Base64<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(self.0))
    }
}
