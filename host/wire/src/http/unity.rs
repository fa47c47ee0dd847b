//! The target that a request names: the query parameter `unity` of its URL, else the header `Unity-Target`.
//!
//! A target is a Unity project or a Unity instance. This module reads its name, and the crate `targets` finds it.

use super::{Exchange, Incoming};
use http::HeaderMap;
use http::request::Parts;
use percent_encoding::percent_decode_str;

/// Name of the request header that selects a Unity project or instance (the target of a call).
const HEADER: &str = "unity-target";

impl Exchange {
    /// Returns the Unity project or instance that the URL or a header names; `None` if the request names none.
    pub fn unity(&self) -> Option<String> {
        target_name(&self.headers, self.query.as_deref())
    }
}

impl Incoming {
    /// Returns the Unity project or instance that the URL or a header names; `None` if the request names none.
    pub fn unity(&self) -> Option<String> {
        requested_target(&self.parts)
    }
}

/// Returns the Unity project or instance that the head of a request names; `None` if it names none. If the request
/// upgrades to a WebSocket, all its messages are for this target.
pub fn requested_target(parts: &Parts) -> Option<String> {
    target_name(&parts.headers, parts.uri.query())
}

fn target_name(headers: &HeaderMap, query: Option<&str>) -> Option<String> {
    let pairs = query.unwrap_or_default().split('&');
    let by_address = pairs.filter_map(|pair| pair.strip_prefix("unity=")).map(decoded);
    let mut names: Vec<String> = by_address.collect();
    if names.is_empty() {
        let by_header = headers.get_all(HEADER).iter();
        names.extend(by_header.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()));
    }
    // Several names or invalid bytes must not count as an absent name: joined, they match no target.
    names.dedup();
    Some(names.join(", ")).filter(|name| !name.is_empty())
}

/// Decodes a value of a URL query: `%20` and `+` are a space. An invalid escape is kept, and matches no target.
fn decoded(text: &str) -> String {
    let text = text.replace('+', " ");
    percent_decode_str(&text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn target_in_query_overrides_header_and_is_decoded() {
        let mut headers = HeaderMap::new();
        assert_eq!(target_name(&headers, Some("profile=all&unity=")), None);
        headers.insert(HEADER, "Game".parse().expect("a value"));
        assert_eq!(target_name(&headers, Some("unity=a%+41")).as_deref(), Some("a% 41"));
        assert_eq!(target_name(&headers, None).as_deref(), Some("Game"));
        let path = target_name(&headers, Some("profile=all&unity=%2Fgames%2FMy+Game%2"));
        assert_eq!(path.as_deref(), Some("/games/My Game%2"));
        for (given, name) in [("%", "%"), ("%zz", "%zz"), ("%2B1", "+1"), ("%FF", "\u{fffd}")] {
            assert_eq!(
                target_name(&headers, Some(&format!("unity={given}"))).as_deref(),
                Some(name)
            );
        }
    }

    #[test]
    fn joins_several_target_names_and_replaces_invalid_text() {
        assert_eq!(
            target_name(&HeaderMap::new(), Some("unity=A&unity=B")).as_deref(),
            Some("A, B")
        );
        assert_eq!(
            target_name(&HeaderMap::new(), Some("unity=A&unity=A")).as_deref(),
            Some("A")
        );
        let header = |values: &[&[u8]]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(HEADER, HeaderValue::from_bytes(value).expect("a value"));
            }
            target_name(&headers, None)
        };
        assert_eq!(header(&["Niël".as_bytes()]).as_deref(), Some("Niël"));
        assert_eq!(header(&[b"\xff\xfe"]).as_deref(), Some("\u{fffd}\u{fffd}"));
        assert_eq!(header(&[b"A", b"B"]).as_deref(), Some("A, B"));
    }
}
