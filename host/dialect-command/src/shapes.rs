//! The JSON frames of the command protocol: request parsing, and response encoding within the clients' size limit.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use host_api::{CallError, ContentBlock, ErrorKind, Json, ResourceBody, ToolOutcome, Tree};
use host_wire::jsonrpc::{self, MAX_ID, RequestId, Unique, shorten};
use host_wire::plain_result::{joined_text, with_diagnostics};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

/// Exclusive upper limit for the bytes of a reply. The protocol's client closes the connection on a larger frame.
pub(crate) const MAX_REPLY: usize = 1 << 20;
/// Maximum number of bytes of an error message in a reply; a longer message is cut.
const MAX_WORDS: usize = 64 << 10;

/// The members of a request that are repeated in its response, such as the id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Echo {
    /// The request id; `None` if the request has no valid id.
    pub(crate) id: Option<RequestId>,
    client_timestamp: Option<Value>,
}

impl Echo {
    /// Returns the members of a frame that its response repeats, for a frame that is not parsed further.
    pub(crate) fn from_text(text: &str) -> Self {
        #[derive(Deserialize)]
        struct Members<'a> {
            #[serde(default, borrow)]
            id: Option<&'a RawValue>,
            #[serde(default, borrow)]
            client_timestamp: Option<&'a RawValue>,
        }
        let Ok(told) = serde_json::from_str::<Members<'_>>(text) else {
            return Self::default();
        };
        let stamp = told.client_timestamp.filter(|raw| raw.get().len() <= MAX_ID);
        let stamp = stamp.and_then(|raw| Tree::read(raw.get()).ok());
        Self {
            id: told.id.and_then(RequestId::from_raw),
            client_timestamp: stamp.filter(Value::is_number),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) command: String,
    pub(crate) parameters: Map<String, Value>,
}

pub(crate) type Given = Result<Json, CallError>;

/// Parses one frame. The members for the response are returned even if the frame is invalid.
pub(crate) fn read(text: &str) -> (Echo, Result<Request, CallError>) {
    let mut echo = Echo::default();
    let request = read_into(&mut echo, text.strip_prefix('\u{feff}').unwrap_or(text));
    (echo, request)
}

fn read_into(echo: &mut Echo, text: &str) -> Result<Request, CallError> {
    // A list is not parsed: a few megabytes of text would need a hundred times more memory as values.
    if text.trim_ascii_start().starts_with('[') {
        return Err(invalid("a command is a JSON object, not a list"));
    }
    let mut fields = match serde_json::from_str::<Unique>(text) {
        Ok(fields) => fields.0,
        Err(error) => {
            return Err(match serde_json::from_str(text) {
                Ok(Value::Object(_)) => invalid(format!("the command cannot be read: {error}")),
                Ok(other) => invalid(format!("a command is a JSON object, not {}", kind(&other))),
                Err(error) => invalid(format!("the frame is not JSON: {error}")),
            });
        }
    };
    fields.remove("id");
    match id_of(text) {
        // The id is kept as its JSON text, because a long number would change if it were parsed.
        Some(raw) if raw.get() != "null" => match RequestId::from_raw(raw) {
            Some(id) => echo.id = Some(id),
            None => return Err(invalid(jsonrpc::no_id("id", raw))),
        },
        _ => return Err(invalid("`id` is missing: a string or a number of the client's choice")),
    }
    match fields.remove("client_timestamp") {
        None | Some(Value::Null) => {}
        Some(stamp @ Value::Number(_)) => echo.client_timestamp = Some(stamp),
        Some(other) => {
            let error = invalid(format!(
                "`client_timestamp` must be a number of milliseconds, not {}",
                kind(&other)
            ));
            return Err(error);
        }
    }
    let command = match fields.remove("command") {
        Some(Value::String(command)) if !command.is_empty() => command,
        Some(Value::String(_)) => return Err(invalid("`command` is empty")),
        None | Some(Value::Null) => return Err(invalid("`command` is missing: the name of a command")),
        Some(other) => {
            return Err(invalid(format!("`command` must be a string, not {}", kind(&other))));
        }
    };
    let parameters = match fields.remove("parameters") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Array(list)) if list.is_empty() => Map::new(),
        Some(Value::Object(parameters)) => parameters,
        Some(other) => {
            return Err(invalid(format!("`parameters` must be an object, not {}", kind(&other))));
        }
    };
    Ok(Request { command, parameters })
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Returns the member `id` as its JSON text; `None` if it is missing.
fn id_of(text: &str) -> Option<&RawValue> {
    #[derive(Deserialize)]
    struct Identified<'a> {
        #[serde(default, borrow, deserialize_with = "jsonrpc::present")]
        id: Option<&'a RawValue>,
    }
    serde_json::from_str::<Identified<'_>>(text).ok()?.id
}

pub(crate) fn invalid(message: impl Into<String>) -> CallError {
    CallError::new(ErrorKind::InvalidArgument, message)
        .with_hint(r#"send {"id": "1", "command": "get_schema", "parameters": {}, "client_timestamp": 0}"#)
}

#[derive(Serialize)]
struct Response<'a> {
    id: Option<&'a RawValue>,
    #[serde(rename = "type")]
    kind: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<&'a Json>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    diagnostics: &'a [String],
    /// Time of the response in milliseconds since 1970.
    server_timestamp: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_timestamp: Option<&'a Value>,
}

/// Encodes one frame with fewer than [`MAX_REPLY`] bytes. `too_large` creates the error that replaces a larger result,
/// from the size in bytes. The returned flag is false if the frame contains an error.
pub(crate) fn write(echo: &Echo, given: &Given, too_large: impl FnOnce(usize) -> CallError) -> (Vec<u8>, bool) {
    match given {
        Ok(result) => {
            let frame = success(echo, result);
            if frame.len() < MAX_REPLY {
                return (frame, true);
            }
            (failure(echo, &too_large(frame.len())), false)
        }
        Err(error) => (failure(echo, error), false),
    }
}

fn success(echo: &Echo, result: &Json) -> Vec<u8> {
    to_json(&Response {
        status: "success",
        result: Some(result),
        ..Response::from_echo(echo)
    })
}

/// Encodes an error. The message and the hint are joined in one text, because existing clients show only this text.
pub(crate) fn failure(echo: &Echo, error: &CallError) -> Vec<u8> {
    let mut words = cut(&error.message);
    if let Some(hint) = &error.hint {
        words.push_str("\nHint: ");
        words.push_str(&cut(hint));
    }
    let whole = Response {
        status: "error",
        error: Some(&words),
        error_kind: Some(error.kind.as_str()),
        details: error.details.as_ref(),
        diagnostics: &error.diagnostics,
        ..Response::from_echo(echo)
    };
    let frame = to_json(&whole);
    if frame.len() < MAX_REPLY {
        return frame;
    }
    let note = [format!(
        "details and diagnostics of this error were left out: with them it has {} bytes",
        frame.len()
    )];
    to_json(&Response {
        details: None,
        diagnostics: &note,
        ..whole
    })
}

/// Shortens the text to [`MAX_WORDS`] bytes, and appends its full length.
fn cut(words: &str) -> String {
    if words.len() <= MAX_WORDS {
        return words.to_owned();
    }
    let kept = &words[..words.floor_char_boundary(MAX_WORDS)];
    format!("{kept}… ({} bytes in all)", words.len())
}

impl<'a> Response<'a> {
    fn from_echo(echo: &'a Echo) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            id: echo.id.as_ref().and_then(|id| serde_json::from_str(id.as_json()).ok()),
            kind: "response",
            status: "",
            result: None,
            error: None,
            error_kind: None,
            details: None,
            diagnostics: &[],
            server_timestamp: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
            client_timestamp: echo.client_timestamp.as_ref(),
        }
    }
}

fn to_json(response: &Response<'_>) -> Vec<u8> {
    serde_json::to_vec(response).expect("plain structures serialise")
}

/// Converts the outcome of a tool to the `result` of a response. Structured JSON is not changed, text alone becomes
/// `{text}`, and other content becomes `{content}`. Content in addition to the JSON becomes a further field. If the
/// JSON cannot have fields, it becomes the field `value`. Diagnostics are appended to the tool's own `diagnostics`.
pub(crate) fn result_of(outcome: ToolOutcome) -> Given {
    if outcome.is_error {
        let structured = outcome.structured.as_ref();
        let words = match joined_text(&outcome.content) {
            text if text.is_empty() => structured.map_or("the tool says that it failed", Json::get).to_owned(),
            text => text,
        };
        let mut error = CallError::new(ErrorKind::ToolFailed, words);
        error.details = outcome.structured;
        error.diagnostics = outcome.diagnostics;
        return Err(error);
    }
    let mut more = Map::new();
    let json = match outcome.structured {
        Some(json) => {
            if !outcome.content.is_empty() {
                more.insert("content".to_owned(), outcome.content.iter().map(block).collect());
            }
            json
        }
        None if outcome
            .content
            .iter()
            .all(|block| matches!(block, ContentBlock::Text { .. })) =>
        {
            Json::from_value(&json!({ "text": joined_text(&outcome.content) }))
        }
        None => Json::from_value(&json!({ "content": outcome.content.iter().map(block).collect::<Value>() })),
    };
    let json = with_fields(json, more);
    Ok(with_diagnostics(&json, &outcome.diagnostics)
        .unwrap_or_else(|| Json::from_value(&json!({ "value": json.to_value(), "diagnostics": outcome.diagnostics }))))
}

/// Adds fields to a JSON object. The object is not parsed if it cannot contain the names of these fields.
fn with_fields(json: Json, mut more: Map<String, Value>) -> Json {
    if more.is_empty() {
        return json;
    }
    let text = json.get().trim();
    let inside = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    if let Some(inside) = inside
        && !more.keys().any(|name| inside.contains(&format!("\"{name}\"")))
    {
        let more = Value::Object(more).to_string();
        let comma = if inside.trim().is_empty() { "" } else { "," };
        let joined = format!("{{{inside}{comma}{}", more.strip_prefix('{').unwrap_or_default());
        return Json::parse(joined).unwrap_or(json);
    }
    match json.to_value() {
        Value::Object(mut object) if !more.keys().any(|name| object.contains_key(name)) => {
            object.extend(more);
            Json::from_value(&Value::Object(object))
        }
        other => {
            more.insert("value".to_owned(), other);
            Json::from_value(&Value::Object(more))
        }
    }
}

fn block(block: &ContentBlock) -> Value {
    match block {
        ContentBlock::Text { text, .. } => json!({ "type": "text", "text": text }),
        ContentBlock::Image { data, mime_type, .. } => {
            json!({ "type": "image", "mimeType": mime_type, "base64": STANDARD.encode(data) })
        }
        ContentBlock::Audio { data, mime_type, .. } => {
            json!({ "type": "audio", "mimeType": mime_type, "base64": STANDARD.encode(data) })
        }
        ContentBlock::EmbeddedResource { contents } => {
            let mut told = json!({ "type": "resource", "uri": contents.uri, "mimeType": contents.mime_type });
            match &contents.body {
                ResourceBody::Text(text) => told["text"] = text.as_str().into(),
                ResourceBody::Blob(bytes) => told["base64"] = STANDARD.encode(bytes).into(),
            }
            told
        }
        ContentBlock::ResourceLink {
            uri,
            name,
            description,
            mime_type,
            ..
        } => json!({ "type": "resource_link", "uri": uri, "name": name, "description": description,
            "mimeType": mime_type }),
    }
}

/// Returns a command name in backquotes, shortened to 80 characters, for an error message.
pub(crate) fn shorten_name(command: &str) -> String {
    format!("`{}`", shorten(command))
}

#[cfg(test)]
mod tests;
