//! The `_meta` of a request that calls a guest. Keys that this project defines have the prefix `unity-tools/`.
//!
//! The error for an invalid member contains its name, its value (unless it is secret) and the expected value.

use data_encoding::HEXLOWER;
use host_api::{Caller, Proof};
use host_wire::jsonrpc::{self, Fault, RequestId};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::num::NonZeroU64;
use std::time::Duration;

/// Valid length of a client secret in characters. 128 random bits in Base64 have 22 characters.
const SECRET: std::ops::RangeInclusive<usize> = 22..=256;

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub struct RequestMeta {
    #[serde(rename = "progressToken")]
    progress_token: Option<Box<RawValue>>,
    #[serde(rename = "unity-tools/target", deserialize_with = "target")]
    pub target: Option<String>,
    #[serde(rename = "unity-tools/idempotencyKey", deserialize_with = "idempotency_key")]
    pub idempotency_key: Option<String>,
    /// Hexadecimal SHA-256 of the client secret, which is never stored itself; `None` if the client sent none.
    #[serde(rename = "unity-tools/clientSecret", deserialize_with = "client_secret")]
    client_secret: Option<String>,
    /// Maximum duration of the call; `None` if the client sets no limit.
    #[serde(rename = "unity-tools/timeoutMs", deserialize_with = "timeout")]
    pub deadline: Option<Duration>,
}

impl RequestMeta {
    pub fn token(&mut self) -> Result<Option<Box<RawValue>>, Fault> {
        match self.progress_token.take().filter(|token| token.get() != "null") {
            Some(token) if RequestId::from_raw(&token).is_none() => {
                Err(Fault::invalid_params(jsonrpc::no_id("_meta.progressToken", &token)))
            }
            token => Ok(token),
        }
    }

    /// Returns `caller` with the proof of identity from the request.
    ///
    /// # Errors -32602 for an idempotency key without a proof of identity. Otherwise another client with the same name
    /// and address could get the stored results of this client.
    pub fn caller(&self, caller: &Caller) -> Result<Caller, Fault> {
        let mut caller = caller.clone();
        if let Some(secret) = &self.client_secret {
            caller.proof = Some(Proof::Secret(secret.as_str().into()));
        }
        if let Some(key) = &self.idempotency_key
            && !caller.identity().is_proven()
        {
            return Err(Fault::invalid_params(format!(
                "`_meta.\"unity-tools/idempotencyKey\"` {} of a request without a session needs \
                 `_meta.\"unity-tools/clientSecret\"` beside it, which says whose key it is: {RIGHT_SECRET}",
                jsonrpc::shorten(key)
            )));
        }
        Ok(caller)
    }
}

const RIGHT_SECRET: &str =
    "text of 22 to 256 characters that this client created at random once and sends with each call";

fn client_secret<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let raw = Box::<RawValue>::deserialize(from)?;
    // The error does not contain the value, because it is a secret.
    let unfit = || D::Error::custom(format!("`_meta.\"unity-tools/clientSecret\"` must be {RIGHT_SECRET}"));
    let secret: Option<String> = serde_json::from_str(raw.get()).map_err(|_| unfit())?;
    match secret {
        Some(secret) if !SECRET.contains(&secret.chars().count()) => Err(unfit()),
        secret => Ok(secret.map(|secret| {
            let digest = Sha256::new_with_prefix("client\n").chain_update(&secret).finalize();
            HEXLOWER.encode(&digest)
        })),
    }
}

fn target<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let raw = Box::<RawValue>::deserialize(from)?;
    text(&raw, "target", "the name, id or path of a target as text")
}

/// Deserializes an idempotency key. Rejects an empty key, with which all calls of a client would count as one call.
fn idempotency_key<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let (member, right) = ("idempotencyKey", "text of one character or more");
    let raw = Box::<RawValue>::deserialize(from)?;
    match text(&raw, member, right)? {
        Some(key) if key.is_empty() => Err(unfit(member, right, &raw)),
        key => Ok(key),
    }
}

fn text<E: Error>(raw: &RawValue, member: &str, right: &str) -> Result<Option<String>, E> {
    serde_json::from_str(raw.get()).map_err(|_| unfit(member, right, raw))
}

fn timeout<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let raw = Box::<RawValue>::deserialize(from)?;
    match serde_json::from_str::<Option<NonZeroU64>>(raw.get()) {
        Ok(millis) => Ok(millis.map(|millis| Duration::from_millis(millis.get()))),
        Err(_) => Err(unfit("timeoutMs", "a whole number of milliseconds, 1 or more", &raw)),
    }
}

fn unfit<E: Error>(member: &str, right: &str, raw: &RawValue) -> E {
    let given = jsonrpc::shorten(raw.get());
    E::custom(format!("`_meta.\"unity-tools/{member}\"` must be {right}, not {given}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_wire::jsonrpc::Object;
    use serde_json::json;

    fn read(meta: &serde_json::Value) -> Result<RequestMeta, String> {
        let read = serde_json::from_str::<Object<RequestMeta>>(&meta.to_string());
        read.map(|meta| meta.0).map_err(|error| error.to_string())
    }

    #[test]
    fn reads_members_and_treats_null_as_absent() {
        let meta = read(
            &json!({"unity-tools/target": "A", "unity-tools/idempotencyKey": "k", "unity-tools/timeoutMs": 1, "x": {}}),
        );
        let meta = meta.expect("sound");
        assert_eq!(meta.target.as_deref(), Some("A"));
        assert_eq!(meta.idempotency_key.as_deref(), Some("k"));
        assert_eq!(meta.deadline, Some(Duration::from_millis(1)));
        for none in [
            json!({}),
            json!({"unity-tools/target": null, "unity-tools/idempotencyKey": null, "unity-tools/timeoutMs": null}),
        ] {
            let meta = read(&none).expect("sound");
            assert!(meta.target.is_none() && meta.idempotency_key.is_none() && meta.deadline.is_none());
        }
    }

    #[test]
    fn stores_digest_of_secret_and_omits_secret_from_errors() {
        let with = |secret: serde_json::Value| read(&json!({ "unity-tools/clientSecret": secret }));
        let long = "x".repeat(256);
        let digests: Vec<_> = ["0123456789abcdef012345", "0123456789abcdef012346", &long]
            .map(|secret| with(json!(secret)).expect("sound").client_secret.expect("a digest"))
            .into();
        assert!(digests.iter().all(|digest| digest.len() == 64) && digests[0] != digests[1]);
        assert!(with(json!(null)).expect("sound").client_secret.is_none());
        for wrong in [
            json!("s3cret of 21 letters."),
            json!("y".repeat(257)),
            json!(7),
            json!(["s3cret"]),
        ] {
            let error = with(wrong).expect_err("no secret");
            assert!(
                error.contains("clientSecret") && error.contains("22 to 256 characters"),
                "{error}"
            );
            assert!(!error.contains("s3cret") && !error.contains('7'), "{error}");
        }
    }

    #[test]
    fn reports_invalid_member_with_its_value() {
        for (member, given) in [
            ("target", json!(7)),
            ("target", json!(["A"])),
            ("idempotencyKey", json!({})),
            ("idempotencyKey", json!("")),
            ("timeoutMs", json!(0)),
            ("timeoutMs", json!(-1)),
            ("timeoutMs", json!(1.5)),
            ("timeoutMs", json!("300")),
        ] {
            let error = read(&json!({format!("unity-tools/{member}"): given})).expect_err(member);
            assert!(
                error.contains(&format!("`_meta.\"unity-tools/{member}\"` must be ")),
                "{error}"
            );
            assert!(error.contains(&format!(", not {given}")), "{error}");
        }
    }
}
