//! The `requestState` of MCP 2026-07-28. It contains all data for resuming a call or running it again, and a signature
//! that detects changes by the client.
//!
//! This module signs, parses and checks states. A state is not encrypted: it contains only data that its client knows.

use crate::ask::answers::Asked;
use crate::options::StateKey;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use data_encoding::HEXLOWER;
use hmac::{Hmac, Mac};
use host_wire::jsonrpc::Fault;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Maximum size in bytes of a `requestState`: the host creates no larger one, and rejects it from a client.
pub(crate) const LONGEST: usize = 256 << 10;
/// Prefix of the data that is signed as a `requestState`. The next constant is the one for hashes of callers.
const SEAL: &[u8] = b"unity-tool-host request-state 3\n";
const CALLER: &[u8] = b"unity-tool-host request-state caller 2\n";
const TAG: usize = 32;

/// The random number that identifies one `requestState`, which is valid for one retry.
pub(crate) type Nonce = [u8; 16];

/// The request to which a `requestState` belongs. Only a retry of the same request by the same caller may use it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Subject {
    /// Keyed hash of the caller's identity, which may contain a token. Its key prevents guessing the token.
    caller: String,
    method: String,
    /// Hash of the name of the tool or prompt, or of the URI of the resource.
    name: String,
    arguments: String,
    /// Hash of the idempotency key; `None` if the request has none.
    idempotency_key: Option<String>,
}

impl Subject {
    /// Creates the hashes of a request. `name` is the name of the tool or prompt, or the URI of the resource.
    pub(crate) fn new(
        key: StateKey,
        caller: &str,
        method: &str,
        name: &str,
        idempotency_key: Option<&str>,
        arguments: &Arguments,
    ) -> Self {
        let digest = |text: &str| HEXLOWER.encode(&Sha256::digest(text));
        Self {
            caller: HEXLOWER.encode(&mac(key, CALLER, caller.as_bytes()).finalize().into_bytes()),
            method: method.to_owned(),
            name: digest(name),
            arguments: arguments.0.clone(),
            idempotency_key: idempotency_key.map(digest),
        }
    }
}

/// A hash of the arguments of a request, which does not depend on the order of members or on white space.
pub(crate) struct Arguments(String);

impl Arguments {
    pub(crate) fn from_arguments(arguments: &Map<String, Value>, target: Option<&str>) -> Self {
        let mut hash = Sha256::new();
        members(&mut hash, arguments);
        text(&mut hash, target.unwrap_or_default());
        Self(HEXLOWER.encode(&hash.finalize()))
    }

    pub(crate) fn from_texts(arguments: &[(String, String)]) -> Self {
        let mut sorted: Vec<_> = arguments.iter().collect();
        sorted.sort();
        let mut hash = Sha256::new();
        for (name, value) in sorted {
            text(&mut hash, name);
            text(&mut hash, value);
        }
        Self(HEXLOWER.encode(&hash.finalize()))
    }
}

/// The content of a `requestState` of MCP 2026-07-28. Times are in milliseconds since 1970.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Sealed {
    nonce: String,
    expires: u64,
    subject: Subject,
    /// Hash of the WebAssembly component that asked the questions.
    pub(crate) digest: String,
    pub(crate) revision: u64,
    pub(crate) answers: BTreeMap<Asked, Box<RawValue>>,
    /// The questions that were sent with this `requestState`, by their keys. A retry can answer only these.
    pub(crate) open: BTreeMap<String, Asked>,
    /// True if the call had changed data before it asked.
    pub(crate) has_written: bool,
}

impl Sealed {
    pub(crate) fn new(nonce: Nonce, holds: Duration, subject: Subject, digest: String, revision: u64) -> Self {
        Self {
            nonce: HEXLOWER.encode(&nonce),
            expires: now_millis().saturating_add(u64::try_from(holds.as_millis()).unwrap_or(u64::MAX)),
            subject,
            digest,
            revision,
            answers: BTreeMap::new(),
            open: BTreeMap::new(),
            has_written: false,
        }
    }

    /// Returns the signed `requestState` as text; `None` if it would be longer than [`LONGEST`] bytes.
    pub(crate) fn seal(&self, key: StateKey) -> Option<String> {
        let mut bytes = serde_json::to_vec(self).expect("plain structures serialise");
        let tag = mac(key, SEAL, &bytes).finalize().into_bytes();
        bytes.extend_from_slice(&tag);
        let state = URL_SAFE_NO_PAD.encode(bytes);
        (state.len() <= LONGEST).then_some(state)
    }

    /// Parses a `requestState` that a client sent back, and checks its signature, its request and its expiry.
    pub(crate) fn open(state: &str, key: StateKey, subject: &Subject) -> Result<Self, Fault> {
        if state.len() > LONGEST {
            return Err(Fault::invalid_params(format!(
                "`requestState` has {} bytes; this host issues at most {LONGEST}",
                state.len()
            )));
        }
        let forged = || {
            Fault::invalid_params(
                "`requestState` was changed, or it is not of this host: send it back exactly as it came, or start over without it",
            )
        };
        let bytes = URL_SAFE_NO_PAD.decode(state).map_err(|_| forged())?;
        let at = bytes.len().checked_sub(TAG).ok_or_else(forged)?;
        let (said, tag) = bytes.split_at(at);
        mac(key, SEAL, said).verify_slice(tag).map_err(|_| forged())?;
        let sealed: Self = serde_json::from_slice(said).map_err(|_| forged())?;
        let other = |what: &str| {
            Err(Fault::invalid_params(format!(
                "`requestState` belongs to {what}: retry the request that it came with, or start over without it"
            )))
        };
        if sealed.subject.caller != subject.caller {
            return Err(Fault::invalid_params(
                "`requestState` belongs to another client: retry with the `clientInfo` and the \
                 `_meta.\"unity-tools/clientSecret\"` of the request that it came with, or start over without it",
            ));
        }
        if sealed.subject.method != subject.method {
            return other("a request of another method");
        }
        if sealed.subject.name != subject.name {
            return other(match subject.method.as_str() {
                "tools/call" => "a call of another tool",
                "prompts/get" => "another prompt",
                _ => "another resource",
            });
        }
        if sealed.subject.arguments != subject.arguments {
            return other("a request with other arguments");
        }
        if sealed.subject.idempotency_key != subject.idempotency_key {
            let (was, right) = match (&sealed.subject.idempotency_key, &subject.idempotency_key) {
                (None, _) => ("was not there in", "leave it out"),
                (_, None) => ("is missing: it was there in", "give it as there"),
                _ => ("is another one than in", "give it as there"),
            };
            return Err(Fault::invalid_params(format!(
                "`_meta.\"unity-tools/idempotencyKey\"` {was} the request that `requestState` came with: {right}, or start over \
                 without `requestState`"
            )));
        }
        if sealed.expires <= now_millis() {
            return Err(Fault::invalid_params(
                "`requestState` expired before its answers came: start over without it",
            ));
        }
        Ok(sealed)
    }

    pub(crate) fn nonce(&self) -> Result<Nonce, Fault> {
        let bytes = HEXLOWER.decode(self.nonce.as_bytes()).ok();
        bytes
            .and_then(|bytes| Nonce::try_from(bytes).ok())
            .ok_or_else(|| Fault::invalid_params("`requestState` has no number: start over without it"))
    }

    pub(crate) fn expires(&self) -> u64 {
        self.expires
    }
}

pub(crate) fn now_millis() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

fn mac(key: StateKey, purpose: &[u8], bytes: &[u8]) -> Hmac<Sha256> {
    let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(&key.0).expect("HMAC takes keys of any length");
    mac.update(purpose);
    mac.update(bytes);
    mac
}

fn members(hash: &mut Sha256, object: &Map<String, Value>) {
    let mut sorted: Vec<_> = object.iter().collect();
    sorted.sort_by_key(|(name, _)| *name);
    hash.update(b"{");
    for (name, inner) in sorted {
        text(hash, name);
        value(hash, inner);
    }
    hash.update(b"}");
}

/// Adds a JSON value to the hash of arguments. The JSON parser has limited the depth of the value.
fn value(hash: &mut Sha256, of: &Value) {
    match of {
        Value::Null => hash.update(b"n"),
        Value::Bool(yes) => hash.update(if *yes { b"t" } else { b"f" }),
        Value::Number(number) => {
            hash.update(b"#");
            text(hash, &number.to_string());
        }
        Value::String(inner) => text(hash, inner),
        Value::Array(items) => {
            hash.update(b"[");
            items.iter().for_each(|item| value(hash, item));
            hash.update(b"]");
        }
        Value::Object(object) => members(hash, object),
    }
}

fn text(hash: &mut Sha256, text: &str) {
    hash.update(b"\"");
    hash.update((text.len() as u64).to_le_bytes());
    hash.update(text);
}

#[cfg(test)]
mod tests;
