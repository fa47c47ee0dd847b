//! MCP 2026-07-28 over HTTP. There are no sessions, each request describes its client, and a lost connection cancels.

pub(crate) mod headers;
pub(crate) mod listen;

use crate::Mcp;
use crate::codes::{MISSING_CAPABILITY, UNSUPPORTED_VERSION};
use crate::extensions;
use crate::methods::{self, client_capabilities};
use crate::peer::{self, AboutClient, Peer, Reply};
use crate::tasks;
use host_api::{Audience, LogLevel, Profile, Tree};
use host_mcp_shapes::shapes::Meta;
use host_mcp_shapes::versions::Version;
use host_wire::calls::Answer;
use host_wire::first_catalog;
use host_wire::http::Response;
use host_wire::http::refusal::Refusal;
use host_wire::http::{Exchange, answer};
use host_wire::http::{HeaderMap, Method, StatusCode};
use host_wire::jsonrpc::{self, Body, Fault, METHOD_NOT_FOUND, Message, Object, RequestId, shorten};
use memchr::memmem::Finder;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

/// The HTTP methods that MCP 2026-07-28 uses at `/mcp`.
pub(crate) const METHODS: [Method; 1] = [Method::POST];
const DISCOVER: &str = "server/discover";
const LISTEN: &str = "subscriptions/listen";
const VERSION: &str = "mcp-protocol-version";
const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";

/// True if the request uses MCP 2026-07-28, according to its version header or to a version in its `_meta`.
pub(crate) fn is_stateless_request(headers: &HeaderMap, body: &Body<'_>) -> bool {
    is_header_of_era(headers)
        || match body {
            Body::One(message) => message.params().is_some_and(names_version),
            Body::Batch(_) => false,
        }
}

/// True if a request on a pipe, which has no headers, uses MCP 2026-07-28. Its `_meta` contains a version, or its
/// method exists in no other version.
pub(crate) fn speaks_on_pipe(method: &str, params: Option<&RawValue>) -> bool {
    matches!(method, DISCOVER | LISTEN) || params.is_some_and(names_version)
}

fn names_version(params: &RawValue) -> bool {
    /// A text searcher for a part of the `_meta` key of the version, which each such message contains unless it uses
    /// escapes. It is static because its creation costs as much as searching some hundred bytes.
    static KEY: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("modelcontextprotocol"));
    // A text search first: most requests of other versions end here. The arguments may be long, and the standard
    // library's search is slower.
    let text = params.get().as_bytes();
    let has_escapes = || memchr::memchr(b'\\', text).is_some() && memchr::memmem::find(text, b"\\u00").is_some();
    (KEY.find(text).is_some() || has_escapes()) && peek(Some(params)).is_ok_and(|peek| peek.version().is_some())
}

pub(crate) fn is_header_of_era(headers: &HeaderMap) -> bool {
    headers
        .get(VERSION)
        .and_then(|version| version.to_str().ok())
        .is_some_and(Version::is_after_handshakes)
}

pub(crate) async fn post(mcp: &Arc<Mcp>, exchange: Exchange, picked: Option<Profile>, body: Body<'_>) -> Response {
    let (id, method, params) = match body {
        Body::One(Message::Request { id, method, params }) => (id, method, params),
        // The protocol has no notifications over HTTP; those of an extension are accepted.
        Body::One(Message::Notification { .. }) => return answer::empty(StatusCode::ACCEPTED),
        Body::One(Message::Response { .. }) => {
            return answer::refusal(
                Fault::invalid_request("MCP 2026-07-28 has no responses of clients"),
                None,
            );
        }
        Body::Batch(_) => {
            return answer::refusal(Fault::invalid_request("MCP 2026-07-28 has no batches"), None);
        }
    };
    let accepts = exchange.accepts;
    match request(mcp, exchange, picked, &id, &method, params).await {
        Ok(Reply::Response(response) | Reply::Opened(response, _)) => answer::in_form(accepts, response),
        Ok(Reply::Ran(Answer::Json(response))) => answer::kept_in_form(accepts, &response),
        Ok(Reply::Ran(Answer::Stream(reader))) => answer::stream(reader),
        Ok(Reply::Ran(Answer::Silence)) => answer::empty_stream(),
        Err(refusal) => answer::failed_in_form(accepts, refusal, Some(&id)),
    }
}

/// Converts a JSON-RPC error to an HTTP error. MCP 2026-07-28 defines a status for an unknown method, and for a
/// capability that the client lacks.
fn as_http(fault: Fault) -> Refusal {
    match fault.code {
        METHOD_NOT_FOUND => fault.with_status(StatusCode::NOT_FOUND),
        MISSING_CAPABILITY => Refusal::bad_request(fault),
        _ => fault.into(),
    }
}

async fn request(
    mcp: &Arc<Mcp>,
    exchange: Exchange,
    picked: Option<Profile>,
    id: &RequestId,
    method: &str,
    params: Option<&RawValue>,
) -> Result<Reply, Refusal> {
    let about = envelope(mcp, &exchange.headers, method, params).map_err(Refusal::bad_request)?;
    if exchange.accepts.accepts_nothing() {
        return Err(Refusal::not_acceptable(
            "Accept excludes both application/json and text/event-stream",
        ));
    }
    if method == LISTEN && !exchange.accepts.stream {
        return Err(Refusal::not_acceptable(
            "Accept excludes text/event-stream, the only form of this answer",
        ));
    }
    let unity = exchange.unity();
    let peer = Peer {
        call: exchange.call,
        room: exchange.room,
        address: exchange.peer.to_string().into(),
        accepts: exchange.accepts,
        profile: picked,
        unity,
        pipe: None,
    };
    answer(mcp, peer, about, id, method, params).await.map_err(as_http)
}

/// Checks the headers and the `_meta` of a request, and returns the data about its client. All errors have status 400.
fn envelope(mcp: &Mcp, headers: &HeaderMap, method: &str, params: Option<&RawValue>) -> Result<AboutClient, Fault> {
    let peek = peek(params)?;
    check_version(headers, &peek)?;
    headers::must_equal(headers, "mcp-method", method, false)?;
    let about = about_client(&peek)?;
    check_name(mcp, headers, method, &peek)?;
    Ok(about)
}

/// Answers one request of MCP 2026-07-28 on any transport; `about` describes the client.
pub(crate) async fn answer(
    mcp: &Arc<Mcp>,
    peer: Peer,
    about: AboutClient,
    id: &RequestId,
    method: &str,
    params: Option<&RawValue>,
) -> Result<Reply, Fault> {
    match method {
        DISCOVER => {
            first_catalog::for_welcome(&mcp.wire).await;
            let audience = peer::audience(peer.profile.as_ref());
            return Ok(Reply::Response(discover(mcp, &audience, id)));
        }
        LISTEN => return listen::listen(mcp, &peer, &about, id, params).await.map(Reply::Ran),
        _ => {}
    }
    let asker = peer.by_itself(about);
    if let Some(answer) = tasks::answer(mcp, &asker, id, method, params) {
        return answer.map(Reply::Response);
    }
    match methods::answer(mcp, asker, id, method, params).await {
        Some(reply) => reply,
        None => Err(Fault::new(
            METHOD_NOT_FOUND,
            format!("the method `{}` is not served", shorten(method)),
        )),
    }
}

/// The members of a request's parameters that must equal a header, or that describe the client.
#[derive(Default, Deserialize)]
pub(crate) struct Peek<'a> {
    #[serde(default, borrow, rename = "_meta")]
    meta: Option<Object<PeekMeta<'a>>>,
    #[serde(default, borrow)]
    name: Option<&'a RawValue>,
    #[serde(default, borrow)]
    uri: Option<&'a RawValue>,
    #[serde(default, borrow, rename = "taskId")]
    task_id: Option<&'a RawValue>,
    #[serde(default, borrow)]
    arguments: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct PeekMeta<'a> {
    #[serde(default, borrow, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<Cow<'a, str>>,
    #[serde(default, rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Option<Tree>,
    #[serde(default, rename = "io.modelcontextprotocol/clientInfo")]
    client: Option<Tree>,
    #[serde(default, borrow, rename = "io.modelcontextprotocol/logLevel")]
    log_level: Option<Cow<'a, str>>,
}

impl Peek<'_> {
    pub(crate) fn version(&self) -> Option<&str> {
        self.meta.as_ref()?.0.version.as_deref()
    }
}

pub(crate) fn peek(params: Option<&RawValue>) -> Result<Peek<'_>, Fault> {
    jsonrpc::read(params)
}

fn bad_meta(message: impl Into<String>) -> Fault {
    Fault::invalid_params(message)
}

fn check_version(headers: &HeaderMap, peek: &Peek<'_>) -> Result<(), Fault> {
    let in_header = headers::single_value(headers, VERSION)?;
    let Some(in_body) = peek.version() else {
        return Err(match in_header {
            Some(header) if header != Version::STATELESS.as_str() => unsupported_version(header),
            _ => bad_meta(format!("`_meta` must hold `{VERSION_KEY}`")),
        });
    };
    headers::must_equal(headers, VERSION, in_body, false)?;
    is_spoken(in_body)
}

fn is_spoken(version: &str) -> Result<(), Fault> {
    if version == Version::STATELESS.as_str() {
        Ok(())
    } else {
        Err(unsupported_version(version))
    }
}

/// Checks that the MCP version in `_meta` is supported, for a request on a pipe, which has no headers.
pub(crate) fn check_version_in_body(peek: &Peek<'_>) -> Result<(), Fault> {
    match peek.version() {
        Some(version) => is_spoken(version),
        None => Err(bad_meta(format!("`_meta` must hold `{VERSION_KEY}`"))),
    }
}

fn unsupported_version(requested: &str) -> Fault {
    Fault::new(
        UNSUPPORTED_VERSION,
        format!("MCP {} is not spoken here without a handshake", shorten(requested)),
    )
    .with_data(serde_json::json!({ "supported": supported_versions(), "requested": shorten(requested) }))
}

/// Returns the supported MCP versions, newest first. All except the first one begin with `initialize`.
fn supported_versions() -> Vec<&'static str> {
    let handshake = Version::HANDSHAKE.iter().rev().map(|version| version.as_str());
    std::iter::once(Version::STATELESS.as_str()).chain(handshake).collect()
}

pub(crate) fn about_client(peek: &Peek<'_>) -> Result<AboutClient, Fault> {
    let meta = peek.meta.as_ref().map(|meta| &meta.0);
    let declared = meta
        .and_then(|meta| Some(&meta.capabilities.as_ref()?.0))
        .filter(|declared| declared.is_object() || declared.as_array().is_some_and(Vec::is_empty))
        .ok_or_else(|| bad_meta("`_meta` must hold `io.modelcontextprotocol/clientCapabilities`, an object"))?;
    let log_level = match meta.and_then(|meta| meta.log_level.as_deref()) {
        None => None,
        Some(text) => Some(LogLevel::parse(text).ok_or_else(|| {
            bad_meta(format!(
                "`_meta` holds the log level `{}`, which is not one of MCP's",
                shorten(text)
            ))
        })?),
    };
    let info = meta.and_then(|meta| meta.client.as_ref());
    let text = |member: &str| info.and_then(|info| info.0.get(member)?.as_str()).unwrap_or_default();
    let client = format!("{} {}", shorten(text("name")), shorten(text("version")));
    Ok(AboutClient {
        client: client.trim().to_owned(),
        capabilities: client_capabilities(declared),
        log_level,
        handles_tasks: declared
            .get("extensions")
            .and_then(|offered| offered.get(extensions::TASKS))
            .is_some_and(|settings| !settings.is_null()),
    })
}

fn check_name(mcp: &Mcp, headers: &HeaderMap, method: &str, peek: &Peek<'_>) -> Result<(), Fault> {
    let member = match method {
        "tools/call" | "prompts/get" => peek.name,
        "resources/read" => peek.uri,
        method if tasks::is_about_task(method) => peek.task_id,
        _ => return Ok(()),
    };
    // If the body contains no name, the method itself reports the missing member.
    let Some(name) = member.and_then(|raw| serde_json::from_str::<String>(raw.get()).ok()) else {
        return Ok(());
    };
    headers::must_equal(headers, "mcp-name", &name, true)?;
    if method == "tools/call" {
        let tools = mcp.mirrored.current(&*mcp.wire.service, &(), &Audience::Everything);
        let mirrored = tools.parameters_of(&name);
        if !mirrored.is_empty() {
            let arguments = peek.arguments.and_then(|raw| Tree::members(raw.get()).ok());
            headers::check_parameters(headers, mirrored, arguments.as_ref())?;
        }
    }
    Ok(())
}

fn discover(mcp: &Mcp, audience: &Audience, id: &RequestId) -> Vec<u8> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Discovered<'a> {
        supported_versions: Vec<&'static str>,
        capabilities: Value,
        #[serde(skip_serializing_if = "str::is_empty")]
        instructions: &'a str,
    }
    let view = mcp.wire.service.catalog(audience);
    let mut capabilities = methods::capabilities(&mcp.wire, Version::STATELESS);
    if mcp.offers_tasks() {
        capabilities["extensions"] = serde_json::json!({ extensions::TASKS: {} });
    }
    let body = Discovered {
        supported_versions: supported_versions(),
        capabilities,
        instructions: &view.instructions,
    };
    let ttl = u64::try_from(mcp.options.lists.ttl.as_millis()).unwrap_or(u64::MAX);
    mcp.speaker(Version::STATELESS)
        .success(id, body, Some(ttl), Meta::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_protocol_version_only_under_its_meta_key() {
        let named = |params: &str| {
            let params = RawValue::from_string(params.to_owned()).expect("JSON");
            names_version(&params)
        };
        for key in [
            "io.modelcontextprotocol/protocolVersion",
            r"io.modelcontextprotocol\/protocolVersion",
            r"io.modelcontextprotocol/protocol\u0056ersion",
            r"\u0069o.modelcontextprotocol/protocolVersion",
        ] {
            assert!(named(&format!(r#"{{"_meta":{{"{key}":"2026-07-28"}}}}"#)), "{key}");
            assert!(!named(&format!(r#"{{"arguments":{{"{key}":"2026-07-28"}}}}"#)), "{key}");
        }
        for params in [
            r#"{"name":"io.modelcontextprotocol/protocolVersion"}"#,
            r#"{"_meta":{"io.modelcontextprotocol/clientInfo":{}}}"#,
            r#"{"_meta":["2026-07-28"]}"#,
            "{}",
        ] {
            assert!(!named(params), "{params}");
        }
    }
}
