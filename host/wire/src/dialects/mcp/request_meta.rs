//! What stands in `_meta` of a request that runs a guest. Keys of ours have the prefix `unity-tools/`.
//!
//! Each member that does not fit is named in the error, with its value and what would be right.

use crate::jsonrpc::{self, Fault, RequestId};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;
use std::num::NonZeroU64;
use std::time::Duration;

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(crate) struct RequestMeta {
    #[serde(rename = "progressToken")]
    progress_token: Option<Box<RawValue>>,
    #[serde(rename = "unity-tools/target", deserialize_with = "target")]
    pub(crate) target: Option<String>,
    #[serde(rename = "unity-tools/idempotencyKey", deserialize_with = "idempotency_key")]
    pub(crate) idempotency_key: Option<String>,
    /// All the time that the call may take.
    #[serde(rename = "unity-tools/timeoutMs", deserialize_with = "timeout")]
    pub(crate) deadline: Option<Duration>,
}

impl RequestMeta {
    pub(super) fn token(&mut self) -> Result<Option<Box<RawValue>>, Fault> {
        match self.progress_token.take().filter(|token| token.get() != "null") {
            Some(token) if RequestId::from_raw(&token).is_none() => {
                Err(Fault::invalid_params(jsonrpc::no_id("_meta.progressToken", &token)))
            }
            token => Ok(token),
        }
    }
}

fn target<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let raw = Box::<RawValue>::deserialize(from)?;
    text(&raw, "target", "the name, id or path of a Unity as text")
}

/// Under an empty one all calls of a client that has none would be the same call.
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
    let given = jsonrpc::shortened(raw.get());
    E::custom(format!("`_meta.\"unity-tools/{member}\"` must be {right}, not {given}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jsonrpc::Object;
    use serde_json::json;

    fn read(meta: &serde_json::Value) -> Result<RequestMeta, String> {
        let read = serde_json::from_str::<Object<RequestMeta>>(&meta.to_string());
        read.map(|meta| meta.0).map_err(|error| error.to_string())
    }

    #[test]
    fn members_are_read_and_null_is_none() {
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
    fn what_does_not_fit_is_named_with_its_value() {
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
