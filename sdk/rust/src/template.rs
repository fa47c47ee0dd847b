//! URI templates: the part of RFC 6570 that resources need.
//!
//! Belongs here: `{name}` in the path, `?key={name}` for a required query, and one `{?a,b}` at the end for an optional
//! query. Does not: the other operators of RFC 6570, which are rejected.

use crate::ToolError;

/// The reason why a URI template is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the URI template {template} is not understood at {at:?}; write {{name}} in the path, ?key={{name}} for a query that must be given, or one {{?a,b}} at the end"
)]
pub struct TemplateError {
    template: String,
    at: String,
}

/// A parsed URI template.
///
/// ```
/// use unity_tools::template::Template;
///
/// let template = Template::parse("my-tools://scene/{name}/objects{?limit}").unwrap();
/// let values = template.read("my-tools://scene/Main/objects?limit=5").unwrap().unwrap();
/// assert_eq!(values, [("name".to_owned(), "Main".to_owned()), ("limit".to_owned(), "5".to_owned())]);
/// assert!(template.read("my-tools://other").unwrap().is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
    query: Vec<String>,
    /// The required keys of the query: pairs of a key in the URI and the name of its variable.
    required: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(String),
    /// A variable of the URI's path, with this name. Its value has at least one character and no slash.
    Variable(String),
}

impl Template {
    /// Parses a template such as `unity://scene/{sceneId}/objects{?limit,offset}`.
    ///
    /// # Errors
    /// For an operator that is not supported, and for a variable that follows another without text between them.
    pub fn parse(template: &str) -> Result<Self, TemplateError> {
        let wrong = |at: &str| TemplateError {
            template: template.to_owned(),
            at: at.to_owned(),
        };
        let mut parts = Vec::new();
        let mut query = Vec::new();
        let mut rest = template;
        let mut required = Vec::new();
        if let Some((path, keys)) = template.split_once('?')
            && !path.ends_with('{')
        {
            rest = path;
            for pair in keys.split('&') {
                required.push(required_key(pair).ok_or_else(|| wrong(pair))?);
            }
        }
        while !rest.is_empty() {
            let Some(open) = rest.find('{') else {
                parts.push(Part::Literal(rest.to_owned()));
                break;
            };
            if open > 0 {
                parts.push(Part::Literal(rest[..open].to_owned()));
            }
            let inner_and_rest = &rest[open + 1..];
            let close = inner_and_rest.find('}').ok_or_else(|| wrong(&rest[open..]))?;
            let inner = &inner_and_rest[..close];
            rest = &inner_and_rest[close + 1..];
            if let Some(names) = inner.strip_prefix('?') {
                query = names.split(',').map(str::to_owned).collect();
                if !rest.is_empty() || query.iter().any(|name| !is_name(name)) {
                    return Err(wrong(inner));
                }
            } else if is_name(inner) && !matches!(parts.last(), Some(Part::Variable(_))) {
                parts.push(Part::Variable(inner.to_owned()));
            } else {
                return Err(wrong(inner));
            }
        }
        Ok(Self { parts, query, required })
    }

    /// Returns true if the template describes many resources: its path has variables or its query has required keys.
    pub fn is_family(&self) -> bool {
        !self.required.is_empty() || self.parts.iter().any(|part| matches!(part, Part::Variable(_)))
    }

    /// Matches a URI and returns its variables by name; `None` if it does not match. An empty query value is absent.
    ///
    /// # Errors
    /// `InvalidArgument` for an unknown query key, a missing required key, or an invalid percent-encoding.
    pub fn read(&self, uri: &str) -> Result<Option<Vec<(String, String)>>, ToolError> {
        let (path, query) = match uri.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (uri, None),
        };
        let Some(raw) = self.match_path(path) else {
            return Ok(None);
        };
        let mut found = Vec::new();
        for (name, value) in raw {
            found.push((name.to_owned(), decode(value, false, uri)?));
        }
        for pair in query
            .into_iter()
            .flat_map(|query| query.split('&'))
            .filter(|pair| !pair.is_empty())
        {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let key = decode(key, true, uri)?;
            let name = match self.required.iter().find(|(required, _)| *required == key) {
                Some((_, name)) => name.clone(),
                None if self.query.contains(&key) => key,
                None => return Err(self.unknown_key(&key, uri)),
            };
            if !value.is_empty() {
                found.push((name, decode(value, true, uri)?));
            }
        }
        for (key, name) in &self.required {
            if !found.iter().any(|(given, _)| given == name) {
                return Err(ToolError::invalid_argument(format!("{uri} lacks the query {key}=")));
            }
        }
        Ok(Some(found))
    }

    fn match_path<'a>(&'a self, path: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
        let mut rest = path;
        let mut found = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            match part {
                Part::Literal(text) => rest = rest.strip_prefix(text.as_str())?,
                Part::Variable(name) => {
                    let end = match self.parts.get(at + 1) {
                        Some(Part::Literal(next)) => rest.find(next.as_str())?,
                        _ => rest.len(),
                    };
                    let value = &rest[..end];
                    if value.is_empty() || value.contains('/') {
                        return None;
                    }
                    found.push((name.as_str(), value));
                    rest = &rest[end..];
                }
            }
        }
        rest.is_empty().then_some(found)
    }

    fn unknown_key(&self, key: &str, uri: &str) -> ToolError {
        let mut known: Vec<&str> = self.required.iter().map(|(key, _)| key.as_str()).collect();
        known.extend(self.query.iter().map(String::as_str));
        let right = match known.as_slice() {
            [] => "it takes no query".to_owned(),
            known => format!("it takes {}", known.join(", ")),
        };
        ToolError::invalid_argument(format!(
            "{uri} has the query key {key}, which this resource does not take; {right}"
        ))
    }
}

/// Parses a required query key: returns `key` and `name` of `key={name}`, or `None` if the text has another form.
fn required_key(pair: &str) -> Option<(String, String)> {
    let (key, variable) = pair.split_once('=')?;
    let name = variable.strip_prefix('{')?.strip_suffix('}')?;
    (is_name(key) && is_name(name)).then(|| (key.to_owned(), name.to_owned()))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Decodes a percent-encoded text. `+` becomes a space only in a query.
fn decode(text: &str, in_query: bool, uri: &str) -> Result<String, ToolError> {
    let wrong = || ToolError::invalid_argument(format!("{uri} is wrongly percent-encoded at {text:?}"));
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16));
                let (high, low) = (digit().ok_or_else(wrong)?, digit().ok_or_else(wrong)?);
                u8::try_from(high * 16 + low).map_err(|_| wrong())?
            }
            b'+' if in_query => b' ',
            other => other,
        });
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::Template;

    const OBJECTS: &str = "unity://scene/{sceneId}/objects{?limit,offset}";

    fn read(template: &str, uri: &str) -> Option<Vec<(String, String)>> {
        Template::parse(template).unwrap().read(uri).unwrap()
    }

    #[test]
    fn reads_path_and_query() {
        let found = read(OBJECTS, "unity://scene/scn%3A0/objects?limit=2&offset=").unwrap();
        assert_eq!(
            found,
            [("sceneId".into(), "scn:0".into()), ("limit".into(), "2".into())]
        );
        assert_eq!(read(OBJECTS, "unity://scene/scn:0/objects").unwrap().len(), 1);
        assert_eq!(
            read("unity://search{?query}", "unity://search?query=a+b%2Fc").unwrap()[0].1,
            "a b/c"
        );
    }

    #[test]
    fn treats_required_query_as_part_of_the_template() {
        const SCRIPT: &str = "unity://script?path={path}";
        let script = Template::parse(SCRIPT).unwrap();
        assert!(script.is_family());
        assert!(!Template::parse("unity://search{?query}").unwrap().is_family());
        let found = read(SCRIPT, "unity://script?path=a%2Fb.cs").unwrap();
        assert_eq!(found, [("path".into(), "a/b.cs".into())]);
        assert_eq!(read(SCRIPT, "unity://scripts?path=a"), None);
        for (uri, told) in [
            ("unity://script", "lacks the query path="),
            ("unity://script?path=", "lacks the query path="),
            ("unity://script?path=a&x=1", "it takes path"),
        ] {
            let error = script.read(uri).unwrap_err();
            assert!(error.message.contains(told), "{uri}: {error}");
        }
    }

    #[test]
    fn does_not_match_uris_of_other_templates() {
        for uri in [
            "unity://scene//objects",
            "unity://scene/a/b/objects",
            "unity://scene/a/objects/x",
            "unity://scene",
        ] {
            assert_eq!(read(OBJECTS, uri), None, "{uri}");
        }
        assert_eq!(read("unity://object/{id}", "unity://object/obj:1/components"), None);
    }

    #[test]
    fn rejects_invalid_uri_of_its_own_template() {
        let objects = Template::parse(OBJECTS).unwrap();
        let told = objects.read("unity://scene/a/objects?limt=2").unwrap_err();
        assert!(
            told.message.contains("limt") && told.message.contains("limit, offset"),
            "{told}"
        );
        assert!(objects.read("unity://scene/%zz/objects").is_err());
        assert!(objects.read("unity://scene/%ff/objects").is_err());
    }

    #[test]
    fn rejects_unsupported_template_operators() {
        for template in [
            "a{+path}",
            "a{/b}",
            "a{b",
            "a{b}{c}",
            "a{?b}c",
            "a{?}",
            "a?b",
            "a?b={c}x",
            "a?{b}",
            "a?b={c}{?d}",
        ] {
            assert!(Template::parse(template).is_err(), "{template}");
        }
    }
}
