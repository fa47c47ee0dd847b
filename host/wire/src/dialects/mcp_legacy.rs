//! Hop 2 for the handshake eras of MCP, 2024-11-05 to 2025-11-25: `initialize`, sessions, GET streams, DELETE.

use crate::calls::Answer;
use crate::dialects::mcp_methods::{self, Asker, Reply, client_capabilities, speaker};
use crate::dialects::mcp_shapes::{ServerInfo, empty_response};
use crate::dialects::{MCP_METHODS, Version};
use crate::http::accept::Accepts;
use crate::http::{Exchange, answer};
use crate::jsonrpc::{self, Body, Fault, METHOD_NOT_FOUND, Message, RequestId, shortened};
use crate::sessions::{OpenStream, Resume, Session};
use crate::state::Wire;
use crate::streams::{self, EventId};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;
use host_api::{CallId, Caller, Dialect, LogLevel};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
/// Messages of one batch.
const MAX_BATCH: usize = 100;

/// True where a request says by a header that it is standard MCP's.
pub(crate) fn has_mcp_header(headers: &HeaderMap) -> bool {
    headers.contains_key(&SESSION) || headers.contains_key(&VERSION)
}

/// `POST /mcp` of a handshake client.
pub(crate) async fn post(exchange: Exchange, body: Body<'_>) -> Response {
    let session = match version_header(&exchange.headers).and_then(|()| session(&exchange.wire, &exchange.headers)) {
        Ok(session) => session,
        Err(fault) => {
            let id = match &body {
                Body::One(Message::Request { id, .. }) => Some(id),
                _ => None,
            };
            return answer::fault(&fault, id);
        }
    };
    match body {
        Body::One(message) => {
            if let Message::Request { id, .. } = &message
                && exchange.accepts.nothing()
            {
                return answer::fault(&not_acceptable("application/json or text/event-stream"), Some(id));
            }
            let said = one(&exchange, session.as_ref(), message, exchange.accepts, exchange.call).await;
            respond(said, exchange.accepts)
        }
        Body::Batch(messages) => batch(&exchange, session.as_ref(), messages).await,
    }
}

/// `GET /mcp`: a stream for what the host says unasked, or the rest of one that broke off.
pub(crate) fn get(wire: &Arc<Wire>, headers: &HeaderMap, accepts: Accepts) -> Response {
    let found = version_header(headers).and_then(|()| session(wire, headers));
    let session = match found {
        Err(fault) => return answer::fault(&fault, None),
        Ok(Some(session)) => session,
        Ok(None) if headers.contains_key(&VERSION) => return answer::fault(&session_missing(), None),
        Ok(None) => return answer::method_not_allowed(&Method::GET, "/mcp", MCP_METHODS),
    };
    if !accepts.stream {
        return answer::fault(&not_acceptable("text/event-stream"), None);
    }
    if wire.is_draining() {
        return answer::fault(&Fault::busy("the host is shutting down"), None);
    }
    let Some(slot) = wire.streams.take() else {
        let max = wire.streams.max();
        return answer::fault(
            &Fault::busy(format!(
                "{max} streams are open, the most that `server.max-streams` allows"
            )),
            None,
        );
    };
    let open = OpenStream {
        slot,
        hold: Some(wire.sessions.hold(&session)),
    };
    let seen = headers
        .get(&LAST_EVENT)
        .map(|value| value.to_str().ok().and_then(EventId::parse));
    let lost = match seen {
        Some(Some(seen)) => match session.resume(seen) {
            Resume::Continue(log) => {
                let reader = open.follow(&log, Some(seen.sequence), wire.options.keep_alive);
                return answer::stream(reader.with_preface(streams::OPENING));
            }
            Resume::Finished => None,
            Resume::Unknown => {
                Some("the stream of that Last-Event-ID is no longer held; what it still had to say is lost")
            }
        },
        Some(None) => Some("that Last-Event-ID was not given by this host; what its stream still had to say is lost"),
        None => None,
    };
    let log = session.standalone_stream(wire.bounds(), &wire.dropped);
    if session.version.primes_streams() {
        log.prime(wire.options.retry);
    }
    let reader = open.follow(&log, None, wire.options.keep_alive);
    answer::stream(reader.with_preface(lost.map_or(streams::OPENING, streams::lost)))
}

/// `DELETE /mcp`: the client is done with its session.
pub(crate) fn delete(wire: &Arc<Wire>, headers: &HeaderMap) -> Response {
    match session(wire, headers) {
        Err(fault) => answer::fault(&fault, None),
        Ok(None) => answer::fault(&session_missing(), None),
        Ok(Some(session)) => {
            wire.sessions.close(&session.id);
            answer::empty(StatusCode::NO_CONTENT)
        }
    }
}

/// What one message led to.
enum Said {
    /// A notification or a response was taken.
    Accepted,
    Response(Vec<u8>),
    /// `initialize` succeeded.
    Opened(Vec<u8>, Arc<Session>),
    Ran(Answer),
    Fault(Fault, Option<RequestId>),
}

async fn one(
    exchange: &Exchange,
    session: Option<&Arc<Session>>,
    message: Message<'_>,
    accepts: Accepts,
    call: CallId,
) -> Said {
    match message {
        Message::Request { id, method, params } => {
            match request(exchange, session, &id, &method, params, accepts, call).await {
                Ok(said) => said,
                Err(fault) => Said::Fault(fault, Some(id)),
            }
        }
        Message::Notification { method, params } => match session {
            Some(session) => {
                notification(session, &method, params);
                Said::Accepted
            }
            None => Said::Fault(session_missing(), None),
        },
        Message::Response => match session {
            Some(_) => Said::Accepted,
            None => Said::Fault(session_missing(), None),
        },
    }
}

async fn request(
    exchange: &Exchange,
    session: Option<&Arc<Session>>,
    id: &RequestId,
    method: &str,
    params: Option<&RawValue>,
    accepts: Accepts,
    call: CallId,
) -> Result<Said, Fault> {
    let wire = &exchange.wire;
    match (method, session) {
        ("ping", _) => {
            let version = session.map_or(Version::LATEST_HANDSHAKE, |session| session.version);
            return Ok(Said::Response(empty_response(&speaker(wire, version), id)));
        }
        ("initialize", Some(_)) => return Err(Fault::invalid_request("this session is initialized already")),
        ("initialize", None) => return initialize(wire, id, params),
        _ => {}
    }
    let session = session.ok_or_else(session_missing)?;
    if !session.is_ready() {
        return Err(Fault::invalid_request(format!(
            "`{}` came before `notifications/initialized`; until then only `ping` is answered",
            shortened(method)
        )));
    }
    let asker = Asker {
        version: session.version,
        call,
        caller: Caller {
            dialect: Dialect::McpHandshake,
            client: session.client.clone(),
            address: exchange.peer.to_string(),
            session: Some(session.id.to_string()),
        },
        capabilities: session.capabilities,
        accepts,
        session: Some(Arc::clone(session)),
        log_level: None,
    };
    if let Some(reply) = mcp_methods::answer(wire, asker, id, method, params).await {
        return reply.map(|reply| match reply {
            Reply::Response(response) => Said::Response(response),
            Reply::Ran(answer) => Said::Ran(answer),
        });
    }
    own_method(session, method, params)?;
    Ok(Said::Response(empty_response(&speaker(wire, session.version), id)))
}

/// Methods of these eras alone; all of them answer with an empty result.
fn own_method(session: &Session, method: &str, params: Option<&RawValue>) -> Result<(), Fault> {
    #[derive(Deserialize)]
    struct Level {
        level: String,
    }
    #[derive(Deserialize)]
    struct Watched {
        uri: String,
    }
    match method {
        "logging/setLevel" => {
            let Level { level } = mcp_methods::read(params)?;
            let level = LogLevel::parse(&level).ok_or_else(|| {
                Fault::invalid_params(format!(
                    "`level` is `{}`; it must be debug, info, notice, warning, error, critical, alert or emergency",
                    shortened(&level)
                ))
            })?;
            session.set_log_level(level);
            Ok(())
        }
        "resources/subscribe" | "resources/unsubscribe" => {
            let Watched { uri } = mcp_methods::read(params)?;
            if method == "resources/unsubscribe" {
                session.unsubscribe(&uri);
            } else if !session.subscribe(&uri) {
                return Err(Fault::invalid_params("this session watches too many resources already"));
            }
            Ok(())
        }
        _ => Err(Fault::new(
            StatusCode::OK,
            METHOD_NOT_FOUND,
            format!("the method `{}` is not served", shortened(method)),
        )),
    }
}

fn initialize(wire: &Arc<Wire>, id: &RequestId, params: Option<&RawValue>) -> Result<Said, Fault> {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Client {
        name: String,
        version: String,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Params {
        protocol_version: String,
        #[serde(default)]
        capabilities: Value,
        #[serde(default)]
        client_info: Client,
    }
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Welcome<'a> {
        protocol_version: &'static str,
        capabilities: Value,
        server_info: ServerInfo<'a>,
        #[serde(skip_serializing_if = "str::is_empty")]
        instructions: &'a str,
    }
    if wire.is_draining() {
        return Err(Fault::busy("the host is shutting down"));
    }
    let params: Params = mcp_methods::read(params)?;
    let version = Version::handshake(&params.protocol_version).unwrap_or(Version::LATEST_HANDSHAKE);
    let client = format!(
        "{} {}",
        shortened(&params.client_info.name),
        shortened(&params.client_info.version)
    );
    let session = wire
        .sessions
        .open(
            version,
            client.trim().to_owned(),
            client_capabilities(&params.capabilities),
        )
        .ok_or_else(|| {
            let max = wire.options.max_sessions;
            Fault::busy(format!(
                "all {max} sessions that `server.max-sessions` allows are in use"
            ))
        })?;
    let view = wire.service.catalog();
    let welcome = Welcome {
        protocol_version: version.as_str(),
        capabilities: mcp_methods::capabilities(version),
        server_info: speaker(wire, version).server_info(),
        instructions: &view.instructions,
    };
    Ok(Said::Opened(jsonrpc::success(id, &welcome), session))
}

fn notification(session: &Arc<Session>, method: &str, params: Option<&RawValue>) {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Cancelled<'a> {
        #[serde(borrow)]
        request_id: &'a RawValue,
    }
    match method {
        "notifications/initialized" => session.make_ready(),
        "notifications/cancelled" => {
            if let Ok(cancelled) = mcp_methods::read::<Cancelled<'_>>(params) {
                session.cancel(cancelled.request_id.get());
            }
        }
        // Others (roots changed, progress) ask for nothing.
        _ => tracing::trace!(method, "notification taken"),
    }
}

async fn batch(
    exchange: &Exchange,
    session: Option<&Arc<Session>>,
    messages: Vec<Result<Message<'_>, Fault>>,
) -> Response {
    let refusal = match session {
        None => Some(session_missing()),
        Some(session) if !session.version.takes_batches() => Some(Fault::invalid_request(format!(
            "MCP {} has no batches: send each message by itself",
            session.version.as_str()
        ))),
        Some(_) if messages.len() > MAX_BATCH => Some(Fault::invalid_request(format!(
            "a batch holds at most {MAX_BATCH} messages"
        ))),
        Some(_) => None,
    };
    if let Some(fault) = refusal {
        return answer::fault(&fault, None);
    }
    let mut call = Some(exchange.call);
    let answers = messages.into_iter().map(|message| {
        let call = call.take().unwrap_or_else(CallId::next);
        async move {
            match message {
                Ok(message) => one(exchange, session, message, Accepts::JSON_ONLY, call).await,
                Err(fault) => Said::Fault(fault, None),
            }
        }
    });
    let mut all = Vec::from(&b"["[..]);
    for said in futures_util::future::join_all(answers).await {
        let response = match said {
            Said::Response(response) | Said::Opened(response, _) | Said::Ran(Answer::Json(response)) => response,
            Said::Fault(fault, id) => fault.to_json(id.as_ref()),
            Said::Accepted | Said::Ran(Answer::Silence | Answer::Stream(_)) => continue,
        };
        if all.len() > 1 {
            all.push(b',');
        }
        all.extend_from_slice(&response);
    }
    if all.len() == 1 {
        return answer::empty(StatusCode::ACCEPTED);
    }
    all.push(b']');
    respond(Said::Response(all), exchange.accepts)
}

fn respond(said: Said, accepts: Accepts) -> Response {
    match said {
        Said::Accepted => answer::empty(StatusCode::ACCEPTED),
        Said::Response(response) | Said::Ran(Answer::Json(response)) => answer::in_form(accepts, response),
        Said::Opened(response, session) => {
            let mut response = answer::in_form(accepts, response);
            let id = HeaderValue::from_str(&session.id).expect("session ids are hexadecimal");
            response.headers_mut().insert(SESSION, id);
            response
        }
        Said::Ran(Answer::Stream(reader)) => answer::stream(reader),
        Said::Ran(Answer::Silence) if accepts.stream && (accepts.sse || !accepts.json) => answer::empty_stream(),
        Said::Ran(Answer::Silence) => answer::empty(StatusCode::ACCEPTED),
        Said::Fault(fault, id) if fault.status == StatusCode::OK => {
            answer::in_form(accepts, fault.to_json(id.as_ref()))
        }
        Said::Fault(fault, id) => answer::fault(&fault, id.as_ref()),
    }
}

/// The session that the request names. Malformed: 400; unknown or ended: 404, so that the client starts anew.
fn session(wire: &Wire, headers: &HeaderMap) -> Result<Option<Arc<Session>>, Fault> {
    const LONGEST: usize = 256;
    let mut ids = headers.get_all(SESSION).iter();
    let Some(id) = ids.next() else { return Ok(None) };
    let id = id.as_bytes();
    let is_well_formed = !id.is_empty() && id.len() <= LONGEST && id.iter().all(u8::is_ascii_graphic);
    if !is_well_formed || ids.next().is_some() {
        return Err(Fault::invalid_request(
            "Mcp-Session-Id must be one value of visible ASCII",
        ));
    }
    let known = std::str::from_utf8(id).ok().and_then(|id| wire.sessions.find(id));
    known.map(Some).ok_or_else(|| {
        Fault::new(
            StatusCode::NOT_FOUND,
            jsonrpc::INVALID_REQUEST,
            "there is no such session (it ended, or the host restarted): send `initialize` without Mcp-Session-Id",
        )
    })
}

fn session_missing() -> Fault {
    Fault::invalid_request("Mcp-Session-Id is missing: send `initialize` first, then its session id with every message")
}

/// Absent is fine: the session knows its version.
fn version_header(headers: &HeaderMap) -> Result<(), Fault> {
    let mut values = headers.get_all(VERSION).iter();
    let Some(value) = values.next() else { return Ok(()) };
    let text = value.to_str().unwrap_or("(unreadable)");
    if Version::handshake(text).is_some() && values.next().is_none() {
        return Ok(());
    }
    let supported: Vec<_> = Version::HANDSHAKE.iter().map(|version| version.as_str()).collect();
    Err(Fault::invalid_request(format!(
        "MCP-Protocol-Version `{}` is not spoken here: use {} or {}",
        shortened(text),
        supported.join(", "),
        Version::MODERN.as_str()
    )))
}

fn not_acceptable(forms: &str) -> Fault {
    Fault::new(
        StatusCode::NOT_ACCEPTABLE,
        jsonrpc::INVALID_REQUEST,
        format!("Accept excludes what this request is answered with: {forms}"),
    )
}
