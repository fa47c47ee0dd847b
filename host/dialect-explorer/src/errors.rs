//! The mapping of error kinds to the error codes and HTTP statuses of the `explorer` protocol.

use host_api::{CallError, Effect, ErrorKind};
use host_wire::http::StatusCode;
use host_wire::http::refusal::Refusal;
use host_wire::jsonrpc::{
    Cause, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, shorten,
};
use host_wire::refusal::Refused;
use serde::Serialize;

const NOT_READY: i32 = -32002;
const PERMISSION_DENIED: i32 = -32003;
const NOT_FOUND: i32 = -32004;
const RATE_LIMITED: i32 = -32005;

/// An error of the UnityExplorer protocol: why a request has no result, with the protocol's code and kind.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    origin: Origin,
    pub(crate) code: i32,
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    /// True if the request was rejected before it was parsed. Such a request gets no log line.
    pub(crate) is_refusal: bool,
    pub(crate) detail: Option<String>,
    pub(crate) diagnostics: Vec<String>,
}

/// The origin of a failure, which determines the HTTP status.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Call(ErrorKind),
    Request,
    /// The host rejected the request, because it has no memory for it.
    Busy,
}

/// The member `error` of a JSON-RPC response and of a `tool_result` notification.
#[derive(Serialize)]
pub(crate) struct ErrorBody<'a> {
    code: i32,
    message: &'a str,
    data: ErrorData<'a>,
}

#[derive(Serialize)]
struct ErrorData<'a> {
    kind: &'a str,
    /// A hint what the client can do; null if it is `None`, because clients expect the key.
    hint: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    diagnostics: &'a [String],
}

/// Returns the JSON-RPC code and the kind for an error of a call. Error kinds that the protocol does not define keep
/// their own names, with the most similar code.
fn row(kind: ErrorKind) -> (i32, &'static str) {
    use ErrorKind as K;
    match kind {
        K::InvalidArgument => (INVALID_PARAMS, "InvalidArgument"),
        K::UnknownName | K::NotFound => (NOT_FOUND, "NotFound"),
        K::PermissionDenied | K::ConfirmationRequired | K::TierRestricted => (PERMISSION_DENIED, "PermissionDenied"),
        K::NotReady => (NOT_READY, "NotReady"),
        K::RateLimited => (RATE_LIMITED, "RateLimited"),
        K::Internal | K::ToolFailed | K::Unity => (INTERNAL_ERROR, "Internal"),
        K::Unsupported => (NOT_READY, "Unsupported"),
        K::Conflict => (INVALID_PARAMS, "Conflict"),
        K::TooLarge => (INVALID_PARAMS, "TooLarge"),
        K::Timeout => (INTERNAL_ERROR, "Timeout"),
        K::Cancelled => (INTERNAL_ERROR, "Cancelled"),
        K::OutcomeUnknown => (INTERNAL_ERROR, "OutcomeUnknown"),
    }
}

fn status(kind: ErrorKind) -> StatusCode {
    use ErrorKind as K;
    use StatusCode as S;
    match kind {
        K::InvalidArgument => S::BAD_REQUEST,
        K::UnknownName | K::NotFound => S::NOT_FOUND,
        K::PermissionDenied | K::ConfirmationRequired | K::TierRestricted => S::FORBIDDEN,
        K::NotReady | K::Cancelled => S::SERVICE_UNAVAILABLE,
        K::RateLimited => S::TOO_MANY_REQUESTS,
        K::Internal | K::ToolFailed | K::Unity | K::OutcomeUnknown => S::INTERNAL_SERVER_ERROR,
        K::Unsupported => S::NOT_IMPLEMENTED,
        K::Conflict => S::CONFLICT,
        K::TooLarge => S::PAYLOAD_TOO_LARGE,
        K::Timeout => S::GATEWAY_TIMEOUT,
    }
}

impl Failure {
    fn new(origin: Origin, code: i32, kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            origin,
            code,
            kind,
            message: message.into(),
            hint: None,
            is_refusal: false,
            detail: None,
            diagnostics: Vec::new(),
        }
    }

    pub(crate) fn from_kind(kind: ErrorKind, message: impl Into<String>) -> Self {
        let (code, word) = row(kind);
        Self::new(Origin::Call(kind), code, word, message)
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self.origin {
            Origin::Call(kind) => status(kind),
            Origin::Request => StatusCode::BAD_REQUEST,
            Origin::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    pub(crate) fn from_error(error: CallError) -> Self {
        let mut failure = Self::from_kind(error.kind, error.message);
        failure.hint = error.hint;
        failure.detail = error.detail;
        failure.diagnostics = error.diagnostics;
        if matches!(error.kind, ErrorKind::Internal | ErrorKind::ToolFailed) {
            // The message is the one that clients of this protocol know; the original message moves to `detail`.
            let happened = std::mem::replace(&mut failure.message, "Internal error".to_owned());
            failure.detail = Some(match failure.detail {
                Some(detail) => format!("{happened}\n{detail}"),
                None => happened,
            });
        }
        failure
    }

    /// Converts the refusal of a request that did not arrive completely: too large, too slow, or aborted.
    pub(crate) fn from_refusal(refusal: Refusal) -> Self {
        let Refusal { status, fault } = refusal;
        let word = match status {
            _ if matches!(fault.cause, Cause::Busy | Cause::TooMany) => return Self::busy(fault.message),
            StatusCode::PAYLOAD_TOO_LARGE => "TooLarge",
            StatusCode::REQUEST_TIMEOUT => "Timeout",
            _ => "InvalidRequest",
        };
        Self::new(Origin::Request, fault.code, word, fault.message)
    }

    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::new(Origin::Busy, RATE_LIMITED, "RateLimited", message)
    }

    pub(crate) fn parse_error(detail: impl Into<String>) -> Self {
        let mut failure = Self::new(Origin::Request, PARSE_ERROR, "InvalidRequest", "Parse error");
        failure.detail = Some(detail.into());
        failure
    }

    pub(crate) fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(Origin::Request, INVALID_REQUEST, "InvalidRequest", message)
    }

    pub(crate) fn unknown_method(name: &str) -> Self {
        let message = format!("Method not found: {}", shorten(name));
        Self::new(Origin::Request, METHOD_NOT_FOUND, "MethodNotFound", message)
    }

    pub(crate) fn too_many_requests(max: usize) -> Self {
        let message = format!("Cannot have more than {max} parallel requests. Please slow down.");
        Self::from_kind(ErrorKind::RateLimited, message).turned_away()
    }

    pub(crate) fn turned_away(mut self) -> Self {
        self.is_refusal = true;
        self
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn body(&self) -> ErrorBody<'_> {
        ErrorBody {
            code: self.code,
            message: &self.message,
            data: ErrorData {
                kind: self.kind,
                hint: self.hint.as_deref(),
                detail: self.detail.as_deref(),
                diagnostics: &self.diagnostics,
            },
        }
    }

    pub(crate) fn log_line(&self) -> String {
        format!("[MCP] error {}: {}", self.code, self.message)
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let mut failure = Self::from_kind(refused.kind, refused.message).turned_away();
        failure.hint = refused.hint.map(str::to_owned);
        failure
    }
}

/// True if a failed call is answered with HTTP status 200 and a result with `ok: false`. This applies to tools that
/// change data, unless the tool is unknown or its arguments do not match its schema.
pub(crate) fn is_told_in_the_result(effect: Option<Effect>, error: &CallError) -> bool {
    effect.is_some_and(Effect::changes_something)
        && error.kind != ErrorKind::UnknownName
        && !(error.kind == ErrorKind::InvalidArgument && is_of_the_schema(error))
}

/// True if the call failed because its arguments do not match the tool's schema: only then are missing ones listed.
fn is_of_the_schema(error: &CallError) -> bool {
    error
        .details
        .as_ref()
        .is_some_and(|details| details.to_value().get("missingParameters").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn maps_each_error_kind_to_its_status_code_and_name() {
        use ErrorKind as K;
        for (kind, status, code, word) in [
            (K::UnknownName, 404, -32004, "NotFound"),
            (K::InvalidArgument, 400, -32602, "InvalidArgument"),
            (K::NotFound, 404, -32004, "NotFound"),
            (K::PermissionDenied, 403, -32003, "PermissionDenied"),
            (K::ConfirmationRequired, 403, -32003, "PermissionDenied"),
            (K::TierRestricted, 403, -32003, "PermissionDenied"),
            (K::NotReady, 503, -32002, "NotReady"),
            (K::Unsupported, 501, -32002, "Unsupported"),
            (K::Conflict, 409, -32602, "Conflict"),
            (K::RateLimited, 429, -32005, "RateLimited"),
            (K::Timeout, 504, -32603, "Timeout"),
            (K::Cancelled, 503, -32603, "Cancelled"),
            (K::TooLarge, 413, -32602, "TooLarge"),
            (K::ToolFailed, 500, -32603, "Internal"),
            (K::Unity, 500, -32603, "Internal"),
            (K::OutcomeUnknown, 500, -32603, "OutcomeUnknown"),
            (K::Internal, 500, -32603, "Internal"),
        ] {
            let failure = Failure::from_error(CallError::new(kind, "words"));
            let got = (failure.status().as_u16(), failure.code, failure.kind);
            assert_eq!(got, (status, code, word), "{kind:?}");
        }
    }

    #[test]
    fn reports_internal_error_message_as_detail() {
        let failure =
            Failure::from_error(CallError::new(ErrorKind::Internal, "a lock is poisoned").with_detail("deep"));
        let body = serde_json::to_value(failure.body()).expect("JSON");
        assert_eq!(
            body,
            json!({ "code": -32603, "message": "Internal error",
                "data": { "kind": "Internal", "hint": null, "detail": "a lock is poisoned\ndeep" } })
        );
    }

    #[test]
    fn returns_non_schema_failures_of_changing_tools_in_the_result() {
        let denied = CallError::new(ErrorKind::PermissionDenied, "Writes disabled");
        let of_tool =
            CallError::new(ErrorKind::InvalidArgument, "no such colour").with_details(&json!({ "field": "x" }));
        let of_schema = CallError::new(ErrorKind::InvalidArgument, "argument `id` is missing")
            .with_details(&json!({ "missingParameters": ["id"], "mismatches": [] }));
        let unknown = CallError::new(ErrorKind::UnknownName, "Tool not found: x");
        for (effect, error, told) in [
            (Some(Effect::Read), &denied, false),
            (None, &denied, false),
            (Some(Effect::Write), &denied, true),
            (Some(Effect::Config), &denied, true),
            (Some(Effect::Code), &of_tool, true),
            (Some(Effect::Destructive), &of_schema, false),
            (Some(Effect::Write), &unknown, false),
        ] {
            assert_eq!(is_told_in_the_result(effect, error), told, "{effect:?} {error:?}");
        }
    }
}
