//! The reply of a tool: content blocks, a structured result, and notes.
//!
//! Belongs here: creating replies. Does not: errors (`error.rs`).

use crate::members::Extra;

pub use crate::types::{AnnotatedText, Body, Content, Media, ResourceContents, ResourceLink};

impl Content {
    /// Creates a content block with text for the user or a model.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Creates an image block from bytes (not Base64) and a MIME type, e.g. `image/png`.
    pub fn image(data: Vec<u8>, mime_type: impl Into<String>) -> Self {
        Self::Image(Media::new(data, mime_type))
    }

    /// Creates a sound block from bytes (not Base64) and a MIME type, e.g. `audio/wav`.
    pub fn audio(data: Vec<u8>, mime_type: impl Into<String>) -> Self {
        Self::Audio(Media::new(data, mime_type))
    }

    /// Creates a block with the complete contents of a resource, as text.
    pub fn embedded_text(uri: impl Into<String>, mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        Self::EmbeddedResource(ResourceContents::text(uri, mime_type, text))
    }

    /// Creates a block with the complete contents of a resource, as bytes (not Base64).
    pub fn embedded_blob(uri: impl Into<String>, mime_type: impl Into<String>, data: Vec<u8>) -> Self {
        Self::EmbeddedResource(ResourceContents::blob(uri, mime_type, data))
    }

    /// Creates a link to a resource that the client may read.
    pub fn link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::ResourceLink(ResourceLink {
            uri: uri.into(),
            name: name.into(),
            description: None,
            mime_type: None,
            extra: Vec::new(),
        })
    }

    /// Creates a content block of a kind that this type does not know, from the block's MCP JSON.
    pub fn other(block: &serde_json::Value) -> Self {
        Self::Other(block.to_string())
    }
}

impl Media {
    /// Creates the data of an image or sound block: bytes (not Base64) with a MIME type.
    pub fn new(data: Vec<u8>, mime_type: impl Into<String>) -> Self {
        Self {
            data,
            mime_type: mime_type.into(),
            extra: Vec::new(),
        }
    }
}

impl ResourceContents {
    /// Creates the contents of the resource with this URI, as text.
    pub fn text(uri: impl Into<String>, mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(uri, mime_type, Body::Text(text.into()))
    }

    /// Creates the contents of the resource with this URI, as bytes (not Base64).
    pub fn blob(uri: impl Into<String>, mime_type: impl Into<String>, data: Vec<u8>) -> Self {
        Self::new(uri, mime_type, Body::Blob(data))
    }

    fn new(uri: impl Into<String>, mime_type: impl Into<String>, body: Body) -> Self {
        Self {
            uri: uri.into(),
            mime_type: Some(mime_type.into()),
            body,
            extra: Vec::new(),
        }
    }
}

/// The answer of a tool: a structured result, content blocks and notes. `.into()` converts a plain value to a reply. If
/// the structured result contains the whole answer, no content block is needed: the host shows the JSON.
///
/// ```
/// use unity_tools::{Content, Reply};
///
/// let reply = Reply::new(3).with(Content::text("3 scenes")).note("1 scene could not be read");
/// assert_eq!((reply.value(), reply.content().len()), (Some(&3), 1));
/// assert_eq!(reply.notes(), ["1 scene could not be read"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Reply<T> {
    pub(crate) structured: Option<T>,
    pub(crate) content: Vec<Content>,
    pub(crate) diagnostics: Vec<String>,
    pub(crate) is_error: bool,
    pub(crate) extra: Extra,
}

impl<T> Reply<T> {
    /// Creates a reply with a structured result.
    pub fn new(value: T) -> Self {
        Self {
            structured: Some(value),
            content: Vec::new(),
            diagnostics: Vec::new(),
            is_error: false,
            extra: Extra::new(),
        }
    }

    /// Creates a reply with only a text block, for a tool that sets [`crate::ToolInfo::may_answer_text_alone`].
    pub fn text_alone(text: impl Into<String>) -> Self {
        Self {
            structured: None,
            content: vec![Content::text(text)],
            diagnostics: Vec::new(),
            is_error: false,
            extra: Extra::new(),
        }
    }

    /// Creates a reply that reports a failure as a content block, for failures with useful partial results.
    pub fn failed(text: impl Into<String>) -> Self {
        Self {
            structured: None,
            content: vec![Content::text(text)],
            diagnostics: Vec::new(),
            is_error: true,
            extra: Extra::new(),
        }
    }

    /// Adds a content block to the reply, after its existing blocks.
    pub fn with(mut self, block: Content) -> Self {
        self.content.push(block);
        self
    }

    /// Adds a note for the caller, e.g. why the result is partial. A note never turns the reply into an error.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.diagnostics.push(note.into());
        self
    }

    /// Adds several notes for the caller to the reply.
    pub fn note_each(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        self.diagnostics.extend(notes);
        self
    }

    /// Adds at most `most` of `notes` to the reply. If some are omitted, a last note counts them: `and 3 more {what}`.
    pub fn note_first(mut self, notes: impl IntoIterator<Item = String>, most: usize, what: &str) -> Self {
        let mut notes = notes.into_iter();
        self.diagnostics.extend(notes.by_ref().take(most));
        match notes.count() {
            0 => self,
            more => self.note(format!("and {more} more {what}")),
        }
    }

    /// Returns the structured result, or `None` if the reply has none.
    pub fn value(&self) -> Option<&T> {
        self.structured.as_ref()
    }

    /// Returns the content blocks of the reply, in order.
    pub fn content(&self) -> &[Content] {
        &self.content
    }

    /// Returns the reply's notes for the caller, in order.
    pub fn notes(&self) -> &[String] {
        &self.diagnostics
    }
}

impl<T: serde::Serialize> Reply<T> {
    /// Converts the reply to the contents of a resource: the structured result as JSON, with the notes and `_meta`.
    ///
    /// # Errors
    /// If there is no structured result, or if it cannot be written as JSON.
    pub fn into_contents(self) -> Result<crate::Contents, crate::ToolError> {
        let value = self
            .structured
            .ok_or_else(|| crate::ToolError::internal("there is nothing structured to read"))?;
        let contents = self
            .diagnostics
            .into_iter()
            .fold(crate::Contents::json(&value)?, crate::Contents::note);
        let with = |contents: crate::Contents, (key, json)| contents.meta(key, json);
        Ok(self.extra.into_iter().fold(contents, with))
    }
}

impl Reply<()> {
    /// Creates a reply with one text block and no structured result.
    pub fn text(text: impl Into<String>) -> Self {
        Self::blocks(vec![Content::text(text)])
    }

    /// Creates a reply with content blocks and no structured result.
    pub fn blocks(content: Vec<Content>) -> Self {
        Self {
            structured: None,
            content,
            diagnostics: Vec::new(),
            is_error: false,
            extra: Extra::new(),
        }
    }
}

impl<T> From<T> for Reply<T> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

#[cfg(test)]
mod tests {
    use super::Reply;

    #[test]
    fn limits_notes_and_counts_the_rest() {
        let notes = |count: u32| {
            Reply::new(())
                .note_first((0..count).map(|n| format!("n{n}")), 2, "things")
                .notes()
                .to_vec()
        };
        assert_eq!(notes(2), ["n0", "n1"]);
        assert_eq!(notes(5), ["n0", "n1", "and 3 more things"]);
        assert!(notes(0).is_empty());
    }
}
