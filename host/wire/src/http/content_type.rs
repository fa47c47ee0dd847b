//! The check that a request body is declared as JSON, or not declared at all.
//!
//! A page of another site can send plain text and forms without a preflight request. The check of Origin rejects them
//! (`guard`); this check works even if a proxy removed that header. Each dialect decides whether it uses this check.

use crate::http::refusal::Refusal;
use crate::jsonrpc::{INVALID_REQUEST, shorten};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, StatusCode};

/// Checks that a request body is JSON according to its Content-Type header, or that there is no such header.
///
/// # Errors
/// 415 if any of the headers has another type.
pub fn json_or_undeclared(headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(other) = headers.get_all(CONTENT_TYPE).iter().find(|kind| !is_json(kind)) else {
        return Ok(());
    };
    let other = String::from_utf8_lossy(other.as_bytes());
    Err(Refusal::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        INVALID_REQUEST,
        format!(
            "Content-Type is `{}`, but JSON is required: send `Content-Type: application/json`",
            shorten(&other)
        ),
    ))
}

fn is_json(kind: &HeaderValue) -> bool {
    let essence = kind.as_bytes().split(|byte| *byte == b';').next().unwrap_or_default();
    let essence = essence.trim_ascii();
    let is = |name: &str| essence.eq_ignore_ascii_case(name.as_bytes());
    // Older names of the media type for JSON-RPC over HTTP are accepted as JSON too.
    is("application/json")
        || is("text/json")
        || is("application/json-rpc")
        || is("application/jsonrequest")
        || (essence.contains(&b'/') && ends_with(essence, b"+json"))
}

fn ends_with(essence: &[u8], suffix: &[u8]) -> bool {
    let at = essence.len().saturating_sub(suffix.len());
    essence[at..].eq_ignore_ascii_case(suffix)
}
