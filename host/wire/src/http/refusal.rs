//! HTTP error responses: the choice of their status, for errors of dialects and for errors of HTTP itself.
//!
//! This module contains the common mapping from JSON-RPC codes to statuses. A dialect with other statuses sets them in
//! its HTTP handlers. `jsonrpc::Fault` is the message; pipes and streams use it without a status.

use crate::budget::Full;
use crate::jsonrpc::{Cause, Fault, INVALID_REQUEST, PARSE_ERROR};
use http::StatusCode;

/// The reason why an HTTP request has no result: an HTTP status and a JSON-RPC error.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub status: StatusCode,
    pub fault: Fault,
}

impl Refusal {
    /// Creates the error response to an HTTP request from its HTTP status, and the code and message of JSON-RPC.
    pub fn new(status: StatusCode, code: i32, message: impl Into<String>) -> Self {
        Fault::new(code, message).with_status(status)
    }

    /// Creates an HTTP error response with status 400 from a JSON-RPC error with any code.
    pub fn bad_request(fault: Fault) -> Self {
        fault.with_status(StatusCode::BAD_REQUEST)
    }

    /// Creates an HTTP error response with status 406; `message` names the media types that the host can send.
    pub fn not_acceptable(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_ACCEPTABLE, INVALID_REQUEST, message)
    }
}

impl Fault {
    /// Converts this JSON-RPC error to an HTTP error response with the given status.
    pub fn with_status(self, status: StatusCode) -> Refusal {
        Refusal { status, fault: self }
    }
}

/// Chooses the HTTP status of a JSON-RPC error: 400 for an invalid message, 200 for an understood request that failed.
impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        let status = match (fault.cause, fault.code) {
            (Cause::Busy, _) => StatusCode::SERVICE_UNAVAILABLE,
            (Cause::TooMany, _) => StatusCode::TOO_MANY_REQUESTS,
            (Cause::Ended, _) => StatusCode::NOT_FOUND,
            (Cause::Request, PARSE_ERROR | INVALID_REQUEST) => StatusCode::BAD_REQUEST,
            (Cause::Request, _) => StatusCode::OK,
        };
        fault.with_status(status)
    }
}

impl From<Full> for Refusal {
    fn from(full: Full) -> Self {
        Fault::from(full).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jsonrpc::{INTERNAL_ERROR, METHOD_NOT_FOUND};

    #[test]
    fn derives_http_status_from_fault() {
        for (said, status) in [
            (Fault::new(PARSE_ERROR, "x"), 400),
            (Fault::invalid_request("x"), 400),
            (Fault::invalid_params("x"), 200),
            (Fault::new(METHOD_NOT_FOUND, "x"), 200),
            (Fault::new(INTERNAL_ERROR, "x"), 200),
            (Fault::busy("x"), 503),
            (Fault::too_many("x"), 429),
            (Fault::session_ended("x"), 404),
        ] {
            let words = format!("{said:?}");
            assert_eq!(Refusal::from(said).status.as_u16(), status, "{words}");
        }
    }
}
