//! Parsing and writing of JSON-RPC 2.0 messages. This module knows no MCP method and no MCP version.

mod batch;
mod envelope;
mod object;

pub use batch::{Batch, in_one_array};
pub use envelope::{Envelope, NoEnvelope, present, string};
pub use object::{Object, read};

use crate::budget::Full;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::sync::Arc;

/// A JSON object that must not have duplicate members, of which a log and a tool might read different values.
pub type Unique = host_api::Members<true>;

pub const PARSE_ERROR: i32 = -32700;
pub const INVALID_REQUEST: i32 = -32600;
pub const METHOD_NOT_FOUND: i32 = -32601;
pub const INVALID_PARAMS: i32 = -32602;
pub const INTERNAL_ERROR: i32 = -32603;

/// Maximum bytes of a request id or a progress token, which the host stores during the call; a longer one is an error.
pub const MAX_ID: usize = 1024;

/// The content of a request body: one message, or a batch.
#[derive(Debug)]
pub enum Body<'a> {
    One(Message<'a>),
    /// A non-empty array of messages. Only protocols with batches parse its members.
    Batch(Batch<'a>),
}

/// One message from a client.
#[derive(Debug)]
pub enum Message<'a> {
    Request {
        id: RequestId,
        method: Cow<'a, str>,
        params: Option<&'a RawValue>,
    },
    Notification {
        method: Cow<'a, str>,
        params: Option<&'a RawValue>,
    },
    /// An answer to a request of the host: its `result` or its `error`. The id of an error may be `None`.
    Response {
        id: Option<RequestId>,
        outcome: Result<&'a RawValue, &'a RawValue>,
    },
}

impl<'a> Message<'a> {
    pub fn params(&self) -> Option<&'a RawValue> {
        match self {
            Self::Request { params, .. } | Self::Notification { params, .. } => *params,
            Self::Response { .. } => None,
        }
    }
}

/// A request id as the JSON text that the client sent, so that the answer repeats it exactly.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RequestId(Arc<str>);

impl RequestId {
    /// Converts the raw JSON of an `id`; `None` if it is not valid. Valid ids are strings and numbers of at most
    /// [`MAX_ID`] bytes that every JSON parser can represent exactly.
    pub fn from_raw(raw: &RawValue) -> Option<Self> {
        is_id(raw).then(|| Self(Arc::from(raw.get())))
    }

    pub fn as_json(&self) -> &str {
        &self.0
    }
}

enum Kind {
    Text,
    Number,
}

fn kind(json: &str) -> Option<Kind> {
    match json.as_bytes().first() {
        Some(b'"') => Some(Kind::Text),
        Some(b'-' | b'0'..=b'9') => Some(Kind::Number),
        _ => None,
    }
}

fn is_id(raw: &RawValue) -> bool {
    let text = raw.get();
    text.len() <= MAX_ID
        && match kind(text) {
            // A `\u` escape may denote half of a surrogate pair.
            Some(Kind::Text) => !text.contains("\\u") || serde_json::from_str::<Cow<'_, str>>(text).is_ok(),
            Some(Kind::Number) => is_exact(text),
            None => false,
        }
}

/// True if a JSON parser can hold the number without loss: an integer of 64 bits, or digits that survive as a double.
fn is_exact(number: &str) -> bool {
    if !number.contains(['.', 'e', 'E']) {
        return number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok();
    }
    let digits = |text: &str| {
        let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
        let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
        digits.trim_matches('0').to_owned()
    };
    // The fewest digits that distinguish a double from all others.
    let is_same = |double: f64| double.is_finite() && digits(&format!("{double:e}")) == digits(number);
    number.parse().is_ok_and(is_same)
}

/// Returns the error message for a member that is not a valid id.
pub fn no_id(member: &str, raw: &RawValue) -> String {
    let text = raw.get();
    match text.len() {
        ..=MAX_ID if kind(text).is_some() => format!(
            "`{member}` is {}, which not every reader of JSON can hold: use a whole number of 64 bits or a plain string",
            shorten(text)
        ),
        ..=MAX_ID => format!("`{member}` must be a string or a number, not {}", shorten(text)),
        bytes => format!("`{member}` has {bytes} bytes; a string or a number of at most {MAX_ID} is taken"),
    }
}

/// A JSON-RPC error: the reason why a message has no result, independent of the transport.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The kind of reason for this error, which determines the HTTP status together with `code`.
    pub cause: Cause,
    pub code: i32,
    pub message: String,
    pub data: Option<Value>,
}

/// The kind of reason for a JSON-RPC error, from which the HTTP status follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The message itself is the reason: it is invalid, or its processing failed.
    Request,
    /// This host accepts no more requests at present, of any client.
    Busy,
    /// This host accepts no more requests of this client at present.
    TooMany,
    /// The session or the stream to which the message belongs has ended.
    Ended,
}

impl Fault {
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self {
            cause: Cause::Request,
            code,
            message: message.into(),
            data: None,
        }
    }

    /// Creates a fault with code -32600: the text is not a valid message, or the message is not allowed here or now.
    pub fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(INVALID_REQUEST, message)
    }

    /// Creates a fault with code -32602: the parameters of the request are wrong.
    pub fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(INVALID_PARAMS, message)
    }

    /// Creates the error for a request that is rejected because the host accepts no more requests at present.
    pub fn busy(message: impl Into<String>) -> Self {
        let fault = Self::new(INTERNAL_ERROR, message).with_cause(Cause::Busy);
        fault.with_data(serde_json::json!({ "kind": "RateLimited" }))
    }

    pub(crate) fn not_ready(message: impl Into<String>) -> Self {
        let fault = Self::new(INTERNAL_ERROR, message).with_cause(Cause::Busy);
        fault.with_data(serde_json::json!({ "kind": "NotReady" }))
    }

    pub(crate) fn too_many(message: impl Into<String>) -> Self {
        Self::busy(message).with_cause(Cause::TooMany)
    }

    /// Creates a fault with code -32600: the session or the stream to which the message belongs has ended.
    pub fn session_ended(message: impl Into<String>) -> Self {
        Self::invalid_request(message).with_cause(Cause::Ended)
    }

    /// Creates a fault with code -32600: the message is larger than `limit` bytes.
    pub fn message_too_large(message: impl Into<String>, limit: usize) -> Self {
        Self::invalid_request(message).with_data(serde_json::json!({ "kind": "TooLarge", "limit": limit }))
    }

    pub fn with_cause(mut self, cause: Cause) -> Self {
        self.cause = cause;
        self
    }

    pub fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    /// Encodes the JSON-RPC error response. If `id` is `None`, the member is omitted, as the schema of MCP requires.
    pub fn to_json(&self, id: Option<&RequestId>) -> Vec<u8> {
        #[derive(Serialize)]
        struct Error<'a> {
            code: i32,
            message: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            data: Option<&'a Value>,
        }
        let error = Error {
            code: self.code,
            message: &self.message,
            data: self.data.as_ref(),
        };
        let mut out = Vec::with_capacity(128 + self.message.len());
        out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",");
        if let Some(id) = id {
            out.extend_from_slice(b"\"id\":");
            out.extend_from_slice(id.as_json().as_bytes());
            out.push(b',');
        }
        out.extend_from_slice(b"\"error\":");
        write(&mut out, &error);
        out.push(b'}');
        out
    }
}

impl From<Full> for Fault {
    fn from(full: Full) -> Self {
        Self::busy(full.to_string())
    }
}

/// Encodes a JSON-RPC response that contains the result of a successful request.
pub fn success<T: Serialize>(id: &RequestId, result: &T) -> Vec<u8> {
    success_of(id, result, 256)
}

/// Encodes a JSON-RPC success response; `bytes` is an estimate of its size, for the initial buffer.
pub fn success_of<T: Serialize>(id: &RequestId, result: &T, bytes: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes);
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id.as_json().as_bytes());
    out.extend_from_slice(b",\"result\":");
    write(&mut out, result);
    out.push(b'}');
    out
}

/// Encodes a request of the host to a client. Neither `id` nor `method` may contain characters that need escaping.
pub fn request<T: Serialize>(id: &str, method: &'static str, params: Option<&T>) -> Vec<u8> {
    let mut out = Vec::with_capacity(256);
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":\"");
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(b"\",\"method\":\"");
    out.extend_from_slice(method.as_bytes());
    out.push(b'"');
    if let Some(params) = params {
        out.extend_from_slice(b",\"params\":");
        write(&mut out, params);
    }
    out.push(b'}');
    out
}

/// Encodes a notification of the host to a client. `method` must contain no characters that need escaping.
pub fn notification<T: Serialize>(method: &'static str, params: Option<&T>) -> Vec<u8> {
    let mut out = Vec::with_capacity(192);
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"method\":\"");
    out.extend_from_slice(method.as_bytes());
    out.push(b'"');
    if let Some(params) = params {
        out.extend_from_slice(b",\"params\":");
        write(&mut out, params);
    }
    out.push(b'}');
    out
}

fn write<T: Serialize>(out: &mut Vec<u8>, value: &T) {
    serde_json::to_writer(out, value).expect("the wire's own shapes have text keys and finite numbers");
}

/// Parses a request body. The error is -32700 for malformed JSON, and -32600 for JSON that is not JSON-RPC.
pub fn parse(body: &[u8]) -> Result<Body<'_>, Fault> {
    let text = std::str::from_utf8(body).map_err(|error| malformed(&format!("the body is not UTF-8: {error}")))?;
    match text.trim_ascii_start().as_bytes().first() {
        Some(b'[') => Batch::read(text).map(Body::Batch),
        _ => message(text).map(Body::One),
    }
}

fn message(text: &str) -> Result<Message<'_>, Fault> {
    let envelope = Envelope::read(text).map_err(|why| match why {
        NoEnvelope::Malformed(why) => malformed(&format!("malformed JSON: {why}")),
        NoEnvelope::NoObject => Fault::invalid_request("not a JSON-RPC message: a JSON-RPC message is an object"),
        NoEnvelope::Odd(why) => Fault::invalid_request(format!("not a JSON-RPC message: {why}")),
    })?;
    if envelope.jsonrpc.map(RawValue::get) != Some("\"2.0\"") {
        return Err(Fault::invalid_request("`jsonrpc` must be \"2.0\""));
    }
    let Some(method) = envelope.method else {
        let outcome = match (envelope.id, envelope.result, envelope.error) {
            (Some(_), Some(result), None) => Ok(result),
            (_, None, Some(error)) => Err(error),
            _ => return Err(Fault::invalid_request("`method` is missing")),
        };
        let id = envelope.id.and_then(RequestId::from_raw);
        return Ok(Message::Response { id, outcome });
    };
    let method = string(method).ok_or_else(|| Fault::invalid_request("`method` must be a string"))?;
    let params = match envelope.params {
        Some(raw) if raw.get() != "null" => Some(raw),
        _ => None,
    };
    match envelope.id {
        None if object(params).is_err() => Err(Fault::invalid_request(NO_OBJECT)),
        None => Ok(Message::Notification { method, params }),
        Some(raw) => match RequestId::from_raw(raw) {
            Some(id) => Ok(Message::Request { id, method, params }),
            None => Err(Fault::invalid_request(no_id("id", raw))),
        },
    }
}

const NO_OBJECT: &str = "`params` must be an object";

/// Returns `params` as the JSON text of an object. An absent `params` and an empty list count as an empty object.
///
/// # Errors -32602 for any other value. For a notification, `parse` uses -32600 instead.
pub fn object(params: Option<&RawValue>) -> Result<&str, Fault> {
    let text = params.map_or("{}", RawValue::get);
    match text.starts_with('{') {
        true => Ok(text),
        false if object::is_empty_list(text) => Ok("{}"),
        false => Err(Fault::invalid_params(NO_OBJECT)),
    }
}

/// Returns `body` without the byte-order mark that some Windows programs write before UTF-8.
pub fn without_byte_order_mark(body: Bytes) -> Bytes {
    match body.starts_with(b"\xef\xbb\xbf") {
        true => body.slice(3..),
        false => body,
    }
}

/// Returns the id of an invalid request body for the error response; JSON `null` if no id can be read.
pub fn id_of(body: &[u8]) -> RequestId {
    #[derive(Deserialize)]
    struct Identified<'a> {
        #[serde(default, borrow)]
        id: Option<&'a RawValue>,
    }
    let is_object = body.trim_ascii_start().starts_with(b"{");
    serde_json::from_slice::<Identified<'_>>(body)
        .ok()
        .filter(|_| is_object)
        .and_then(|found| RequestId::from_raw(found.id?))
        .unwrap_or_else(|| RequestId(Arc::from("null")))
}

fn malformed(why: &str) -> Fault {
    Fault::new(PARSE_ERROR, why)
}

/// Shortens a text from a client to at most 80 characters, for an error message.
pub fn shorten(text: &str) -> Cow<'_, str> {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

#[cfg(test)]
mod tests;
