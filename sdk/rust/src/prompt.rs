//! Prompts of MCP: message templates that a user selects by name.
//!
//! Belongs here: the trait and the description of a prompt. Does not: completion of its arguments (`completion.rs`).

pub use crate::bindings::prompts::exports::unity_tools::tool::prompts::{Message, Rendered, Role};

use crate::bindings::listing::exports::unity_tools::tool::listing as wit;
use crate::members::Extra;
use crate::{Content, Cx, ToolError};

/// A prompt of a bundle. Rendering may read, but changes nothing.
///
/// ```
/// use unity_tools::Content;
/// use unity_tools::prelude::*;
/// use unity_tools::prompt::{Given, Message, Prompt, PromptInfo, Rendered};
///
/// struct Review;
///
/// impl Prompt for Review {
///     fn info() -> PromptInfo {
///         PromptInfo::new("review_scene", "Reviews one scene.").required("scene", "Name of the scene.")
///     }
///
///     fn render(arguments: &Given, _: &Cx) -> Result<Rendered> {
///         let scene = arguments.get("scene").unwrap_or_default();
///         let text = format!("Review the scene {scene}.");
///         Ok(Rendered { description: None, messages: vec![Message::user(Content::text(text))], extra: Vec::new() })
///     }
/// }
/// ```
pub trait Prompt: 'static {
    /// Returns the description of the prompt.
    fn info() -> PromptInfo;

    /// Renders the prompt. All required arguments are present.
    ///
    /// # Errors
    /// `InvalidArgument` if a value is wrong.
    fn render(arguments: &Given, cx: &Cx) -> Result<Rendered, ToolError>;
}

/// The description of a prompt.
#[derive(Clone, Debug)]
#[must_use]
pub struct PromptInfo {
    name: String,
    title: Option<String>,
    description: String,
    arguments: Vec<wit::PromptArgument>,
    pub(crate) extra: Extra,
}

impl PromptInfo {
    /// Creates a description from a name that is unique over all bundles, and one sentence.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            arguments: Vec::new(),
            extra: Extra::new(),
        }
    }

    /// Sets the prompt's display name for users.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Adds a required argument to the prompt's description.
    pub fn required(self, name: impl Into<String>, description: impl Into<String>) -> Self {
        self.argument(name, description, true)
    }

    /// Adds an optional argument to the prompt's description.
    pub fn optional(self, name: impl Into<String>, description: impl Into<String>) -> Self {
        self.argument(name, description, false)
    }

    fn argument(mut self, name: impl Into<String>, description: impl Into<String>, required: bool) -> Self {
        self.arguments.push(wit::PromptArgument {
            name: name.into(),
            description: Some(description.into()),
            required,
        });
        self
    }
}

/// The arguments that the client gave for a prompt, by name.
#[derive(Clone, Debug, Default)]
pub struct Given(Vec<(String, String)>);

impl Given {
    /// Returns the value of the argument with this name, or `None` if it is absent.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(given, _)| given == name)
            .map(|(_, value)| value.as_str())
    }
}

impl Message {
    /// Creates a message of the prompt that the user seems to write (MCP's role `user`).
    pub fn user(content: Content) -> Self {
        Self {
            role: Role::User,
            content,
        }
    }

    /// Creates a message of the prompt that the model seems to write (MCP's role `assistant`).
    pub fn assistant(content: Content) -> Self {
        Self {
            role: Role::Assistant,
            content,
        }
    }
}

impl From<Vec<Message>> for Rendered {
    fn from(messages: Vec<Message>) -> Self {
        Self {
            description: None,
            messages,
            extra: Vec::new(),
        }
    }
}

/// Returns the description of the prompt for the host's list of prompts.
pub fn describe<P: Prompt>() -> wit::Prompt {
    let info = P::info();
    wit::Prompt {
        name: info.name,
        title: info.title,
        description: Some(info.description),
        arguments: info.arguments,
        extra: info.extra,
    }
}

/// Renders the prompt, if its name is `name`; otherwise returns `None`.
///
/// # Errors
/// `InvalidArgument` for a required argument that is missing; otherwise the error of the prompt.
pub fn render<P: Prompt>(name: &str, arguments: &[(String, String)], cx: &Cx) -> Result<Option<Rendered>, ToolError> {
    let info = P::info();
    if info.name != name {
        return Ok(None);
    }
    let given = Given(arguments.to_vec());
    let missing: Vec<&str> = info
        .arguments
        .iter()
        .filter(|argument| argument.required && given.get(&argument.name).is_none())
        .map(|argument| argument.name.as_str())
        .collect();
    if !missing.is_empty() {
        return Err(ToolError::invalid_argument(format!(
            "the prompt {name} needs the argument {}",
            missing.join(", ")
        )));
    }
    let mut rendered = P::render(&given, cx)?;
    rendered.description.get_or_insert(info.description);
    Ok(Some(rendered))
}
