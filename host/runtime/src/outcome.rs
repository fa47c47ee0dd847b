//! Converts the result of an export to the host's types. Checks sizes and JSON, and converts errors of guests.

use crate::failure::{self, What};
use host_api::{
    CallError, Completion, ContentBlock, ErrorKind, Extra, ExtraOf, Json, PromptMessage, RenderedPrompt, ResourceBody,
    ResultExtra, Role, ToolOutcome, Tree,
};
use host_guest::bindings::current::exports::unity_tools::tool::{completions, prompts, tools};
use host_guest::bindings::current::unity_tools::shared::types::{Error, ErrorKind as WitKind};
use host_guest::bindings::current::unity_tools::tool::types::{Body, Content, ResourceContents};
use host_guest::notes::Notes;
use std::fmt::Display;

/// Maximum number of completion values in MCP.
const MOST_VALUES: usize = 100;

#[derive(Clone, Copy)]
pub(crate) struct Answer<'a> {
    /// The kind and name of the called export, for messages, e.g. ``tool `ListScenes` ``.
    pub(crate) what: What<'a>,
    pub(crate) bundle: &'a str,
    /// Maximum size in bytes of the result that the called export returns; a larger result is an error.
    pub(crate) limit: usize,
}

impl Answer<'_> {
    fn fits(&self, bytes: usize) -> Result<(), CallError> {
        if bytes <= self.limit {
            return Ok(());
        }
        let (what, given, most) = (self.what, failure::size(bytes), failure::size(self.limit));
        Err(CallError::new(
            ErrorKind::TooLarge,
            format!("the result of {what} has {given}; at most {most} are passed on (`limits.result`)"),
        )
        .with_hint(failure::raise("result", self.bundle)))
    }

    fn json(&self, field: &str, text: String) -> Result<Json, CallError> {
        Json::parse(text).map_err(|error| match error.is_data() {
            true => self.broken_field(field, &error.to_string()),
            false => self.broken_field(field, &format!("it is no JSON: {error}")),
        })
    }

    fn broken_field(&self, field: impl Display, problem: &str) -> CallError {
        let text = format!("the result of {} has a broken `{field}`: {problem}", self.what);
        CallError::new(ErrorKind::ToolFailed, text)
    }

    /// Checks the additional members that a guest set on an MCP object, and returns them. `at` is the path of the
    /// object in the result for the error: empty, or with a dot at the end.
    fn extra(&self, of: ExtraOf, at: impl Display, extra: Extra) -> Result<Extra, CallError> {
        match of.check(&extra) {
            Ok(()) => Ok(extra),
            Err(problem) => Err(self.broken_field(format_args!("{at}extra"), &problem)),
        }
    }

    pub(crate) fn tool(&self, result: tools::ToolResult, notes: impl Into<Notes>) -> Result<ToolOutcome, CallError> {
        let structured = result.structured.as_ref().map_or(0, String::len);
        let content: usize = result.content.iter().map(content_size).sum();
        let said: usize = result.diagnostics.iter().map(String::len).sum();
        self.fits(structured + content + said + extra_size(&result.extra))?;
        // The notes of the bridge come first.
        let mut notes = notes.into();
        notes.extend(result.diagnostics);
        let structured = result
            .structured
            .map(|text| self.json("structured", text))
            .transpose()?;
        let content = result
            .content
            .into_iter()
            .enumerate()
            .map(|(at, one)| self.block(&format_args!("content[{at}]"), one, &mut notes))
            .collect::<Result<_, _>>()?;
        let pairs = self.extra(ExtraOf::Result, "", result.extra)?;
        Ok(ToolOutcome {
            content,
            structured,
            diagnostics: notes.into_list(),
            is_error: result.is_error,
            extra: (!pairs.is_empty()).then(|| ResultExtra {
                bundle: self.bundle.to_owned(),
                pairs,
            }),
        })
    }

    pub(crate) fn resource(
        &self,
        contents: Vec<ResourceContents>,
    ) -> Result<Vec<host_api::ResourceContents>, CallError> {
        self.fits(contents.iter().map(resource_size).sum())?;
        let checked = contents
            .into_iter()
            .enumerate()
            .map(|(at, one)| self.contents(ExtraOf::Contents, &format_args!("contents[{at}]."), one));
        checked.collect()
    }

    pub(crate) fn prompt(&self, rendered: prompts::Rendered) -> Result<RenderedPrompt, CallError> {
        let messages: usize = rendered
            .messages
            .iter()
            .map(|message| content_size(&message.content))
            .sum();
        let about = rendered.description.as_ref().map_or(0, String::len);
        self.fits(messages + about + extra_size(&rendered.extra))?;
        let mut notes = Notes::default();
        let messages = rendered
            .messages
            .into_iter()
            .enumerate()
            .map(|(at, message)| {
                Ok(PromptMessage {
                    role: match message.role {
                        prompts::Role::User => Role::User,
                        prompts::Role::Assistant => Role::Assistant,
                    },
                    content: self.block(&format_args!("messages[{at}].content"), message.content, &mut notes)?,
                })
            })
            .collect::<Result<_, CallError>>()?;
        for note in notes.into_list() {
            tracing::warn!(bundle = self.bundle, note, "a prompt holds something unknown");
        }
        Ok(RenderedPrompt {
            description: rendered.description,
            messages,
            extra: self.extra(ExtraOf::Rendered, "", rendered.extra)?,
        })
    }

    pub(crate) fn completion(&self, given: completions::Completion) -> Result<Completion, CallError> {
        self.fits(given.values.iter().map(String::len).sum())?;
        let more = given.values.len() > MOST_VALUES;
        let mut values = given.values;
        values.truncate(MOST_VALUES);
        Ok(Completion {
            values,
            total: given.total,
            has_more: given.has_more || more,
        })
    }

    fn contents(
        &self,
        of: ExtraOf,
        at: &dyn Display,
        contents: ResourceContents,
    ) -> Result<host_api::ResourceContents, CallError> {
        Ok(host_api::ResourceContents {
            uri: contents.uri,
            mime_type: contents.mime_type,
            body: match contents.body {
                Body::Text(text) => ResourceBody::Text(text),
                Body::Blob(bytes) => ResourceBody::Blob(bytes),
            },
            extra: self.extra(of, at, contents.extra)?,
        })
    }

    fn block(&self, at: &dyn Display, content: Content, notes: &mut Notes) -> Result<ContentBlock, CallError> {
        let extra = |of, extra| self.extra(of, format_args!("{at}."), extra);
        Ok(match content {
            Content::Text(text) => ContentBlock::text(text),
            Content::AnnotatedText(annotated) => ContentBlock::Text {
                text: annotated.text,
                extra: extra(ExtraOf::Block, annotated.extra)?,
            },
            Content::Image(media) => ContentBlock::Image {
                data: media.data,
                mime_type: media.mime_type,
                extra: extra(ExtraOf::Block, media.extra)?,
            },
            Content::Audio(media) => ContentBlock::Audio {
                data: media.data,
                mime_type: media.mime_type,
                extra: extra(ExtraOf::Block, media.extra)?,
            },
            Content::EmbeddedResource(contents) => ContentBlock::EmbeddedResource {
                contents: self.contents(ExtraOf::Embedded, &format_args!("{at}."), contents)?,
            },
            Content::ResourceLink(link) => ContentBlock::ResourceLink {
                uri: link.uri,
                name: link.name,
                description: link.description,
                mime_type: link.mime_type,
                extra: extra(ExtraOf::Link, link.extra)?,
            },
            Content::Other(text) => {
                notes.push(other_block_reason(at, &text));
                ContentBlock::text(text)
            }
        })
    }

    pub(crate) fn error(&self, error: Error, notes: impl Into<Notes>) -> CallError {
        let texts = [&error.hint, &error.detail, &error.data];
        let bytes = error.message.len() + texts.into_iter().flatten().map(String::len).sum::<usize>();
        if let Err(too_large) = self.fits(bytes) {
            return too_large;
        }
        let mut diagnostics = notes.into();
        let (kind, named) = kind_of(error.kind);
        if let Some(named) = named {
            diagnostics.push(format!("the tool calls this error `{named}`"));
        }
        let data = error.data.map(Json::parse).transpose().unwrap_or_else(|problem| {
            diagnostics.push(format!(
                "the `data` of the tool's error is no JSON and was left out: {problem}"
            ));
            None
        });
        let details = match error.retry_after_ms {
            Some(millis) => with_retry(data, millis).unwrap_or_else(|data| {
                diagnostics.push(format!("try the same call again after {millis} ms"));
                Some(data)
            }),
            None => data,
        };
        CallError {
            kind,
            message: error.message,
            hint: error.hint,
            detail: error.detail,
            details,
            diagnostics: diagnostics.into_list(),
            is_crash: false,
        }
    }
}

/// Adds the member `retryAfterMs` (the time after which the caller may repeat the call) to an error's details. Returns
/// details that are no JSON object unchanged as `Err`.
fn with_retry(data: Option<Json>, millis: u32) -> Result<Option<Json>, Json> {
    let mut object = match data.as_ref().map(Json::to_value) {
        None => serde_json::Map::new(),
        Some(serde_json::Value::Object(object)) => object,
        Some(_) => return data.map_or(Ok(None), Err),
    };
    object.insert("retryAfterMs".to_owned(), millis.into());
    Ok(Some(Json::from_value(&object.into())))
}

fn kind_of(kind: WitKind) -> (ErrorKind, Option<String>) {
    let known = match kind {
        WitKind::InvalidArgument => ErrorKind::InvalidArgument,
        WitKind::NotFound => ErrorKind::NotFound,
        WitKind::PermissionDenied => ErrorKind::PermissionDenied,
        WitKind::NotReady => ErrorKind::NotReady,
        WitKind::Unsupported => ErrorKind::Unsupported,
        WitKind::Conflict => ErrorKind::Conflict,
        WitKind::Timeout => ErrorKind::Timeout,
        WitKind::Cancelled => ErrorKind::Cancelled,
        WitKind::TooLarge => ErrorKind::TooLarge,
        WitKind::Unity => ErrorKind::Unity,
        WitKind::OutcomeUnknown => ErrorKind::OutcomeUnknown,
        WitKind::Internal => ErrorKind::ToolFailed,
        WitKind::Busy => ErrorKind::RateLimited,
        WitKind::Other(named) => return (ErrorKind::ToolFailed, Some(named)),
    };
    (known, None)
}

/// Returns a note for the caller: the guest returned the MCP content block at `at` as raw JSON text, which the host
/// shows as plain text. Only blocks with the types of the WIT contract are validated and adapted to each MCP version.
fn other_block_reason(at: &dyn Display, text: &str) -> String {
    let named = Tree::read(text).ok();
    let kind = named.as_ref().and_then(|block| block.get("type")?.as_str());
    let case = match kind {
        Some("text") => "annotated-text",
        Some("image") => "image",
        Some("audio") => "audio",
        Some("resource") => "embedded-resource",
        Some("resource_link") => "resource-link",
        _ => return format!("{at} is of a kind that this host version does not know; it is given as text"),
    };
    format!("{at} is MCP's JSON of a kind that has a case of its own (`{case}`); it is given as text")
}

fn extra_size(extra: &[(String, String)]) -> usize {
    extra.iter().map(|(key, value)| key.len() + value.len()).sum()
}

fn content_size(content: &Content) -> usize {
    match content {
        Content::Text(text) | Content::Other(text) => text.len(),
        Content::AnnotatedText(annotated) => annotated.text.len() + extra_size(&annotated.extra),
        Content::Image(media) | Content::Audio(media) => {
            media.data.len() + media.mime_type.len() + extra_size(&media.extra)
        }
        Content::EmbeddedResource(contents) => resource_size(contents),
        Content::ResourceLink(link) => {
            let optional = [&link.description, &link.mime_type];
            link.uri.len()
                + link.name.len()
                + extra_size(&link.extra)
                + optional.into_iter().flatten().map(String::len).sum::<usize>()
        }
    }
}

fn resource_size(contents: &ResourceContents) -> usize {
    let body = match &contents.body {
        Body::Text(text) => text.len(),
        Body::Blob(bytes) => bytes.len(),
    };
    body + extra_size(&contents.extra) + contents.uri.len() + contents.mime_type.as_ref().map_or(0, String::len)
}

#[cfg(test)]
mod tests;
