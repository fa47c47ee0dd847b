//! The answer of a call, independent of the dialect.

use crate::call::Caller;
use crate::error::CallError;
use crate::extra::Extra;
use crate::json::Json;
use std::time::Duration;

/// A tool's result or error.
pub type CallOutcome = Result<ToolOutcome, CallError>;

/// The result of a tool that ran.
#[derive(Clone, Debug, Default)]
pub struct ToolOutcome {
    /// The content blocks in the tool's order. Empty if `structured` contains everything; a dialect then sends
    /// `structured` as text, too.
    pub content: Vec<ContentBlock>,
    pub structured: Option<Json>,
    /// Notes for the caller that never make a result an error.
    pub diagnostics: Vec<String>,
    /// True if the tool itself reports a failure; its content gives details.
    pub is_error: bool,
    pub extra: Option<ResultExtra>,
}

/// Extra members of a result, which are stored in `_meta` under the id of their bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultExtra {
    pub bundle: String,
    pub pairs: Extra,
}

/// A block of content; each variant is a content kind of MCP.
#[derive(Clone, Debug)]
pub enum ContentBlock {
    Text {
        text: String,
        extra: Extra,
    },
    Image {
        data: Vec<u8>,
        mime_type: String,
        extra: Extra,
    },
    Audio {
        data: Vec<u8>,
        mime_type: String,
        extra: Extra,
    },
    EmbeddedResource {
        contents: ResourceContents,
    },
    ResourceLink {
        uri: String,
        name: String,
        description: Option<String>,
        mime_type: Option<String>,
        extra: Extra,
    },
}

impl ContentBlock {
    /// Creates a text block without extra members.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text {
            text: text.into(),
            extra: Extra::new(),
        }
    }
}

/// One item of the contents that reading a resource returns.
#[derive(Clone, Debug)]
pub struct ResourceContents {
    pub uri: String,
    pub mime_type: Option<String>,
    pub body: ResourceBody,
    pub extra: Extra,
}

/// The body of resource contents: text or bytes.
#[derive(Clone, Debug)]
pub enum ResourceBody {
    Text(String),
    Blob(Vec<u8>),
}

/// A request to read one resource.
#[derive(Clone, Debug)]
pub struct ResourceRequest {
    pub uri: String,
    pub caller: Caller,
    pub deadline: Option<Duration>,
}

/// The contents of a resource, one or more items, or an error.
pub type ResourceOutcome = Result<Vec<ResourceContents>, CallError>;

/// A request to render one prompt. Prompt arguments are text (MCP).
#[derive(Clone, Debug)]
pub struct PromptRequest {
    pub name: String,
    pub arguments: Vec<(String, String)>,
    pub caller: Caller,
    pub deadline: Option<Duration>,
}

/// The role of the speaker of a prompt message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    User,
    Assistant,
}

/// One message of a rendered prompt.
#[derive(Clone, Debug)]
pub struct PromptMessage {
    pub role: Role,
    pub content: ContentBlock,
}

/// The messages that rendering a prompt returns.
#[derive(Clone, Debug, Default)]
pub struct RenderedPrompt {
    pub description: Option<String>,
    pub messages: Vec<PromptMessage>,
    pub extra: Extra,
}

/// A rendered prompt, or an error.
pub type PromptOutcome = Result<RenderedPrompt, CallError>;

/// A request for completions of one argument.
#[derive(Clone, Debug)]
pub struct CompletionRequest {
    /// The prompt (by name) or the resource template whose argument is completed.
    pub reference: CompletionReference,
    pub argument: String,
    pub value: String,
    /// Names and values of arguments that the client has already chosen (2025-06-18 `context`).
    pub context: Vec<(String, String)>,
    pub caller: Caller,
}

/// The prompt or resource whose argument is completed.
#[derive(Clone, Debug)]
pub enum CompletionReference {
    Prompt(String),
    ResourceTemplate(String),
}

/// The completions of an argument: at most 100 values (MCP), and the number of all values if known.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    pub values: Vec<String>,
    pub total: Option<u32>,
    pub has_more: bool,
}
