//! What a body is declared as: JSON, or nothing.
//!
//! A page of another site may send plain text and forms without its browser asking for leave first. Origin is what keeps
//! those out (`guard`); this holds where something on the way lost it. Which dialects ask for it, they say themselves.

use crate::http::refusal::Refusal;
use crate::jsonrpc::{INVALID_REQUEST, shortened};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, StatusCode};

/// Takes what is declared as JSON and what is not declared.
///
/// # Errors
/// 415 where any of the headers says something else.
pub(crate) fn json_or_undeclared(headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(other) = headers.get_all(CONTENT_TYPE).iter().find(|kind| !is_json(kind)) else {
        return Ok(());
    };
    let other = String::from_utf8_lossy(other.as_bytes());
    Err(Refusal::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        INVALID_REQUEST,
        format!(
            "Content-Type says `{}`, and JSON is taken here: send `Content-Type: application/json`",
            shortened(&other)
        ),
    ))
}

fn is_json(kind: &HeaderValue) -> bool {
    let essence = kind.as_bytes().split(|byte| *byte == b';').next().unwrap_or_default();
    let essence = essence.trim_ascii();
    let is = |name: &str| essence.eq_ignore_ascii_case(name.as_bytes());
    // What JSON-RPC over HTTP was once called is JSON too.
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
