//! Methods that add optional members, such as icons and `_meta` keys, to MCP objects. `wit/types.wit` defines the
//! allowed members, and the host validates them.
//! Belongs here: the members that each kind of object allows. Does not: their storage (`members`).

use crate::members::{ANNOTATIONS, Extra, add, add_icon};
use crate::prompt::Rendered;
use crate::types::AnnotatedText;
use crate::{Content, Contents, Reply, ResourceInfo, ToolInfo, prompt::PromptInfo};

macro_rules! listed_with_extra {
    ($($info:ident: $what:literal),+) => {$(
        impl $info {
            #[doc = concat!("A member of the listed ", $what, "'s `_meta`: a key with an owner such as `acme.example/cost`, and JSON or a text.")]
            pub fn meta(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
                add(&mut self.extra, key, value);
                self
            }

            /// Adds an icon for clients to the description; its address has `https:` or `data:image/`. May be repeated.
            pub fn icon(mut self, src: &str) -> Self {
                add_icon(&mut self.extra, src);
                self
            }
        }
    )+};
}

listed_with_extra!(ToolInfo: "tool", PromptInfo: "prompt", ResourceInfo: "resource");

impl ResourceInfo {
    /// Sets MCP's annotations of the resource, a JSON object such as `{"audience":["user"],"priority":0.5}`.
    pub fn annotations(mut self, json: impl Into<String>) -> Self {
        add(&mut self.extra, ANNOTATIONS, json);
        self
    }
}

impl Content {
    /// Adds a member to the content block's `_meta`, like [`ToolInfo::meta`]. For an embedded resource it is the
    /// resource's `_meta`. A block of [`Content::other`] ignores the member, because its JSON is already complete.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        if let Some(extra) = self.extra() {
            add(extra, key, value);
        }
        self
    }

    /// Sets MCP's annotations of the content block, a JSON object such as `{"audience":["user"],"priority":0.5}`.
    pub fn annotations(self, json: impl Into<String>) -> Self {
        self.meta(ANNOTATIONS, json)
    }

    /// Adds an icon to a link, like [`ToolInfo::icon`]. The host rejects icons on other blocks, which MCP forbids.
    pub fn icon(mut self, src: &str) -> Self {
        if let Some(extra) = self.extra() {
            add_icon(extra, src);
        }
        self
    }

    /// Returns the mutable optional members of a content block, such as icons and `_meta`. First changes a `Text` to an
    /// `AnnotatedText`, which has such members; returns `None` for `Other`, which has none.
    fn extra(&mut self) -> Option<&mut Extra> {
        if let Self::Text(text) = self {
            *self = Self::AnnotatedText(AnnotatedText {
                text: core::mem::take(text),
                extra: Extra::new(),
            });
        }
        match self {
            Self::AnnotatedText(text) => Some(&mut text.extra),
            Self::Image(media) | Self::Audio(media) => Some(&mut media.extra),
            Self::EmbeddedResource(contents) => Some(&mut contents.extra),
            Self::ResourceLink(link) => Some(&mut link.extra),
            Self::Text(_) | Self::Other(_) => None,
        }
    }
}

impl<T> Reply<T> {
    /// Adds a member to the `_meta` of the tool's result, inside an object whose key is the bundle's id, so any name is
    /// allowed. The value is JSON, or a text.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        add(&mut self.extra, key, value);
        self
    }
}

impl Contents {
    /// Adds a member to the `_meta` of a resource's contents, like [`ToolInfo::meta`] for a tool.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        add(&mut self.extra, key, value);
        self
    }
}

impl Rendered {
    /// Adds a member to the `_meta` of the rendered prompt, like [`ToolInfo::meta`] for a tool.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        add(&mut self.extra, key, value);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_with_members_becomes_annotated_text() {
        let block = Content::text("t").annotations("{}").meta("acme.example/cost", "7");
        let Content::AnnotatedText(text) = &block else {
            panic!("{block:?}");
        };
        assert_eq!(text.text, "t");
        assert_eq!(text.extra[1], ("acme.example/cost".to_owned(), "7".to_owned()));
        assert_eq!(Content::text("t"), Content::Text("t".to_owned()));
    }
}
