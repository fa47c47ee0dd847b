//! The data of a retry in MCP 2026-07-28: the state of the questions, and the answers to them.
//!
//! This module parses both, and computes the identity of the clients that may send them. `calls` uses them.

use crate::Mcp;
use crate::ask::answers::Asked;
use crate::ask::request_state::{Sealed, Subject};
use host_api::{Caller, Json, Proof};
use host_wire::Wire;
use host_wire::jsonrpc::{self, Fault, shorten};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::net::SocketAddr;

/// Returns the identity of the caller that may use a `requestState`: the host's token, else the client's address. The
/// client's name and secret belong to it too. The connection does not: a retry may use another pipe after a restart.
pub(crate) fn identity(wire: &Wire, caller: &Caller) -> String {
    let from = match (&wire.options.token, caller.address.parse::<SocketAddr>()) {
        (Some(token), _) => format!("token {}", token.fingerprint()),
        // A client that connects to `localhost` may have the address 127.0.0.1 and later ::1.
        (None, Ok(peer)) if peer.ip().to_canonical().is_loopback() => "loopback".to_owned(),
        (None, Ok(peer)) => peer.ip().to_canonical().to_string(),
        (None, Err(_)) => caller.address.to_string(),
    };
    let secret = match &caller.proof {
        Some(Proof::Secret(digest)) => format!("secret {digest}"),
        Some(Proof::Connection(_)) | None => "no secret".to_owned(),
    };
    format!("{from}\n{secret}\n{}", caller.client)
}

pub(super) fn open(mcp: &Mcp, state: &RawValue, subject: &Subject) -> Result<Sealed, Fault> {
    let state: String = serde_json::from_str(state.get()).map_err(|_| {
        Fault::invalid_params(format!(
            "`requestState` must be the string that came with the questions, not {}",
            shorten(state.get())
        ))
    })?;
    Sealed::open(&state, mcp.options.state_key, subject)
}

/// Returns the answers to questions that were sent with the `requestState`; others are ignored and may be asked again.
pub(super) fn match_responses(state: Option<&Sealed>, responses: BTreeMap<String, Json>) -> BTreeMap<Asked, Json> {
    let brought = responses.len();
    let open = |key: &String| state?.open.get(key).cloned();
    let answers: BTreeMap<_, _> = responses
        .into_iter()
        .filter_map(|(key, answer)| Some((open(&key)?, answer)))
        .collect();
    if answers.len() < brought {
        let unasked = brought - answers.len();
        tracing::debug!(unasked, "ignored input responses that match no open question");
    }
    answers
}

/// Parses `inputResponses`: an object whose keys are those of the questions, and whose values are objects.
pub(crate) fn responses(responses: Option<&RawValue>) -> Result<BTreeMap<String, Json>, Fault> {
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Responses<'a>(#[serde(borrow)] BTreeMap<String, &'a RawValue>);
    let Some(responses) = responses else {
        return Ok(BTreeMap::new());
    };
    let Ok(Responses(responses)) = serde_json::from_str::<Responses<'_>>(responses.get()) else {
        return Err(Fault::invalid_params(format!(
            "`inputResponses` must be an object of results by their keys, not {}",
            jsonrpc::shorten(responses.get())
        )));
    };
    let read = responses.into_iter().map(|(key, response)| {
        let answer = Json::parse(response.get().to_owned()).ok().filter(Json::is_object);
        answer.map(|answer| (key.clone(), answer)).ok_or_else(|| {
            Fault::invalid_params(format!(
                "`inputResponses.{}` must be an object, not {}",
                shorten(&key),
                shorten(response.get())
            ))
        })
    });
    read.collect()
}
