//! References in a query, which are compared by path, id, guid or name of their target.

use super::comparison_form::{Form, Refused, refuse};
use crate::query_view::QueryView;
use host_api::similar_names::near_paths;
use serde_json::{Value, json};
use unity_yaml::Guid;

/// The accepted notations of a reference, as errors list them.
const FORMS: &str = "\"obj:<n>\", an asset path, a guid, the name of what it refers to, {\"ref\": …} or null";

/// Prepares a value for the comparison with references; an error if it is none, or a path that no asset has.
pub(super) fn reference(view: QueryView<'_>, given: &Value) -> Result<Form, Refused> {
    match given {
        Value::Null => Ok(Form::Value(Value::Null)),
        Value::String(text) => text_form(view, text),
        Value::Object(parts) => {
            let text = |name: &str| parts.get(name).and_then(Value::as_str);
            match (text("ref"), text("missing").or(text("unverifiable"))) {
                (Some(goal), _) => match text_form(view, goal)? {
                    Form::Value(Value::String(path)) => {
                        let mut wanted = parts.clone();
                        wanted.insert("ref".to_owned(), Value::String(path));
                        Ok(Form::Value(Value::Object(wanted)))
                    }
                    _ => refuse(format!("{goal:?} is no path and no id; expected {FORMS}")),
                },
                (None, Some(lost)) => Ok(Form::Lost(lost.to_owned())),
                (None, None) => refuse(format!("expected {FORMS}")),
            }
        }
        _ => refuse(format!("expected {FORMS}")),
    }
}

fn text_form(view: QueryView<'_>, text: &str) -> Result<Form, Refused> {
    let index = &view.library.project().index;
    let as_given = || Ok(Form::Value(json!(text)));
    if text.is_empty() {
        return refuse(format!("expected {FORMS}; null finds references that are not set"));
    }
    if text.starts_with("obj:") || text.starts_with("builtin:") {
        return as_given();
    }
    if text.len() == 32
        && let Some(guid) = Guid::parse(text)
    {
        return Ok(match index.path(guid) {
            Some(path) => Form::Value(json!(path)),
            None => Form::Lost(text.to_owned()),
        });
    }
    let is_path = text.starts_with("Assets/") || text.starts_with("Packages/");
    if index.guid(text).is_some() {
        return as_given();
    }
    if text.starts_with('/') {
        return refuse(format!("{text} is a path in a hierarchy; expected {FORMS}"));
    }
    if !is_path {
        return Ok(Form::Named(text.to_owned()));
    }
    let near = near_paths(text, index.assets().map(|(path, _)| path));
    let near = near.iter().map(|path| (*path).to_owned()).collect();
    Err((format!("the project has no asset {text}; expected {FORMS}"), near))
}
