//! The requests for resources, prompts and completions, and the results of all calls, independent of the dialect.

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
    /// The content blocks in the tool's order. If empty, `structured` contains the whole result, and a protocol also
    /// sends it as text.
    pub content: Vec<ContentBlock>,
    pub structured: Option<Json>,
    /// Notes for the caller. They never make a result an error.
    pub diagnostics: Vec<String>,
    /// True if the tool itself reports a failure; `content` describes it.
    pub is_error: bool,
    pub extra: Option<ResultExtra>,
}

/// Extra members of a result, which MCP sends in `_meta` under the id of the bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultExtra {
    pub bundle: String,
    pub pairs: Extra,
}

/// A block of content. The variants are the content kinds of MCP.
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

/// One item of the contents that reading a resource returns: its URI, MIME type, and text or bytes.
#[derive(Clone, Debug)]
pub struct ResourceContents {
    pub uri: String,
    pub mime_type: Option<String>,
    pub body: ResourceBody,
    pub extra: Extra,
}

/// The body of a resource: text or bytes.
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

/// The result of reading a resource: the items of its contents (at least one), or an error.
pub type ResourceOutcome = Result<Vec<ResourceContents>, CallError>;

/// A request to render one prompt. The arguments are names and text values.
#[derive(Clone, Debug)]
pub struct PromptRequest {
    pub name: String,
    pub arguments: Vec<(String, String)>,
    pub caller: Caller,
    pub deadline: Option<Duration>,
}

/// The role of the speaker of a prompt message, as MCP defines it.
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

/// The messages of a rendered prompt.
#[derive(Clone, Debug, Default)]
pub struct RenderedPrompt {
    pub description: Option<String>,
    pub messages: Vec<PromptMessage>,
    pub extra: Extra,
}

/// The result of rendering a prompt: its messages, or an error.
pub type PromptOutcome = Result<RenderedPrompt, CallError>;

/// A request to complete the value of one argument of a prompt or resource template.
#[derive(Clone, Debug)]
pub struct CompletionRequest {
    pub reference: CompletionReference,
    pub argument: String,
    pub value: String,
    /// Names and values of the arguments that the client already chose (`context` in MCP 2025-06-18).
    pub context: Vec<(String, String)>,
    pub caller: Caller,
}

/// A prompt (by name) or a resource template (by URI template) with an argument to complete.
#[derive(Clone, Debug)]
pub enum CompletionReference {
    Prompt(String),
    ResourceTemplate(String),
}

/// Suggested values for an argument: at most 100 values (MCP's limit), and the number of all values, `None` if unknown.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    pub values: Vec<String>,
    pub total: Option<u32>,
    pub has_more: bool,
}
