//! Calls a function of a plain component, with parameters and a result of any WIT types.
//!
//! Belongs here: converting the arguments, and converting the return value to the contract's `tool-result`. Does not:
//! finding the functions (`plain/exports.rs`), limits and policy checks, which are the same for every call (`invoke`).

use super::from_json;
use super::to_json::{self, Unwritten};
use crate::exports::Exports;
use crate::jobs::{Entry, Job};
use host_guest::bindings::current::exports::unity_tools::tool::tools::ToolResult;
use host_guest::bindings::current::unity_tools::shared::types::{Error, ErrorKind};
use host_guest::bindings::current::unity_tools::tool::types::Content;
use std::sync::Arc;
use wasmtime::component::Val;

pub(crate) struct CallPlain {
    pub(crate) tool: Arc<str>,
    /// The arguments of the called tool, as the JSON text of an object.
    pub(crate) arguments: Arc<str>,
    /// Maximum size in bytes of the result as JSON text; a longer result is an error.
    pub(crate) most: usize,
}

impl Job for CallPlain {
    type Answer = Result<ToolResult, Error>;

    fn is_offered(&self, exports: &Exports) -> bool {
        exports
            .plain
            .as_ref()
            .is_some_and(|plain| plain.get(&self.tool).is_some())
    }

    async fn enter(self, entry: Entry<'_>) -> wasmtime::Result<Self::Answer> {
        let Entry {
            store,
            exports,
            instance,
        } = entry;
        let index = exports.plain.as_ref().and_then(|plain| plain.get(&self.tool));
        let function = index.and_then(|index| instance.get_func(&mut *store, index));
        let function = function.ok_or_else(|| wasmtime::Error::msg("the function is not there"))?;
        let kind = function.ty(&*store);
        let arguments = match from_json::arguments(kind.params(), &self.arguments) {
            Ok(arguments) => arguments,
            Err(wrong) => return Ok(Err(error(ErrorKind::InvalidArgument, wrong))),
        };
        let mut results = vec![Val::Bool(false); kind.results().len()];
        function.call_async(&mut *store, &arguments, &mut results).await?;
        Ok(answer(results.pop(), self.most).map_err(|failure| *failure))
    }
}

/// Converts the return value to a result that matches the output schema, with at most `most` bytes of JSON.
fn answer(given: Option<Val>, most: usize) -> Result<ToolResult, Box<Error>> {
    let value = match given {
        Some(Val::Result(Err(failure))) => return Err(Box::new(failed(failure.as_deref(), most))),
        Some(Val::Result(Ok(value))) => value.map(|value| *value),
        other => other,
    };
    let Some(value) = value else {
        return Ok(result(
            vec![Content::Text("The call succeeded and returned no value.".to_owned())],
            None,
        ));
    };
    let text = to_json::text(&value, most).map_err(|why| Box::new(unwritten_error(&why, "result", most)))?;
    let structured = match value {
        Val::Record(_) => text,
        _ => format!("{{\"result\":{text}}}"),
    };
    Ok(result(Vec::new(), Some(structured)))
}

fn result(content: Vec<Content>, structured: Option<String>) -> ToolResult {
    ToolResult {
        content,
        structured,
        diagnostics: Vec::new(),
        is_error: false,
        extra: Vec::new(),
    }
}

/// Converts the error value of a function. The message is its text, the name of its enum case, the field `message` of
/// its record, or else its JSON. A JSON object also becomes the error's data.
fn failed(failure: Option<&Val>, most: usize) -> Error {
    let Some(failure) = failure else {
        return error(ErrorKind::Internal, "it failed without a message".to_owned());
    };
    if let Val::String(text) | Val::Enum(text) = failure {
        return error(ErrorKind::Internal, text.clone());
    }
    let data = match to_json::text(failure, most) {
        Ok(data) => data,
        Err(why) => return unwritten_error(&why, "error", most),
    };
    let message = match failure {
        Val::Record(fields) => fields.iter().find_map(|field| match field {
            (name, Val::String(text)) if name == "message" => Some(text.clone()),
            _ => None,
        }),
        _ => None,
    };
    Error {
        data: data.starts_with('{').then(|| data.clone()),
        ..error(ErrorKind::Internal, message.unwrap_or(data))
    }
}

fn unwritten_error(why: &Unwritten, what: &str, most: usize) -> Error {
    match why {
        Unwritten::TooLong => error(
            ErrorKind::TooLarge,
            format!("its {what} has more than {most} bytes as JSON; at most that are passed on (`limits.result`)"),
        ),
        Unwritten::Formless => error(ErrorKind::Internal, format!("its {what} has no form as JSON")),
    }
}

fn error(kind: ErrorKind, message: String) -> Error {
    Error {
        kind,
        message,
        hint: None,
        detail: None,
        data: None,
        retry_after_ms: None,
    }
}
