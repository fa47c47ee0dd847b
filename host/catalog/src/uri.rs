//! Compares URIs as RFC 3986 specifies, and defines the host's URI scheme. Pure functions.
//!
//! This module compares spellings. `snapshot` finds the resource for a URI; `resource_uri` handles templates.

use host_api::percent;

/// The URI scheme of the resources of bundled tools. A client shows a resource by its URI, so no other bundle may have
/// a URI that looks like one of these.
pub(crate) const OWN_SCHEME: &str = "unity";

/// Returns the scheme of the URI in lower case; empty if the URI has no scheme.
pub(crate) fn scheme(uri: &str) -> String {
    uri.split_once(':')
        .map_or_else(String::new, |(scheme, _)| scheme.to_ascii_lowercase())
}

/// Converts all URIs that RFC 3986 treats as equal to one spelling: case of scheme and authority, unnecessary escapes,
/// dot segments (6.2.2). Also removes slashes at the end, even after an authority (6.2.3).
pub(crate) fn normal(uri: &str) -> String {
    let Some((scheme, rest)) = uri.split_once(':') else {
        return normalize_escapes(uri);
    };
    let (rest, tail) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            (Some(normalize_escapes(authority).to_ascii_lowercase()), path)
        }
        None => (None, rest),
    };
    let path = without_dots(&normalize_escapes(path));
    let authority = authority.map(|name| format!("//{name}")).unwrap_or_default();
    format!(
        "{}:{authority}{}{}",
        scheme.to_ascii_lowercase(),
        path.trim_end_matches('/'),
        normalize_escapes(tail)
    )
}

/// True if the URI `given` is the resource `read` or is below it. The query of `read` may be missing in `given`.
pub(crate) fn is_at_or_below(given: &str, read: &str) -> bool {
    let (given, read) = (normal(given), normal(read));
    let path = read.split(['?', '#']).next().unwrap_or_default();
    let below = given.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
    given == read || given == path || below
}

/// Decodes escaped letters, digits and `-._~`, and writes all other escapes with capital letters.
fn normalize_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        plain.push_str(before);
        match percent::decode_escape(after).map(char::from) {
            Some(sign) if sign.is_ascii_alphanumeric() || matches!(sign, '-' | '.' | '_' | '~') => plain.push(sign),
            Some(sign) => plain.push_str(&format!("%{:02X}", u32::from(sign))),
            None => {
                plain.push('%');
                rest = after;
                continue;
            }
        }
        rest = after.get(2..).unwrap_or_default();
    }
    plain.push_str(rest);
    plain
}

/// Removes the dot segments of a path (RFC 3986, 5.2.4).
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "." => {}
            ".." if kept.len() > 1 => _ = kept.pop(),
            ".." => {}
            other => kept.push(other),
        }
    }
    kept.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn normalizes_equivalent_spellings_of_a_uri() {
        for other in [
            "X://Status",
            "x://%73tatus",
            "x://status/",
            "x://status/.",
            "x://status/a/..",
            "x://status/./",
            "x://st%61tus//",
        ] {
            assert_eq!(normal(other), "x://status", "{other}");
        }
        assert_eq!(normal("x://a/%7Eb/%2f?Q=%61"), "x://a/~b/%2F?Q=a");
        assert_eq!(normal("urn:A:%zz%"), "urn:A:%zz%");
        for malformed in ["x://a/%+1", "x://a/%4", "x://a/%%", "x://a/%é1"] {
            assert_eq!(normal(malformed), malformed);
        }
        for other in ["x:status", "x://status?a", "x://status/A", "y://status", "x://status#a"] {
            assert_ne!(normal(other), "x://status", "{other}");
        }
        assert_ne!(normal("x://a/B"), normal("x://a/b"), "paths have case");
        assert_eq!(scheme("UniTy:x"), OWN_SCHEME);
    }

    #[test]
    fn is_at_or_below_compares_whole_path_segments() {
        for (given, read, expected) in [
            ("x://a/b", "x://a/b", true),
            ("X://A/%62", "x://a/b", true),
            ("x://a/b/c", "x://a/b", true),
            ("x://a/b/c?d", "x://a/b/", true),
            ("x://a/b", "x://a/b?count=5", true),
            ("x://a/b?count=5", "x://a/b?count=5", true),
            ("x://a/b/c", "x://a/b?count=5", true),
            ("x://a/b?count=6", "x://a/b?count=5", false),
            ("x://a/bc", "x://a/b", false),
            ("x://a/b/../c", "x://a/b", false),
            ("x://a", "x://a/b", false),
            ("y://a/b", "x://a/b", false),
            ("", "x://a/b", false),
        ] {
            assert_eq!(is_at_or_below(given, read), expected, "{given} of {read}");
        }
    }

    proptest! {
        #[test]
        fn normalization_keeps_scheme_and_is_idempotent_without_escapes(uri in "[a-cA-C]{1,2}:(//)?[a-cA-C/.%0-9?#{}~é]{0,24}") {
            let once = normal(&uri);
            prop_assert_eq!(scheme(&once), scheme(&uri));
            // Unescaping may create the beginning of another escape.
            if !once.contains('%') {
                prop_assert_eq!(normal(&once), once);
            }
        }

        #[test]
        fn uri_comparison_never_panics(a in "\\PC{0,30}", b in "\\PC{0,30}") {
            is_at_or_below(&a, &b);
        }
    }
}
