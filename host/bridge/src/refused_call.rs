//! Conversion of a bridge error to the error of a whole call, for calls without a guest.
//!
//! Belongs here: the conversion of all parts. Does not: errors that pass through a guest (`host_runtime::outcome`).

use crate::error::{BridgeError, BridgeErrorKind};
use host_api::{CallError, ErrorKind, Json};
use serde_json::{Map, Value};

impl From<BridgeError> for CallError {
    fn from(error: BridgeError) -> Self {
        let mut diagnostics = Vec::new();
        let kind = match error.kind {
            BridgeErrorKind::InvalidArgument => ErrorKind::InvalidArgument,
            BridgeErrorKind::NotFound => ErrorKind::NotFound,
            BridgeErrorKind::PermissionDenied => ErrorKind::PermissionDenied,
            BridgeErrorKind::NotReady => ErrorKind::NotReady,
            BridgeErrorKind::Unsupported => ErrorKind::Unsupported,
            BridgeErrorKind::Conflict => ErrorKind::Conflict,
            BridgeErrorKind::Timeout => ErrorKind::Timeout,
            BridgeErrorKind::Cancelled => ErrorKind::Cancelled,
            BridgeErrorKind::TooLarge => ErrorKind::TooLarge,
            BridgeErrorKind::Busy => ErrorKind::RateLimited,
            BridgeErrorKind::Unity => ErrorKind::Unity,
            BridgeErrorKind::OutcomeUnknown => ErrorKind::OutcomeUnknown,
            BridgeErrorKind::Internal => ErrorKind::Internal,
            BridgeErrorKind::Other(named) => {
                diagnostics.push(format!("Unity calls this error `{named}`"));
                ErrorKind::Unity
            }
        };
        let data = error.data.and_then(|data| Json::parse(data.into_string()).ok());
        Self {
            kind,
            message: error.message,
            hint: error.hint,
            detail: error.detail.map(String::from),
            details: match error.retry_after_ms {
                Some(millis) => Some(with_retry(data, millis)),
                None => data,
            },
            diagnostics,
            is_crash: false,
        }
    }
}

/// Adds the time of a useful retry in milliseconds to the data of an error, as `retryAfterMs` like in errors of guests.
fn with_retry(data: Option<Json>, millis: u32) -> Json {
    let mut object = match data.as_ref().map(Json::to_value) {
        Some(Value::Object(object)) => object,
        // In the contract, `data` is one object.
        Some(_) | None => Map::new(),
    };
    object.insert("retryAfterMs".to_owned(), millis.into());
    Json::from_value(&object.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn conversion_keeps_all_parts_of_a_bridge_error() {
        let error = BridgeError::new(BridgeErrorKind::Busy, "too much at once")
            .with_hint("wait")
            .with_detail("the queue")
            .with_data(&serde_json::json!({"next": "unity_status"}))
            .retry_after(Duration::from_millis(250));
        let told = CallError::from(error);
        assert_eq!(told.kind, ErrorKind::RateLimited);
        assert_eq!(
            (&*told.message, told.hint.as_deref(), told.detail.as_deref()),
            ("too much at once", Some("wait"), Some("the queue"))
        );
        let details = told.details.expect("details").to_value();
        assert_eq!(
            details,
            serde_json::json!({"next": "unity_status", "retryAfterMs": 250})
        );
    }

    #[test]
    fn keeps_name_of_unknown_error_kind() {
        let told = CallError::from(BridgeError::new(BridgeErrorKind::parse("out-of-memory"), "no room"));
        assert_eq!(told.kind, ErrorKind::Unity);
        assert_eq!(told.diagnostics, ["Unity calls this error `out-of-memory`"]);
        assert_eq!((told.details.is_none(), told.hint), (true, None));
    }
}
