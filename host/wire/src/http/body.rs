//! Reading a request body: bounded in size and in time.

use crate::jsonrpc::{Fault, INVALID_REQUEST};
use crate::options::WireOptions;
use axum::body::Body;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, StatusCode};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;

/// How much of an oversized body is read and thrown away, so that its sender gets to read the refusal.
const DISCARD: usize = 8 << 20;

pub(crate) async fn read(body: Body, headers: &HeaderMap, options: &WireOptions) -> Result<Bytes, Fault> {
    match tokio::time::timeout(options.body_timeout, collect(body, headers, options.max_body)).await {
        Ok(result) => result,
        Err(_) => Err(Fault::new(
            StatusCode::REQUEST_TIMEOUT,
            INVALID_REQUEST,
            format!(
                "the request body did not arrive within {} s",
                options.body_timeout.as_secs()
            ),
        )),
    }
}

async fn collect(mut body: Body, headers: &HeaderMap, limit: usize) -> Result<Bytes, Fault> {
    let announced = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let mut first = Bytes::new();
    let mut more = BytesMut::new();
    let mut seen = 0_usize;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Fault::invalid_request(format!("the request body broke off: {error}")))?;
        let Ok(data) = frame.into_data() else { continue };
        seen += data.len();
        if seen > limit {
            if seen > limit.saturating_add(DISCARD) || announced.is_some_and(|all| all > limit.saturating_add(DISCARD))
            {
                return Err(too_large(limit));
            }
            (first, more) = (Bytes::new(), BytesMut::new());
        } else if first.is_empty() {
            first = data;
        } else {
            if more.is_empty() {
                more.reserve(announced.unwrap_or_default().min(limit));
                more.extend_from_slice(&first);
            }
            more.extend_from_slice(&data);
        }
    }
    if seen > limit {
        return Err(too_large(limit));
    }
    Ok(if more.is_empty() { first } else { more.freeze() })
}

fn too_large(limit: usize) -> Fault {
    Fault::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        INVALID_REQUEST,
        format!("the request body is over {limit} bytes; `limits.arguments` decides how large arguments may be"),
    )
    .with_data(serde_json::json!({ "kind": "TooLarge", "limit": limit }))
}
