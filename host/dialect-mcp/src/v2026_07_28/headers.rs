//! The header rules of MCP 2026-07-28: headers that repeat values of the body must have exactly these values.

use crate::codes::HEADER_MISMATCH;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use host_api::{CatalogView, TaskSupport};
use host_wire::catalog_form::{OfCatalog, PerCatalog};
use host_wire::http::{HeaderMap, HeaderName};
use host_wire::jsonrpc::{Fault, shorten};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// A tool parameter that clients repeat in a header, as `x-mcp-header` in its schema requires.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MirroredParameter {
    header: HeaderName,
    /// The property names that lead from the root of the tool's schema to the parameter.
    path: Vec<String>,
}

/// A cache of the rules for calls of tools, for the most recently requested catalogs.
pub(crate) type Mirrored = PerCatalog<OfTools>;

/// What a request of `tools/call` must obey, by both spellings of the tool's name. Tools without such rules have no
/// entry.
pub(crate) struct OfTools(HashMap<String, OfTool>);

#[derive(Clone)]
struct OfTool {
    /// The parameters that are repeated in headers.
    parameters: Arc<[MirroredParameter]>,
    task: TaskSupport,
}

impl OfCatalog for OfTools {
    type Options = ();

    fn from_catalog(view: Arc<CatalogView>, (): &()) -> Self {
        let mut of_tools = HashMap::new();
        for tool in &view.tools {
            let of_tool = OfTool {
                parameters: mirrored_parameters(&tool.input_schema).into(),
                task: tool.task,
            };
            for name in [&tool.portable_name, &tool.name] {
                match of_tool.parameters.is_empty() && of_tool.task == TaskSupport::Never {
                    true => of_tools.remove(name),
                    false => of_tools.insert(name.clone(), of_tool.clone()),
                };
            }
        }
        Self(of_tools)
    }
}

impl OfTools {
    pub(crate) fn parameters_of(&self, name: &str) -> &[MirroredParameter] {
        self.0.get(name).map(|tool| &*tool.parameters).unwrap_or_default()
    }

    pub(crate) fn task_support_of(&self, name: &str) -> TaskSupport {
        self.0.get(name).map_or(TaskSupport::Never, |tool| tool.task)
    }
}

/// Returns the parameters of an input schema that are repeated in headers. Only nested `properties` are searched.
fn mirrored_parameters(schema: &Value) -> Vec<MirroredParameter> {
    let mut found = Vec::new();
    collect(schema, &mut Vec::new(), &mut found);
    found
}

fn collect(schema: &Value, path: &mut Vec<String>, found: &mut Vec<MirroredParameter>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return;
    };
    for (name, property) in properties {
        path.push(name.clone());
        let declared = property.get("x-mcp-header").and_then(Value::as_str);
        if let Some(header) = declared
            .filter(|header| !header.is_empty())
            .and_then(|header| HeaderName::from_bytes(format!("mcp-param-{header}").as_bytes()).ok())
        {
            found.push(MirroredParameter {
                header,
                path: path.clone(),
            });
        }
        collect(property, path, found);
        path.pop();
    }
}

/// Checks that the value of `header` equals `body`, the value in the request's body. A missing or repeated header is an
/// error. If `encoded` is true, the header may be in Base64.
pub(crate) fn must_equal(headers: &HeaderMap, header: &str, body: &str, encoded: bool) -> Result<(), Fault> {
    let Some(value) = single_value(headers, header)? else {
        return Err(mismatch(format!(
            "the header {header} is missing; the body says `{}`",
            shorten(body)
        )));
    };
    let value = if encoded {
        decoded(header, value)?
    } else {
        Cow::Borrowed(value)
    };
    if value != body {
        let (value, body) = (shorten(&value), shorten(body));
        return Err(mismatch(format!(
            "the header {header} says `{value}`, the body says `{body}`"
        )));
    }
    Ok(())
}

/// Checks the headers that repeat tool parameters: each value must be in both header and arguments, or in neither.
pub(crate) fn check_parameters(
    headers: &HeaderMap,
    parameters: &[MirroredParameter],
    arguments: Option<&Map<String, Value>>,
) -> Result<(), Fault> {
    for parameter in parameters {
        let header = parameter.header.as_str();
        let value = argument(arguments, &parameter.path);
        let sent = single_value(headers, header)?;
        let matches = match (value, sent) {
            (None, None) => true,
            (Some(value), Some(sent)) => is_same(value, &decoded(header, sent)?),
            _ => false,
        };
        if !matches {
            return Err(mismatch(format!(
                "the header {header} must be there exactly when the argument `{}` is, and say the same",
                parameter.path.join(".")
            )));
        }
    }
    Ok(())
}

fn argument<'a>(arguments: Option<&'a Map<String, Value>>, path: &[String]) -> Option<&'a Value> {
    let (first, rest) = path.split_first()?;
    let mut value = arguments?.get(first)?;
    for name in rest {
        value = value.get(name)?;
    }
    (!value.is_null()).then_some(value)
}

fn is_same(value: &Value, sent: &str) -> bool {
    match value {
        Value::String(text) => text == sent,
        Value::Bool(flag) => sent == if *flag { "true" } else { "false" },
        // 42 and 42.0 are the same number.
        Value::Number(number) => number.to_string() == sent || sent.parse::<f64>().ok() == number.as_f64(),
        _ => false,
    }
}

/// Returns the value of the header; `None` if it is missing. A repeated or unreadable header is an error.
pub(crate) fn single_value<'a>(headers: &'a HeaderMap, header: &str) -> Result<Option<&'a str>, Fault> {
    let mut values = headers.get_all(header).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(mismatch(format!("the header {header} is there more than once")));
    }
    match value.to_str() {
        Ok(text) => Ok(Some(text.trim_matches([' ', '\t']))),
        Err(_) => Err(mismatch(format!(
            "the header {header} holds characters that are not visible ASCII"
        ))),
    }
}

fn decoded<'a>(header: &str, value: &'a str) -> Result<Cow<'a, str>, Fault> {
    let Some(inner) = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Ok(Cow::Borrowed(value));
    };
    let bytes = STANDARD
        .decode(inner)
        .ok()
        .and_then(|bytes| String::from_utf8(bytes).ok());
    bytes
        .map(Cow::Owned)
        .ok_or_else(|| mismatch(format!("the header {header} is not valid Base64 of UTF-8")))
}

pub(crate) fn mismatch(message: String) -> Fault {
    Fault::new(HEADER_MISMATCH, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), value.parse().expect("a value")));
        pairs.collect()
    }

    #[test]
    fn compares_header_names_after_decoding() {
        let name = "Hello, 世界";
        let sent = format!("=?base64?{}?=", STANDARD.encode(name));
        assert!(must_equal(&headers(&[("mcp-name", &sent)]), "mcp-name", name, true).is_ok());
        for (sent, body) in [("echo", "ech"), ("=?base64?!?=", "x"), ("Echo", "echo")] {
            let fault = must_equal(&headers(&[("mcp-name", sent)]), "mcp-name", body, true);
            assert_eq!(fault.err().map(|fault| fault.code), Some(-32020), "{sent}");
        }
        assert!(must_equal(&HeaderMap::new(), "mcp-name", "x", true).is_err());
    }

    #[test]
    fn checks_parameters_that_headers_mirror() {
        let schema = json!({ "type": "object", "properties": {
            "region": { "type": "string", "x-mcp-header": "Region" },
            "deep": { "type": "object", "properties": { "n": { "type": "integer", "x-mcp-header": "N" } } },
            "list": { "type": "array", "items": { "properties": { "no": { "x-mcp-header": "No" } } } },
        }});
        let found = mirrored_parameters(&schema);
        assert_eq!(found.len(), 2);
        let check = |sent: &[(&'static str, &str)], arguments: Value| {
            check_parameters(&headers(sent), &found, arguments.as_object()).is_ok()
        };
        assert!(check(&[], json!({})) && check(&[], json!({ "region": null })));
        assert!(check(
            &[("mcp-param-region", "eu"), ("mcp-param-n", "42.0")],
            json!({ "region": "eu", "deep": { "n": 42 } })
        ));
        assert!(!check(&[], json!({ "region": "eu" })));
        assert!(!check(&[("mcp-param-region", "us")], json!({ "region": "eu" })));
        assert!(!check(&[("mcp-param-region", "us")], json!({})));
    }
}
