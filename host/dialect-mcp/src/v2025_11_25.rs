//! The handshake versions of MCP over Streamable HTTP: the session header, GET streams, DELETE.

use crate::Mcp;
use crate::ask;
use crate::handshake::{self, Notification, session_missing};
use crate::peer::{Peer, Reply};
use crate::v2026_07_28::listen;
use futures_util::future::join_all;
use host_api::{CallId, Profile, SessionNews};
use host_mcp_shapes::versions::Version;
use host_wire::Wire;
use host_wire::calls::Answer;
use host_wire::http::Response;
use host_wire::http::accept::Accepts;
use host_wire::http::refusal::Refusal;
use host_wire::http::{Exchange, Incoming, answer};
use host_wire::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use host_wire::jsonrpc::{self, Batch, Body, Fault, Message, RequestId, shorten};
use host_wire::sessions::{Closed, OpenStream, Resume, Session};
use host_wire::streams::{self, EventId};
use serde_json::value::RawValue;
use std::sync::Arc;

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");

/// True if the request has a header that only standard MCP uses.
pub(crate) fn has_mcp_header(headers: &HeaderMap) -> bool {
    headers.contains_key(&SESSION) || headers.contains_key(&VERSION)
}

pub(crate) async fn post(mcp: &Arc<Mcp>, exchange: Exchange, picked: Option<Profile>, body: Body<'_>) -> Response {
    let named = match &body {
        Body::One(message) if opens(message) => version_header(&exchange.headers).map(|()| None).map_err(Refusal::from),
        _ => named_session(&exchange.wire, &exchange.headers),
    };
    let session = match named {
        Ok(session) => session,
        Err(refusal) => {
            let id = match &body {
                Body::One(Message::Request { id, .. }) => Some(id),
                _ => None,
            };
            return answer::refusal(refusal, id);
        }
    };
    match body {
        Body::One(message) => {
            if let Message::Request { id, .. } = &message
                && exchange.accepts.accepts_nothing()
            {
                return answer::refusal(not_acceptable("application/json or text/event-stream"), Some(id));
            }
            let outcome = answer_message(
                mcp,
                &exchange,
                session.as_ref(),
                message,
                exchange.accepts,
                exchange.call,
                picked,
            )
            .await;
            respond(outcome, exchange.accepts)
        }
        Body::Batch(members) => batch(mcp, &exchange, session.as_ref(), members).await,
    }
}

/// True for `initialize`, which always opens a new session. If its header contains an old session id, because the
/// client started again, that session stays open.
fn opens(message: &Message<'_>) -> bool {
    matches!(message, Message::Request { method, .. } if method == "initialize")
}

/// Handles `GET /mcp`: opens a stream for notifications outside of calls, or resumes an interrupted stream. `None` if
/// the request has no session, no version header, and does not accept events by name.
pub(crate) fn get(incoming: &Incoming) -> Result<Option<Response>, Refusal> {
    let (wire, headers, accepts) = (&incoming.wire, &incoming.parts.headers, incoming.accepts);
    let session = match named_session(wire, headers)? {
        Some(session) => session,
        None if headers.contains_key(&VERSION) || accepts.sse => return Err(session_missing().into()),
        None => return Ok(None),
    };
    if !accepts.stream {
        return Err(not_acceptable("text/event-stream"));
    }
    if let Some(unity) = incoming.unity() {
        session.names(Some(&unity));
    }
    let open = OpenStream {
        slot: listen::place(wire)?,
        hold: Some(wire.sessions.hold(&session)),
    };
    let seen = headers
        .get(&LAST_EVENT)
        .map(|value| value.to_str().ok().and_then(EventId::parse));
    let lost = match seen {
        Some(Some(seen)) => match session.resume(seen) {
            Resume::Continue(log) => {
                let reader = open.follow(&log, Some(seen.sequence), wire.options.keep_alive);
                return Ok(Some(answer::stream(reader.with_preface(streams::OPENING))));
            }
            Resume::Finished => None,
            Resume::Unknown => {
                Some("the stream of that Last-Event-ID is no longer held; its remaining messages are lost")
            }
        },
        Some(None) => {
            Some("that Last-Event-ID was not issued by this host; the remaining messages of its stream are lost")
        }
        None => None,
    };
    let log = session.standalone_stream(wire.bounds(), &wire.dropped, &wire.budget)?;
    if Version::of_session(&session.version).primes_streams() {
        log.prime(wire.options.retry);
    }
    let reader = open.follow(&log, None, wire.options.keep_alive);
    let reader = reader.with_preface(lost.map_or(streams::OPENING, streams::lost_event));
    Ok(Some(answer::stream(reader)))
}

/// Handles `DELETE /mcp`: ends the session of the client.
pub(crate) async fn delete(wire: &Arc<Wire>, headers: &HeaderMap) -> Result<Response, Refusal> {
    let session = session(wire, headers)?.ok_or_else(session_missing)?;
    match wire.sessions.close_for_good(&session.id).await {
        // Unknown: another request ended the session a moment ago.
        Closed::Gone | Closed::Unknown => Ok(answer::empty(StatusCode::NO_CONTENT)),
        Closed::NotWritten => Err(Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            jsonrpc::INTERNAL_ERROR,
            "the session ended, but this could not be stored: after a restart of the host it may exist again",
        )),
    }
}

enum Outcome {
    /// The outcome for a notification or a response of the client, which gets no answer.
    Accepted,
    Reply(Reply),
    Fault(Fault, Option<RequestId>),
}

async fn answer_message(
    mcp: &Arc<Mcp>,
    exchange: &Exchange,
    session: Option<&Arc<Session>>,
    message: Message<'_>,
    accepts: Accepts,
    call: CallId,
    picked: Option<Profile>,
) -> Outcome {
    match message {
        Message::Request { id, method, params } => {
            let peer = Peer {
                call,
                room: Arc::clone(&exchange.room),
                address: exchange.peer.to_string().into(),
                accepts,
                profile: picked,
                unity: exchange.unity(),
                pipe: None,
            };
            match handshake::answer(mcp, peer, session, &id, &method, params).await {
                Ok(reply) => Outcome::Reply(reply),
                Err(fault) => Outcome::Fault(fault, Some(id)),
            }
        }
        Message::Notification { method, params } => match session {
            Some(session) => match notification(&exchange.wire, session, &method, params) {
                Ok(()) => Outcome::Accepted,
                Err(fault) => Outcome::Fault(fault, None),
            },
            None => Outcome::Fault(session_missing(), None),
        },
        Message::Response { id, outcome } => match session {
            Some(session) => {
                ask::v2025_11_25::deliver(session, id.as_ref(), outcome);
                Outcome::Accepted
            }
            None => Outcome::Fault(session_missing(), None),
        },
    }
}

fn notification(wire: &Wire, session: &Arc<Session>, method: &str, params: Option<&RawValue>) -> Result<(), Fault> {
    match handshake::notification(method, params) {
        Notification::Initialized if wire.sessions.make_ready(session) => Ok(()),
        Notification::Initialized => Err(handshake::no_session_free(wire)),
        Notification::Cancelled(id) => {
            session.ids.cancel(id);
            Ok(())
        }
        Notification::RootsChanged => {
            wire.service.session_news(&session.id, SessionNews::RootsChanged);
            Ok(())
        }
        Notification::Other => Ok(()),
    }
}

async fn batch(mcp: &Arc<Mcp>, exchange: &Exchange, session: Option<&Arc<Session>>, batch: Batch<'_>) -> Response {
    let refusal = match session {
        None => Some(session_missing()),
        Some(session) => handshake::batch_refusal(Version::of_session(&session.version), &batch),
    };
    if let Some(fault) = refusal {
        return answer::refusal(fault, None);
    }
    let mut call = Some(exchange.call);
    let answers = batch.messages().map(|message| {
        let call = call.take().unwrap_or_else(CallId::next);
        async move {
            match message {
                Ok(message) => answer_message(mcp, exchange, session, message, Accepts::JSON_ONLY, call, None).await,
                Err(fault) => Outcome::Fault(fault, None),
            }
        }
    });
    let outcomes = join_all(answers).await.into_iter();
    let responses = outcomes.filter_map(|outcome| match outcome {
        Outcome::Reply(Reply::Response(response) | Reply::Opened(response, _)) => Some(response.into()),
        Outcome::Reply(Reply::Ran(Answer::Json(response))) => Some(response.bytes()),
        Outcome::Fault(fault, id) => Some(fault.to_json(id.as_ref()).into()),
        Outcome::Accepted | Outcome::Reply(Reply::Ran(Answer::Silence | Answer::Stream(_))) => None,
    });
    match jsonrpc::in_one_array(responses) {
        Some(all) => respond(Outcome::Reply(Reply::Response(all)), exchange.accepts),
        None => answer::empty(StatusCode::ACCEPTED),
    }
}

fn respond(outcome: Outcome, accepts: Accepts) -> Response {
    match outcome {
        Outcome::Accepted => answer::empty(StatusCode::ACCEPTED),
        Outcome::Reply(Reply::Response(response)) => answer::in_form(accepts, response),
        Outcome::Reply(Reply::Ran(Answer::Json(response))) => answer::kept_in_form(accepts, &response),
        Outcome::Reply(Reply::Opened(response, session)) => {
            let mut response = answer::in_form(accepts, response);
            let id = HeaderValue::from_str(&session.id).expect("session ids are hexadecimal");
            response.headers_mut().insert(SESSION, id);
            response
        }
        Outcome::Reply(Reply::Ran(Answer::Stream(reader))) => answer::stream(reader),
        Outcome::Reply(Reply::Ran(Answer::Silence)) if accepts.stream && (accepts.sse || !accepts.json) => {
            answer::empty_stream()
        }
        Outcome::Reply(Reply::Ran(Answer::Silence)) => answer::empty(StatusCode::ACCEPTED),
        Outcome::Fault(fault, id) => answer::failed_in_form(accepts, fault, id.as_ref()),
    }
}

/// Returns the MCP version of the request's session, else the version in its header; `None` if neither is known.
pub(super) fn version_of(wire: &Wire, headers: &HeaderMap) -> Option<Version> {
    if let Ok(Some(session)) = session(wire, headers) {
        return Some(Version::of_session(&session.version));
    }
    let version = headers.get(VERSION)?.to_str().ok()?;
    match Version::is_after_handshakes(version) {
        true => Some(Version::STATELESS),
        false => Version::handshake(version),
    }
}

/// Returns the session in the request's header, if any. Fails if the version header contains an unsupported version.
fn named_session(wire: &Wire, headers: &HeaderMap) -> Result<Option<Arc<Session>>, Refusal> {
    version_header(headers)?;
    session(wire, headers)
}

/// Returns the session in the request's header, if any. The error is 400 for a malformed id, 404 for an unknown one.
fn session(wire: &Wire, headers: &HeaderMap) -> Result<Option<Arc<Session>>, Refusal> {
    const LONGEST: usize = 256;
    let mut ids = headers.get_all(SESSION).iter();
    let Some(id) = ids.next() else { return Ok(None) };
    let id = id.as_bytes();
    let is_well_formed = !id.is_empty() && id.len() <= LONGEST && id.iter().all(u8::is_ascii_graphic);
    if !is_well_formed || ids.next().is_some() {
        let malformed = Fault::invalid_request("Mcp-Session-Id must be one value of visible ASCII");
        return Err(malformed.into());
    }
    let known = std::str::from_utf8(id).ok().and_then(|id| wire.sessions.find(id));
    let known = known.filter(|session| Version::handshake(&session.version).is_some());
    known.map(Some).ok_or_else(|| {
        Refusal::new(
            StatusCode::NOT_FOUND,
            jsonrpc::INVALID_REQUEST,
            "there is no such session (it ended, or the host restarted and keeps none): send `initialize` without Mcp-Session-Id",
        )
    })
}

/// Checks the MCP version header of a request with a session. It may be missing: the session has a version.
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
        shorten(text),
        supported.join(", "),
        Version::STATELESS.as_str()
    )))
}

fn not_acceptable(forms: &str) -> Refusal {
    Refusal::not_acceptable(format!("Accept excludes the forms of this answer: {forms}"))
}
