//! Further members of what MCP carries, as authors add them. Which there may be is said in `wit/types.wit`, and the host checks it.
//!
//! Belongs here: which kind of thing takes which. Does not: how they are kept (`members`).

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

            /// The address of an icon, `https:` or `data:image/`; may be given several times.
            pub fn icon(mut self, src: &str) -> Self {
                add_icon(&mut self.extra, src);
                self
            }
        }
    )+};
}

listed_with_extra!(ToolInfo: "tool", PromptInfo: "prompt", ResourceInfo: "resource");

impl ResourceInfo {
    /// MCP's annotations as a JSON object, such as `{"audience":["user"],"priority":0.5}`.
    pub fn annotations(mut self, json: impl Into<String>) -> Self {
        add(&mut self.extra, ANNOTATIONS, json);
        self
    }
}

impl Content {
    /// A member of the block's `_meta`, as [`ToolInfo::meta`]; of an embedded resource's own. A block of [`Content::other`]
    /// says all of its members in its JSON and gets none.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        if let Some(extra) = self.extra() {
            add(extra, key, value);
        }
        self
    }

    /// MCP's annotations of the block as a JSON object, such as `{"audience":["user"],"priority":0.5}`.
    pub fn annotations(self, json: impl Into<String>) -> Self {
        self.meta(ANNOTATIONS, json)
    }

    /// As [`ToolInfo::icon`], of a link: MCP has icons on no other block, and the host refuses them there.
    pub fn icon(mut self, src: &str) -> Self {
        if let Some(extra) = self.extra() {
            add_icon(extra, src);
        }
        self
    }

    /// A plain text becomes one that has further members.
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
    /// A member of what stands in the result's `_meta` under the bundle's id, so that any name will do; JSON or a text.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        add(&mut self.extra, key, value);
        self
    }
}

impl Contents {
    /// A member of the `_meta` of what is read, as [`ToolInfo::meta`].
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        add(&mut self.extra, key, value);
        self
    }
}

impl Rendered {
    /// A member of the `_meta` of the rendered prompt, as [`ToolInfo::meta`].
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
    fn a_text_with_members_is_no_plain_text_any_more() {
        let block = Content::text("t").annotations("{}").meta("acme.example/cost", "7");
        let Content::AnnotatedText(text) = &block else {
            panic!("{block:?}");
        };
        assert_eq!(text.text, "t");
        assert_eq!(text.extra[1], ("acme.example/cost".to_owned(), "7".to_owned()));
        assert_eq!(Content::text("t"), Content::Text("t".to_owned()));
    }
}
