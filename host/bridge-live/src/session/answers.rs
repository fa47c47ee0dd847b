//! Outcomes for callers: the instance's answer in the types of the host, and the errors of the link itself.

use super::link_calls::LinkReply;
use super::pending::{Asks, LinkOutcome, Outcome, Pending};
use crate::frames::{CallError, CallResult};
use host_bridge::{
    Activity, BridgeError, BridgeErrorKind, BridgeId, Function, ObjectNumbers, Replied, Reply, UnityState, naming,
};
use std::time::Duration;

/// The delay that is recommended for a retry of a call that did not begin.
const RETRY: Duration = Duration::from_secs(1);

const HOW_TO_CHECK: &str = "read the object or the value to see whether the change was made; call again with the same idempotency key to \
                            get the outcome if the same process is still running";

/// Converts the instance's answer to `function`. `bytes` is the content of the binary frame after the answer.
pub(crate) fn outcome(result: CallResult, bytes: Option<Vec<u8>>, function: Function, is_write: bool) -> Outcome {
    if let Some(error) = result.error {
        return Err(failed(error));
    }
    let value = result.value.as_deref().map_or("null", |value| value.get());
    let read: Result<Replied, String> = serde_json::from_str(value).map_err(|error| error.to_string());
    let joined = read.and_then(|replied| {
        let Replied { reply, mut diagnostics } = replied;
        let reply: Reply = reply.join(bytes, function).map_err(|error| error.to_string())?;
        diagnostics.extend(result.notes);
        Ok(Replied { reply, diagnostics })
    });
    joined.map_err(|why| {
        let message = format!("Unity's answer to `{function}` cannot be read: {why}");
        let error = |kind| BridgeError::new(kind, message.clone());
        if is_write {
            return error(BridgeErrorKind::OutcomeUnknown).with_hint(HOW_TO_CHECK);
        }
        error(BridgeErrorKind::Internal).with_hint("update the package in Unity, or the host")
    })
}

/// Converts the instance's answer to a `link/…` call. `bytes` is the content of the binary frame after the answer.
pub(super) fn link_outcome(result: CallResult, bytes: Option<Vec<u8>>) -> LinkOutcome {
    match (result.value, result.error) {
        (_, Some(error)) => Err(failed(error)),
        (Some(value), None) => Ok(LinkReply { value, bytes }),
        // A frame without both was rejected on arrival.
        (None, None) => Err(BridgeError::new(
            BridgeErrorKind::Internal,
            "Unity returned an empty answer",
        )),
    }
}

/// Replaces Unity's object names (valid in the process `instance`) by object ids of this host in the error's texts.
pub(super) fn with_host_ids(error: BridgeError, numbers: &dyn ObjectNumbers, instance: &str) -> BridgeError {
    let told = |text: String| naming::replace_names(numbers, instance, &text);
    BridgeError {
        message: told(error.message),
        hint: error.hint.map(told),
        detail: error.detail.map(|detail| told(detail.into()).into()),
        data: error.data.map(|data| told(data.into()).into()),
        ..error
    }
}

fn failed(error: CallError) -> BridgeError {
    let mut detail = error.exception.unwrap_or_default();
    if let Some(stack) = error.stack {
        if !detail.is_empty() {
            detail.push('\n');
        }
        detail.push_str(&stack);
    }
    BridgeError {
        kind: BridgeErrorKind::parse(&error.kind),
        message: error.message,
        hint: error.hint,
        detail: (!detail.is_empty()).then(|| detail.into()),
        data: error.data.map(|data| data.get().into()),
        retry_after_ms: error.retry_after_ms,
    }
}

/// Returns the error for a write whose outcome is unknown.
pub(super) fn unknown(function: Asks, why: &str) -> BridgeError {
    let message = format!("it is unknown whether `{function}` was executed: {why}");
    BridgeError::new(BridgeErrorKind::OutcomeUnknown, message).with_hint(HOW_TO_CHECK)
}

/// Returns the error for a call that ended before it began, with the reason. `activity` is that of the instance.
pub(super) fn not_begun_error(pending: &Pending, why: &str, activity: Activity) -> BridgeError {
    let function = pending.asks;
    if pending.cancel.is_cancelled() {
        let message = format!("`{function}` was cancelled before it began; nothing was changed");
        return BridgeError::new(BridgeErrorKind::Cancelled, message);
    }
    let message = format!("`{function}` did not begin before its deadline and was withdrawn: {why}");
    BridgeError::new(BridgeErrorKind::NotReady, message)
        .with_hint(activity.next_step())
        .retry_after(RETRY)
}

/// Returns the error for a call that did not begin, or for a read without an answer, because the instance is in `state`:
/// it has ended, or announced its end. `what` is `executed` or `answered`.
pub(super) fn ended_error(function: Asks, what: &str, state: &UnityState) -> BridgeError {
    let message = format!("`{function}` was not {what}: {state}");
    BridgeError::new(BridgeErrorKind::NotReady, message).with_hint(match state.is_gone {
        true => "start Unity again: it links by itself; the saved files of its project can be read meanwhile",
        false => {
            "start Unity again, or allow agents in Project Settings > Unity Tools: it links by itself; the saved files of its project \
             can be read meanwhile"
        }
    })
}

/// Returns the error for a read that was cancelled or whose deadline passed.
pub(super) fn too_late_error(pending: &Pending, state: &UnityState) -> BridgeError {
    let function = pending.asks;
    let (kind, what) = match pending.cancel.is_cancelled() {
        true => (BridgeErrorKind::Cancelled, "was cancelled"),
        false => (BridgeErrorKind::Timeout, "was not answered before its deadline"),
    };
    let error = BridgeError::new(kind, format!("`{function}` {what}: {state}"));
    match state.activity {
        Activity::Blocked | Activity::Away => error.with_hint(state.activity.next_step()),
        _ => error,
    }
}

/// Returns the error for a function that the instance does not serve.
pub(super) fn unserved_error(unity: &BridgeId, method: &str, lacks_harmony: bool) -> BridgeError {
    let message = format!("the Unity instance {unity} does not serve `{method}`");
    let error = BridgeError::new(BridgeErrorKind::Unsupported, message);
    let hint = match method {
        _ if lacks_harmony => {
            "hooks need Harmony 2 in the process of the game, which mods or the game itself provide; it was missing when this instance connected"
        }
        "scripts-edit/write" | "packages-edit/change" => {
            "only an open editor does that, and only if it allows code from the host: Project Settings > Unity Tools, or \
             UNITY_TOOLS_ALLOW_CODE=1 in its environment"
        }
        "asset-plan/preview" | "assets-edit/apply" | "refresh-run/refresh" | "build-run/build" => {
            "only an open editor with a current version of the package does that"
        }
        _ => return error,
    };
    error.with_hint(hint)
}

pub(super) fn other_process_error(unity: &BridgeId) -> BridgeError {
    let message = format!(
        "the Unity instance {unity} was restarted meanwhile, so its objects and code no longer exist; nothing was done"
    );
    BridgeError::new(BridgeErrorKind::NotFound, message)
        .with_hint("list or find the objects again; to run code again, call again")
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_bridge::ObjectId;

    /// Names for tests: a process that names each object by its negated number.
    struct Below;

    impl ObjectNumbers for Below {
        fn number(&self, _: &str, native: &str) -> ObjectId {
            ObjectId(native.parse::<i64>().map_or(0, i64::abs))
        }

        fn native(&self, _: &str, object: ObjectId) -> Result<String, BridgeError> {
            Ok((-object.0).to_string())
        }

        fn invalidate(&self, _: &str) {}
    }

    #[test]
    fn rewrites_object_ids_in_every_part_of_an_error() {
        let error = BridgeError::new(BridgeErrorKind::NotFound, "no obj:-3")
            .with_hint("ask for obj:-4")
            .with_detail("of obj:-5")
            .with_data(&serde_json::json!({"nearest": ["obj:-6"]}));
        let told = with_host_ids(error, &Below, "Game");
        assert_eq!(
            (told.message.as_str(), told.hint.as_deref()),
            ("no obj:3", Some("ask for obj:4"))
        );
        assert_eq!(told.detail.as_deref(), Some("of obj:5"));
        assert_eq!(told.data.as_deref(), Some(r#"{"nearest":["obj:6"]}"#));
    }
}
