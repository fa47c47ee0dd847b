//! Protection against guest content that runs in a browser. A page from the origin of this host could do everything
//! that `guard` allows for loopback pages.

use axum_core::response::Response;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue, X_CONTENT_TYPE_OPTIONS};

const TEXT: &str = "text/plain; charset=utf-8";
const BYTES: &str = "application/octet-stream";

/// Media types that a browser displays without running code from them.
const INERT: [&str; 14] = [
    "application/json",
    BYTES,
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/avif",
    "image/bmp",
    "audio/wav",
    "audio/mpeg",
    "audio/ogg",
    "audio/flac",
    "video/mp4",
    "video/webm",
];

/// Adds headers with which a browser shows the response only as its declared type, uncached and without scripts.
pub fn mark(response: &mut Response) {
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox"));
    // Content of a Unity project must not be cached, especially not by a browser that many pages share.
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
}

/// Returns the media type for a guest's content: the declared type if it is in `INERT`, else plain text or binary.
pub fn kind(declared: &str, is_text: bool) -> &'static str {
    let essence = declared.split(';').next().unwrap_or_default().trim();
    let inert = INERT.into_iter().find(|inert| inert.eq_ignore_ascii_case(essence));
    match inert {
        Some(inert) => inert,
        None if is_text || essence.eq_ignore_ascii_case("text/plain") => TEXT,
        None => BYTES,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_only_inert_media_types() {
        for (declared, text, bytes) in [
            ("application/json", "application/json", "application/json"),
            (
                "Application/JSON; charset=utf-8",
                "application/json",
                "application/json",
            ),
            ("image/png", "image/png", "image/png"),
            ("text/plain", TEXT, TEXT),
            ("text/html", TEXT, BYTES),
            ("TEXT/HTML; charset=utf-7", TEXT, BYTES),
            ("text/html;a=image/png", TEXT, BYTES),
            ("image/svg+xml", TEXT, BYTES),
            ("application/xhtml+xml", TEXT, BYTES),
            ("text/xml", TEXT, BYTES),
            ("text/javascript", TEXT, BYTES),
            ("application/pdf", TEXT, BYTES),
            ("multipart/x-mixed-replace; boundary=x", TEXT, BYTES),
            ("image/png, text/html", TEXT, BYTES),
            ("", TEXT, BYTES),
        ] {
            assert_eq!(
                (kind(declared, true), kind(declared, false)),
                (text, bytes),
                "{declared}"
            );
        }
    }
}
