//! The response media types that a client accepts: the `Accept` header, parsed for the two response types of MCP.

use http::HeaderMap;
use http::header::ACCEPT;

/// The response media types that the `Accept` header of a request allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepts {
    /// True if `application/json` is accepted, by name or by wildcard.
    pub json: bool,
    /// True if `text/event-stream` is listed by name: the host may send a stream even if a JSON response is possible.
    pub sse: bool,
    /// True if `text/event-stream` is accepted, by name or by wildcard: enough if only a stream can be the answer.
    pub stream: bool,
}

impl Accepts {
    /// The value for a client that accepts only one JSON body, as for a member of a JSON-RPC batch.
    pub const JSON_ONLY: Self = Self {
        json: true,
        sse: false,
        stream: false,
    };

    /// Parses all `Accept` headers. Without such a header, the client accepts JSON, and a stream if only a stream can
    /// be the answer.
    pub fn from_headers(headers: &HeaderMap) -> Self {
        let mut found = Self {
            json: false,
            sse: false,
            stream: false,
        };
        let (mut no_json, mut no_sse) = (false, false);
        let mut any = false;
        for value in headers.get_all(ACCEPT) {
            for range in value.as_bytes().split(|byte| *byte == b',') {
                let mut parts = range.split(|byte| *byte == b';').map(<[u8]>::trim_ascii);
                let kind = parts.next().unwrap_or_default();
                if kind.is_empty() {
                    continue;
                }
                any = true;
                let refused = parts.any(is_zero_quality);
                let is = |name: &str| kind.eq_ignore_ascii_case(name.as_bytes());
                if refused {
                    no_json |= is("application/json");
                    no_sse |= is("text/event-stream");
                } else if is("application/json") || is("application/*") {
                    found.json = true;
                } else if is("text/event-stream") {
                    found.sse = true;
                    found.stream = true;
                } else if is("text/*") {
                    found.stream = true;
                } else if is("*/*") {
                    found.json = true;
                    found.stream = true;
                }
            }
        }
        if !any {
            found.json = true;
            found.stream = true;
        }
        Self {
            json: found.json && !no_json,
            sse: found.sse && !no_sse,
            stream: found.stream && !no_sse,
        }
    }

    /// True if the header allows neither JSON nor a stream.
    pub fn accepts_nothing(self) -> bool {
        !self.json && !self.stream
    }
}

fn is_zero_quality(parameter: &[u8]) -> bool {
    let Some((name, value)) = parameter
        .iter()
        .position(|byte| *byte == b'=')
        .map(|at| parameter.split_at(at))
    else {
        return false;
    };
    name.trim_ascii().eq_ignore_ascii_case(b"q")
        && value[1..].trim_ascii().iter().all(|byte| matches!(byte, b'0' | b'.'))
        && value.len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: Option<&str>) -> (bool, bool, bool) {
        let mut headers = HeaderMap::new();
        if let Some(value) = value {
            headers.insert(ACCEPT, value.parse().expect("a header value"));
        }
        let found = Accepts::from_headers(&headers);
        (found.json, found.sse, found.stream)
    }

    #[test]
    fn accepts_media_types_by_name_and_wildcard() {
        for (header, json, sse, stream) in [
            (None, true, false, true),
            (Some(""), true, false, true),
            (Some("*/*"), true, false, true),
            (Some("application/json"), true, false, false),
            (Some("Application/JSON; charset=utf-8"), true, false, false),
            (Some("application/*"), true, false, false),
            (Some("text/event-stream"), false, true, true),
            (Some("text/*"), false, false, true),
            (Some("application/json, text/event-stream"), true, true, true),
            (Some("text/event-stream;q=0.1,*/*"), true, true, true),
            (Some("application/json;q=0, text/event-stream"), false, true, true),
            (Some("*/*, text/event-stream;q=0.0"), true, false, false),
            (Some("text/html"), false, false, false),
            (Some("text/html, image/png;q=0.5"), false, false, false),
        ] {
            assert_eq!(read(header), (json, sse, stream), "{header:?}");
        }
    }
}
