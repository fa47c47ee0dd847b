//! Finds the listed resource for a URI: an exact URI, or an RFC 6570 template with a subset of the syntax.
//!
//! Templates may contain literal text, `{name}` (one path segment, or a query value), and `{?a,b}` (any of these query
//! parameters, in any order). A template with anything else is rejected when its bundle is published.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UriTemplate {
    parts: Vec<Part>,
    /// True if the URI template ends with a query expression, such as `{?page}`.
    has_query: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(String),
    Variable(String),
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TemplateError {
    #[error("`{{` at byte {at} is never closed")]
    Unclosed { at: usize },
    #[error("`{{{expression}}}` is not supported; use `{{name}}`, and `{{?a,b}}` at the end")]
    Expression { expression: String },
    #[error("`{{?…}}` is allowed only once, at the end")]
    QueryInside,
    #[error("two variables need a literal text between them")]
    Adjacent,
}

impl UriTemplate {
    pub(crate) fn parse(template: &str) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut has_query = false;
        let mut rest = template;
        while !rest.is_empty() {
            if has_query {
                return Err(TemplateError::QueryInside);
            }
            let Some(open) = rest.find('{') else {
                parts.push(Part::Literal(rest.to_owned()));
                break;
            };
            if open > 0 {
                parts.push(Part::Literal(rest[..open].to_owned()));
            }
            let at = template.len() - rest.len() + open;
            let close = rest[open..].find('}').ok_or(TemplateError::Unclosed { at })?;
            let expression = &rest[open + 1..open + close];
            rest = &rest[open + close + 1..];
            let is_name = |name: &str| {
                !name.is_empty()
                    && name
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'))
            };
            match expression.strip_prefix('?') {
                Some(names) if names.split(',').all(is_name) => has_query = true,
                None if is_name(expression) => {
                    if matches!(parts.last(), Some(Part::Variable(_))) {
                        return Err(TemplateError::Adjacent);
                    }
                    parts.push(Part::Variable(expression.to_owned()));
                }
                _ => {
                    return Err(TemplateError::Expression {
                        expression: expression.to_owned(),
                    });
                }
            }
        }
        Ok(Self { parts, has_query })
    }

    /// True if `uri` is an expansion of this template. A client may leave values unescaped, and query values may
    /// contain `/`.
    pub(crate) fn matches(&self, uri: &str) -> bool {
        let uri = match uri.split_once('?') {
            Some((path, _)) if self.has_query => path,
            _ => uri,
        };
        fits(&self.parts, uri.as_bytes())
    }

    /// Returns a comparison key, equal for templates that match the same URIs. Only one bundle may serve a key.
    pub(crate) fn key(&self) -> String {
        let mut key = String::new();
        for part in &self.parts {
            match part {
                Part::Literal(text) => key.push_str(text),
                Part::Variable(_) => key.push_str("{}"),
            }
        }
        key
    }
}

/// True if the whole `uri` matches `parts`. Tries all matches in parallel, so that the cost is at most the number of
/// parts times the length of the URI. `reached[i]` means that the parts so far can end at byte `i`.
fn fits(parts: &[Part], uri: &[u8]) -> bool {
    let mut reached = vec![false; uri.len() + 1];
    reached[0] = true;
    let mut in_query = false;
    for part in parts {
        let mut next = vec![false; uri.len() + 1];
        match part {
            Part::Literal(text) => {
                for (at, _) in reached.iter().enumerate().filter(|(_, reached)| **reached) {
                    if uri[at..].starts_with(text.as_bytes()) {
                        next[at + text.len()] = true;
                    }
                }
                in_query |= text.contains('?');
            }
            Part::Variable(_) => {
                let stops: &[u8] = if in_query { b"&#" } else { b"/?#" };
                let mut inside = false;
                for (at, byte) in uri.iter().enumerate() {
                    next[at] = inside;
                    inside = !stops.contains(byte) && (inside || reached[at]);
                }
                next[uri.len()] = inside;
            }
        }
        reached = next;
    }
    reached[uri.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn template_matches_only_its_expansions() {
        let cases = [
            ("unity://scene/{id}/objects", "unity://scene/scn:0/objects", true),
            ("unity://scene/{id}/objects", "unity://scene/scn%3A0/objects", true),
            ("unity://scene/{id}/objects", "unity://scene//objects", false),
            ("unity://scene/{id}/objects", "unity://scene/a/b/objects", false),
            ("unity://scene/{id}/objects", "unity://scene/a/objects?limit=2", false),
            (
                "unity://scene/{id}/objects{?limit,offset}",
                "unity://scene/a/objects?limit=2",
                true,
            ),
            (
                "unity://scene/{id}/objects{?limit,offset}",
                "unity://scene/a/objects?offset=1&limit=2",
                true,
            ),
            (
                "unity://scene/{id}/objects{?limit,offset}",
                "unity://scene/a/objects",
                true,
            ),
            ("unity://object/{id}", "unity://object/obj:12", true),
            ("unity://object/{id}", "unity://object/obj:12/components", false),
            (
                "unity://console/script?path={path}",
                "unity://console/script?path=a/b.cs",
                true,
            ),
            (
                "unity://console/script?path={path}",
                "unity://console/script?path=a%2Fb.cs",
                true,
            ),
            (
                "unity://console/script?path={path}",
                "unity://console/script?path=",
                false,
            ),
            (
                "unity://console/script?path={path}",
                "unity://console/script?path=a&x=1",
                false,
            ),
            ("unity://logs/tail{?count}", "unity://logs/tail", true),
            ("unity://logs/tail{?count}", "unity://logs/tailor", false),
            ("x://{a}.{b}", "x://one.two.three", true),
            ("x://{a}-{b}/c", "x://one-two/c", true),
        ];
        for (template, uri, expected) in cases {
            let parsed = UriTemplate::parse(template).expect(template);
            assert_eq!(parsed.matches(uri), expected, "{template} {uri}");
        }
    }

    #[test]
    fn rejects_unsupported_templates_and_names_the_place() {
        let cases = [
            ("x://{a", "byte 4"),
            ("x://{+path}", "{+path}"),
            ("x://{a*}", "{a*}"),
            ("x://{}", "{}"),
            ("x://{?a}/b", "at the end"),
            ("x://{a}{b}", "between them"),
        ];
        for (template, words) in cases {
            let error = UriTemplate::parse(template).expect_err(template).to_string();
            assert!(error.contains(words), "{template}: {error}");
        }
    }

    #[test]
    fn template_key_ignores_variable_names_and_query() {
        let key = |template| UriTemplate::parse(template).expect("a good template").key();
        assert_eq!(key("x://{a}/y{?q}"), key("x://{b}/y"));
        assert_ne!(key("x://{a}/y"), key("x://{a}/z"));
    }

    proptest! {
        #[test]
        fn template_matches_random_expansions(id in "[A-Za-z0-9:%._~-]{1,20}", tail in "[a-z]{1,8}", query in "[a-z0-9=&]{0,20}") {
            let template = UriTemplate::parse(&format!("unity://s/{{id}}/{tail}{{?a,b}}")).expect("a good template");
            let (plain, queried) = (format!("unity://s/{id}/{tail}"), format!("unity://s/{id}/{tail}?{query}"));
            prop_assert!(template.matches(&plain));
            prop_assert!(template.matches(&queried));
        }

        #[test]
        fn template_parsing_and_matching_never_panic(template in "\\PC{0,40}", uri in "\\PC{0,40}") {
            if let Ok(template) = UriTemplate::parse(&template) {
                template.matches(&uri);
            }
        }
    }
}
