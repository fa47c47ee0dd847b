//! Parsing of requests of this protocol, which is more tolerant than JSON-RPC because existing clients need it.
//!
//! `jsonrpc` and the Content-Type are not checked, a missing id is null, and method names ignore case.

use crate::errors::Failure;
use host_wire::jsonrpc::{self, Batch, Envelope, NoEnvelope, PARSE_ERROR, RequestId, Unique, no_id, shorten, string};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::sync::Arc;

/// The request id as the client's JSON text; `None` if it is missing or null (the response then has a null id).
pub(crate) type Id = Option<Arc<RawValue>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Initialize,
    Initialized,
    Ping,
    ListTools,
    CallTool,
    ListResources,
    ReadResource,
    StreamEvents,
}

impl Method {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "initialize" => Self::Initialize,
            "notifications/initialized" => Self::Initialized,
            "ping" => Self::Ping,
            "list_tools" | "tools/list" => Self::ListTools,
            "call_tool" | "tools/call" => Self::CallTool,
            "list_resources" | "resources/list" => Self::ListResources,
            "read_resource" | "resources/read" => Self::ReadResource,
            "stream_events" => Self::StreamEvents,
            _ => return None,
        })
    }

    /// True for method names that no other protocol uses. This protocol takes them over on other protocols' paths.
    fn is_private(name: &str) -> bool {
        [
            "list_tools",
            "call_tool",
            "list_resources",
            "read_resource",
            "stream_events",
        ]
        .iter()
        .any(|private| private.eq_ignore_ascii_case(name))
    }
}

#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) id: Id,
    pub(crate) method: Cow<'a, str>,
    pub(crate) params: Option<&'a RawValue>,
}

impl<'a> Request<'a> {
    /// Parses a request body. The error contains the request id if it could be parsed.
    pub(crate) fn parse(body: &'a [u8]) -> Result<Self, Box<(Id, Failure)>> {
        let envelope = envelope(body).map_err(|failure| Box::new((None, failure)))?;
        let id = id(&envelope).map_err(|failure| Box::new((None, failure)))?;
        let failed = |failure: Failure| Box::new((id.clone(), failure));
        let Some(method) = envelope.method.filter(|method| method.get() != "null") else {
            return Err(failed(Failure::invalid_request("`method` is missing")));
        };
        let method = string(method).ok_or_else(|| {
            failed(Failure::invalid_request(format!(
                "`method` must be a string, not {}",
                shorten(method.get())
            )))
        })?;
        if method.trim().is_empty() {
            return Err(failed(Failure::invalid_request("`method` is blank")));
        }
        Ok(Self {
            params: envelope.params.filter(|params| params.get() != "null"),
            id,
            method,
        })
    }
}

/// Parses the members of a request. An empty body counts as an empty object. A batch has its own error.
fn envelope(body: &[u8]) -> Result<Envelope<'_>, Failure> {
    let all =
        std::str::from_utf8(body).map_err(|error| Failure::parse_error(format!("the body is not UTF-8: {error}")))?;
    let all = match all.trim() {
        "" => "{}",
        trimmed => trimmed,
    };
    if all.starts_with('[') {
        return Err(match Batch::read(all) {
            Err(fault) if fault.code == PARSE_ERROR => Failure::parse_error(fault.message),
            _ => Failure::invalid_request("batches are not taken: send each request by itself"),
        });
    }
    Envelope::read(all).map_err(|why| match why {
        NoEnvelope::Malformed(why) => Failure::parse_error(why),
        NoEnvelope::NoObject => Failure::invalid_request("a JSON-RPC request is an object"),
        NoEnvelope::Odd(why) => Failure::invalid_request(format!("not a JSON-RPC request: {why}")),
    })
}

fn id(envelope: &Envelope<'_>) -> Result<Id, Failure> {
    let Some(raw) = envelope.id.filter(|raw| raw.get() != "null") else {
        return Ok(None);
    };
    match RequestId::from_raw(raw) {
        Some(_) => Ok(Some(Arc::from(raw.to_owned()))),
        None => Err(Failure::invalid_request(no_id("id", raw))),
    }
}

/// Returns the id of a request whose further content is not parsed; `None` if it has no valid id.
pub(crate) fn id_of(body: &[u8]) -> Id {
    envelope(body).and_then(|envelope| id(&envelope)).unwrap_or_default()
}

/// True if the body of a request on a path shared with other protocols calls a method that only this protocol has, or
/// `initialize` if `opens` is true.
pub(crate) fn is_for_explorer(body: &[u8], opens: bool) -> bool {
    let Ok(envelope) = envelope(body) else {
        return false;
    };
    envelope
        .method
        .and_then(string)
        .is_some_and(|name| Method::is_private(&name) || (opens && name.eq_ignore_ascii_case("initialize")))
}

/// The `params` of `call_tool`.
#[derive(Debug)]
pub(crate) struct CallParams {
    pub(crate) name: String,
    pub(crate) arguments: serde_json::Map<String, Value>,
}

impl CallParams {
    pub(crate) fn read(params: Option<&RawValue>) -> Result<Self, Failure> {
        let mut params = object(params)?;
        let name = take_required(&mut params, "name")?;
        let arguments = match params.remove("arguments") {
            None | Some(Value::Null) => serde_json::Map::new(),
            Some(Value::Array(list)) if list.is_empty() => serde_json::Map::new(),
            Some(Value::Object(arguments)) => arguments,
            Some(other) => {
                return Err(invalid(format!(
                    "'arguments' must be an object, not {}.",
                    shorten(&other.to_string())
                )));
            }
        };
        Ok(Self { name, arguments })
    }
}

pub(crate) fn uri_of(params: Option<&RawValue>) -> Result<String, Failure> {
    take_required(&mut object(params)?, "uri")
}

fn object(params: Option<&RawValue>) -> Result<serde_json::Map<String, Value>, Failure> {
    let read = params.ok_or(()).and_then(|_| jsonrpc::object(params).map_err(|_| ()));
    let raw = read.map_err(|()| invalid("'params' object is required."))?;
    let read = serde_json::from_str::<Unique>(raw);
    read.map(|params| params.0)
        .map_err(|error| invalid(format!("'params' cannot be read: {error}.")))
}

fn take_required(params: &mut serde_json::Map<String, Value>, name: &str) -> Result<String, Failure> {
    match params.remove(name) {
        Some(Value::String(text)) if !text.trim().is_empty() => Ok(text),
        None | Some(Value::Null | Value::String(_)) => Err(invalid(format!("'{name}' is required."))),
        Some(other) => Err(invalid(format!(
            "'{name}' must be a string, not {}.",
            shorten(&other.to_string())
        ))),
    }
}

fn invalid(what: impl std::fmt::Display) -> Failure {
    Failure::from_kind(host_api::ErrorKind::InvalidArgument, format!("Invalid params: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_lenient_requests_and_rejects_invalid_ones() {
        for (body, method, id) in [
            (r#"{"method":"PING","id":1}"#, "PING", Some("1")),
            (r#" {"id":"a\nb","method":"p\u0069ng"} "#, "ping", Some(r#""a\nb""#)),
            (
                r#"{"jsonrpc":"1.0","method":"ping","id":null,"other":[]}"#,
                "ping",
                None,
            ),
            (r#"{"method":"ping","id":-1.5e3,"params":null}"#, "ping", Some("-1.5e3")),
        ] {
            let request = Request::parse(body.as_bytes()).expect(body);
            assert_eq!(
                (&*request.method, request.id.as_deref().map(RawValue::get)),
                (method, id)
            );
            assert!(request.params.is_none());
        }
        for (body, code, id) in [
            ("", -32600, None),
            ("{", -32700, None),
            ("nonsense", -32700, None),
            ("\u{0}", -32700, None),
            ("3", -32600, None),
            ("[]", -32600, None),
            (r#"[{"method":"ping"}]"#, -32600, None),
            (r#"{"id":7}"#, -32600, Some("7")),
            (r#"{"id":7,"method":null}"#, -32600, Some("7")),
            (r#"{"id":7,"method":"  "}"#, -32600, Some("7")),
            (r#"{"id":7,"method":3}"#, -32600, Some("7")),
            (r#"{"id":{},"method":"ping"}"#, -32600, None),
            (r#"{"id":1,"id":2,"method":"ping"}"#, -32600, None),
        ] {
            let (got, failure) = *Request::parse(body.as_bytes()).expect_err(body);
            assert_eq!((failure.code, got.as_deref().map(RawValue::get)), (code, id), "{body}");
        }
        assert_eq!(Request::parse(b"\xff").expect_err("no text").1.code, -32700);
    }

    #[test]
    fn accepts_only_explorer_methods_on_shared_paths() {
        for (body, opens, expected) in [
            (r#"{"method":"list_tools"}"#, false, true),
            (r#"{"method":"Call_Tool","id":1}"#, false, true),
            (r#"{"method":"initialize"}"#, false, false),
            (r#"{"method":"initialize"}"#, true, true),
            (r#"{"method":"tools/list"}"#, true, false),
            (r#"{"method":"ping"}"#, true, false),
            (r#"[{"method":"list_tools"}]"#, true, false),
            ("nonsense", true, false),
        ] {
            assert_eq!(is_for_explorer(body.as_bytes(), opens), expected, "{body} {opens}");
        }
    }
}
