//! What the handshake eras of MCP, 2024-11-05 to 2025-11-25, say whatever carries them: `initialize`, and methods of their own.
//!
//! Belongs here: what depends on a session alone. Does not: headers, statuses (`v2025_11_25`), pipes (`pipe`).

use crate::dialects::Version;
use crate::dialects::mcp::methods::{self, client_capabilities, speaker};
use crate::dialects::mcp::shapes::ServerInfo;
use crate::jsonrpc::{self, Batch, Fault, METHOD_NOT_FOUND, RequestId, shortened};
use crate::sessions::{Session, Unwatched};
use crate::state::Wire;
use axum::http::StatusCode;
use host_api::{ClientCapabilities, LogLevel};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;

/// What `initialize` says about its client, and the version that is spoken from then on.
pub(crate) struct Hello {
    pub(crate) version: Version,
    pub(crate) client: String,
    pub(crate) capabilities: ClientCapabilities,
}

/// Reads the parameters of `initialize`.
pub(crate) fn read_hello(wire: &Wire, params: Option<&RawValue>) -> Result<Hello, Fault> {
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
    if wire.is_draining() {
        return Err(Fault::busy("the host is shutting down"));
    }
    let params: Params = methods::read(params)?;
    let version = Version::handshake(&params.protocol_version).unwrap_or(Version::LATEST_HANDSHAKE);
    let client = format!(
        "{} {}",
        shortened(&params.client_info.name),
        shortened(&params.client_info.version)
    );
    Ok(Hello {
        version,
        client: client.trim().to_owned(),
        capabilities: client_capabilities(&params.capabilities),
    })
}

/// The answer to `initialize`.
pub(crate) fn welcome(wire: &Wire, id: &RequestId, version: Version) -> Vec<u8> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Welcome<'a> {
        protocol_version: &'static str,
        capabilities: Value,
        server_info: ServerInfo<'a>,
        #[serde(skip_serializing_if = "str::is_empty")]
        instructions: &'a str,
    }
    let view = wire.service.catalog();
    let welcome = Welcome {
        protocol_version: version.as_str(),
        capabilities: methods::capabilities(version),
        server_info: speaker(wire, version).server_info(),
        instructions: &view.instructions,
    };
    jsonrpc::success(id, &welcome)
}

/// Methods of these eras alone; all of them answer with an empty result.
pub(crate) fn own_method(
    wire: &Wire,
    session: &Arc<Session>,
    method: &str,
    params: Option<&RawValue>,
) -> Result<(), Fault> {
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
            let Level { level } = methods::read(params)?;
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
            let Watched { uri } = methods::read(params)?;
            if method == "resources/unsubscribe" {
                session.unsubscribe(&uri);
                return Ok(());
            }
            session.subscribe(&uri, &wire.budget).map_err(|why| match why {
                Unwatched::TooMany => Fault::invalid_params("this session watches too many resources already"),
                Unwatched::NoRoom(full) => full.into(),
            })
        }
        _ => Err(Fault::new(
            StatusCode::OK,
            METHOD_NOT_FOUND,
            format!("the method `{}` is not served", shortened(method)),
        )),
    }
}

/// The request, as JSON, that `notifications/cancelled` names.
pub(crate) fn cancelled(params: Option<&RawValue>) -> Option<&str> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Cancelled<'a> {
        #[serde(borrow)]
        request_id: &'a RawValue,
    }
    let cancelled: Cancelled<'_> = methods::read(params).ok()?;
    Some(cancelled.request_id.get())
}

pub(crate) fn too_early(method: &str) -> Fault {
    Fault::invalid_request(format!(
        "`{}` came before `notifications/initialized`; until then only `ping` is answered",
        shortened(method)
    ))
}

/// Why a batch is refused as a whole; `None` = each of its messages stands for itself.
pub(crate) fn batch_refusal(version: Version, batch: &Batch<'_>) -> Option<Fault> {
    if !version.takes_batches() {
        return Some(Fault::invalid_request(format!(
            "MCP {} has no batches: send each message by itself",
            version.as_str()
        )));
    }
    batch.refusal()
}
