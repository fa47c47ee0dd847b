//! The handshake versions of MCP, 2024-11-05 to 2025-11-25, independent of the transport: `initialize`, and the methods
//! that only these versions have.
//!
//! This module contains everything that depends only on a session. `v2025_11_25` handles headers, `pipe` pipes.

use crate::Mcp;
use crate::methods::{self, client_capabilities};
use crate::peer::{self, Peer, Reply};
use host_api::{Audience, LogLevel, Profile, Tree};
use host_mcp_shapes::shapes::{ServerInfo, empty_response};
use host_mcp_shapes::versions::Version;
use host_wire::Wire;
use host_wire::first_catalog;
use host_wire::in_flight::NoSlot;
use host_wire::jsonrpc::{self, Batch, Fault, METHOD_NOT_FOUND, Object, RequestId, shorten};
use host_wire::sessions::{NoSession, Opening, Session, Unwatched};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;

/// Answers a request on any transport, in an MCP version with `initialize`. Before `initialize`, `session` is `None`.
pub(crate) async fn answer(
    mcp: &Arc<Mcp>,
    peer: Peer,
    session: Option<&Arc<Session>>,
    id: &RequestId,
    method: &str,
    params: Option<&RawValue>,
) -> Result<Reply, Fault> {
    // Checked even if the method has no parameters.
    jsonrpc::object(params)?;
    let is_batched = peer.pipe.as_ref().is_some_and(|end| end.batched);
    match (method, session) {
        ("ping", _) => {
            let version = session.map_or(Version::LATEST_HANDSHAKE, |session| {
                Version::of_session(&session.version)
            });
            return Ok(Reply::Response(empty_response(&mcp.speaker(version), id)));
        }
        ("initialize", _) if is_batched => return Err(Fault::invalid_request("`initialize` is sent by itself")),
        ("initialize", Some(_)) => return Err(initialized()),
        ("initialize", None) => return initialize(mcp, &peer, id, params).await,
        _ => {}
    }
    let session = session.ok_or_else(|| match peer.pipe {
        Some(_) => Fault::invalid_request(format!("`{}` came before `initialize`", shorten(method))),
        None => session_missing(),
    })?;
    if !session.is_ready() {
        return Err(too_early(method));
    }
    // The service is also notified of the end of a session from an earlier run of the host.
    session.followed_by(&mcp.wire.service);
    if let Some(reply) = methods::answer(mcp, peer.in_session(session), id, method, params).await {
        return reply;
    }
    own_method(&mcp.wire, session, method, params).await?;
    Ok(Reply::Response(empty_response(
        &mcp.speaker(Version::of_session(&session.version)),
        id,
    )))
}

/// Answers `initialize`: opens a session, which belongs to the pipe of the request, or has its id in an HTTP header.
async fn initialize(mcp: &Mcp, peer: &Peer, id: &RequestId, params: Option<&RawValue>) -> Result<Reply, Fault> {
    let wire = &mcp.wire;
    let opening = read_hello(wire, peer.profile.clone(), params)?;
    first_catalog::for_welcome(wire).await;
    let version = Version::of_session(&opening.version);
    let opened = match &peer.pipe {
        Some(_) => Session::new_unstored(opening, &wire.budget),
        None => wire.sessions.open(opening).await,
    };
    let session = opened.map_err(|why| match why {
        NoSession::AllInUse => no_session_free(wire),
        NoSession::NoRandomness => Fault::busy("this system gives no randomness for a session"),
        NoSession::NoRoom(full) => full.into(),
    })?;
    session.names(peer.unity.as_deref());
    if let Some(end) = &peer.pipe
        && !end.pipe.begin(Arc::clone(&session))
    {
        return Err(initialized());
    }
    let audience = peer::audience(session.profile.as_deref());
    Ok(Reply::Opened(welcome(mcp, &audience, id, version), session))
}

fn read_hello(wire: &Wire, profile: Option<Profile>, params: Option<&RawValue>) -> Result<Opening, Fault> {
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
        capabilities: Tree,
        #[serde(default)]
        client_info: Object<Client>,
    }
    if wire.is_draining() {
        return Err(NoSlot::ShuttingDown.into());
    }
    let params: Params = jsonrpc::read(params)?;
    let version = Version::handshake(&params.protocol_version).unwrap_or(Version::LATEST_HANDSHAKE);
    let client = format!(
        "{} {}",
        shorten(&params.client_info.0.name),
        shorten(&params.client_info.0.version)
    );
    Ok(Opening {
        version: version.as_str().into(),
        client: client.trim().into(),
        capabilities: client_capabilities(&params.capabilities.0),
        profile,
    })
}

fn welcome(mcp: &Mcp, audience: &Audience, id: &RequestId, version: Version) -> Vec<u8> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Welcome<'a> {
        protocol_version: &'static str,
        capabilities: Value,
        server_info: ServerInfo<'a>,
        #[serde(skip_serializing_if = "str::is_empty")]
        instructions: &'a str,
    }
    let view = mcp.wire.service.catalog(audience);
    let welcome = Welcome {
        protocol_version: version.as_str(),
        capabilities: methods::capabilities(&mcp.wire, version),
        server_info: mcp.speaker(version).server_info(),
        instructions: &view.instructions,
    };
    jsonrpc::success(id, &welcome)
}

/// Runs a method that only MCP versions with `initialize` have, such as `logging/setLevel`. All have an empty result.
async fn own_method(wire: &Wire, session: &Arc<Session>, method: &str, params: Option<&RawValue>) -> Result<(), Fault> {
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
            let Level { level } = jsonrpc::read(params)?;
            let level = LogLevel::parse(&level).ok_or_else(|| {
                Fault::invalid_params(format!(
                    "`level` is `{}`; it must be debug, info, notice, warning, error, critical, alert or emergency",
                    shorten(&level)
                ))
            })?;
            session.set_log_level(level);
            Ok(())
        }
        "resources/subscribe" | "resources/unsubscribe" => {
            let Watched { uri } = jsonrpc::read(params)?;
            if method == "resources/unsubscribe" {
                session.unsubscribe(&uri);
                return Ok(());
            }
            methods::served(wire, vec![&uri], Version::of_session(&session.version)).await?;
            session.subscribe(&uri, &wire.budget).map_err(|why| match why {
                Unwatched::TooMany => Fault::invalid_params("this session watches too many resources already"),
                Unwatched::NoRoom(full) => full.into(),
            })
        }
        _ => Err(Fault::new(
            METHOD_NOT_FOUND,
            format!("the method `{}` is not served", shorten(method)),
        )),
    }
}

pub(crate) enum Notification<'a> {
    Initialized,
    /// A notification that the client cancelled the request with this id; the value is the id's JSON.
    Cancelled(&'a str),
    RootsChanged,
    /// A notification without effect, such as progress, or a cancel without a request id.
    Other,
}

pub(crate) fn notification<'a>(method: &str, params: Option<&'a RawValue>) -> Notification<'a> {
    match method {
        "notifications/initialized" => Notification::Initialized,
        "notifications/cancelled" => cancelled(params).map_or(Notification::Other, Notification::Cancelled),
        "notifications/roots/list_changed" => Notification::RootsChanged,
        _ => {
            tracing::trace!(method, "notification taken");
            Notification::Other
        }
    }
}

fn cancelled(params: Option<&RawValue>) -> Option<&str> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Cancelled<'a> {
        #[serde(borrow)]
        request_id: &'a RawValue,
    }
    let cancelled: Cancelled<'_> = jsonrpc::read(params).ok()?;
    Some(cancelled.request_id.get())
}

fn too_early(method: &str) -> Fault {
    Fault::invalid_request(format!(
        "`{}` came before `notifications/initialized`; until then only `ping` is answered",
        shorten(method)
    ))
}

fn initialized() -> Fault {
    Fault::invalid_request("this session is initialized already")
}

pub(crate) fn session_missing() -> Fault {
    Fault::invalid_request("Mcp-Session-Id is missing: send `initialize` first, then its session id with every message")
}

pub(crate) fn no_session_free(wire: &Wire) -> Fault {
    let max = wire.options.max_sessions;
    Fault::busy(format!("all {max} sessions of `server.max-sessions` are in use"))
}

pub(crate) fn batch_refusal(version: Version, batch: &Batch<'_>) -> Option<Fault> {
    if !version.takes_batches() {
        return Some(Fault::invalid_request(format!(
            "MCP {} has no batches: send each message by itself",
            version.as_str()
        )));
    }
    batch.refusal()
}
