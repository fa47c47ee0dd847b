//! The mapping of error kinds to the error codes of the `editor` protocol.
//!
//! Every error has `errorType` and `details`, and the tool's id if it concerns a tool; also kind, hint and diagnostics.

use host_api::{CallError, ContentBlock, ErrorKind, ToolOutcome};
use host_wire::jsonrpc::{Cause, Fault, INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, shorten};
use serde_json::{Map, Value, json};
use std::time::Duration;

const EXECUTION: i32 = -32000;
const TOOL_NOT_FOUND: i32 = -32001;
const INVALID_ARGUMENTS: i32 = -32002;
const TIMEOUT: i32 = -32003;
const UNITY: i32 = -32004;
const PERMISSION_DENIED: i32 = -32005;

/// A member of `params` with the wrong type: its name, the expected type, and the received type and value.
#[derive(Debug)]
pub(crate) struct Mismatch {
    pub(crate) parameter: &'static str,
    pub(crate) expected: &'static str,
    pub(crate) got: String,
}

fn row(kind: ErrorKind) -> (i32, &'static str) {
    use ErrorKind as K;
    match kind {
        K::UnknownName => (TOOL_NOT_FOUND, "not_found"),
        K::InvalidArgument => (INVALID_ARGUMENTS, "validation"),
        K::Timeout => (TIMEOUT, "timeout"),
        K::Unity | K::NotFound | K::NotReady => (UNITY, "unity"),
        K::PermissionDenied | K::ConfirmationRequired | K::TierRestricted => (PERMISSION_DENIED, "permission"),
        K::Internal => (INTERNAL_ERROR, "execution"),
        K::Unsupported
        | K::Conflict
        | K::RateLimited
        | K::Cancelled
        | K::TooLarge
        | K::ToolFailed
        | K::OutcomeUnknown => (EXECUTION, "execution"),
    }
}

/// Maximum number of arguments in the details of a Unity error; the next constant is the maximum bytes of each.
const MAX_REPEATED: usize = 8;
const MAX_REPEATED_BYTES: usize = 200;

/// Selects the short scalar arguments of a call, for the details of its error: they identify the object in question.
pub(crate) fn scalars(arguments: &Map<String, Value>) -> Map<String, Value> {
    let short = arguments.iter().filter(|(name, value)| {
        let is_short = match value {
            Value::String(text) => text.len() <= MAX_REPEATED_BYTES,
            Value::Number(_) | Value::Bool(_) => true,
            Value::Null | Value::Array(_) | Value::Object(_) => false,
        };
        is_short && name.len() <= MAX_REPEATED_BYTES && *name != "confirm"
    });
    let short = short.take(MAX_REPEATED);
    short.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Creates the JSON-RPC error for a failed call of `tool`. `waited` is the duration of the call, and `given` contains
/// its short arguments.
pub(crate) fn call_fault(tool: &str, error: CallError, waited: Duration, given: Map<String, Value>) -> Fault {
    let mut details = object(error.details.as_ref().map(host_api::Json::to_value));
    let message = match error.kind {
        ErrorKind::UnknownName => format!("Tool not found: {}", shorten(tool)),
        ErrorKind::InvalidArgument => {
            name_problems(&mut details);
            let problems = problems(&details).unwrap_or(error.message);
            format!("Invalid tool arguments: {problems}")
        }
        ErrorKind::Timeout => {
            let waited = u64::try_from(waited.as_millis()).unwrap_or(u64::MAX);
            details.entry("timeoutMs").or_insert_with(|| waited.into());
            details.insert("toolId".to_owned(), tool.into());
            format!("Tool execution timed out: {}", error.message)
        }
        ErrorKind::Unity | ErrorKind::NotFound | ErrorKind::NotReady => {
            let unity = error.detail.as_ref().unwrap_or(&error.message).as_str();
            details.entry("unityError").or_insert_with(|| unity.into());
            for (name, value) in given {
                details.entry(name).or_insert(value);
            }
            format!("Unity Editor error: {}", error.message)
        }
        ErrorKind::PermissionDenied | ErrorKind::ConfirmationRequired | ErrorKind::TierRestricted => error.message,
        ErrorKind::Internal => format!("Internal error: {}", error.message),
        _ => format!("Tool execution failed: {}", error.message),
    };
    let (code, error_type) = row(error.kind);
    let mut data = data(error_type, details);
    data.insert("tool".to_owned(), tool.into());
    data.insert("kind".to_owned(), error.kind.as_str().into());
    if let Some(hint) = error.hint {
        data.insert("hint".to_owned(), hint.into());
    }
    if !error.diagnostics.is_empty() {
        data.insert("diagnostics".to_owned(), error.diagnostics.into());
    }
    Fault::new(code, message).with_data(Value::Object(data))
}

pub(crate) fn outcome_fault(tool: &str, outcome: &ToolOutcome) -> Fault {
    let texts = outcome.content.iter().filter_map(|block| match block {
        ContentBlock::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let text = texts.collect::<Vec<_>>().join("\n");
    let mut error = CallError::new(ErrorKind::ToolFailed, text);
    error.details.clone_from(&outcome.structured);
    error.diagnostics.clone_from(&outcome.diagnostics);
    let mut fault = call_fault(tool, error, Duration::ZERO, Map::new());
    if fault.message.ends_with(": ") {
        "Tool execution failed".clone_into(&mut fault.message);
    }
    fault
}

pub(crate) fn unknown_tool(tool: &str) -> Fault {
    let error = CallError::new(ErrorKind::UnknownName, "").with_hint("`tools/list` lists the available tools");
    call_fault(tool, error, Duration::ZERO, Map::new())
}

pub(crate) fn unknown_method(name: &str, known: &[&str]) -> Fault {
    let details = json!({ "method": shorten(name), "validMethods": known });
    let message = format!("Method not found: {}", shorten(name));
    Fault::new(METHOD_NOT_FOUND, message).with_data(Value::Object(data("not_found", object(Some(details)))))
}

pub(crate) fn bad_params(missing: &[&str], wrong: &[Mismatch]) -> Fault {
    let mut details = Map::new();
    if !missing.is_empty() {
        details.insert("missingParameters".to_owned(), json!(missing));
    }
    if !wrong.is_empty() {
        let wrong = wrong
            .iter()
            .map(|one| json!({ "parameter": one.parameter, "expected": one.expected, "got": one.got }));
        details.insert("typeMismatches".to_owned(), wrong.collect());
    }
    let message = format!("Invalid params: {}", problems(&details).unwrap_or_default());
    Fault::new(INVALID_PARAMS, message).with_data(Value::Object(data("validation", details)))
}

/// Adds this protocol's `data` to the error for a message that is not a request, such as a batch.
pub(crate) fn no_request(mut fault: Fault) -> Fault {
    let details = object(fault.data.take());
    fault.with_data(Value::Object(data("validation", details)))
}

pub(crate) fn busy(message: impl Into<String>, kind: ErrorKind) -> Fault {
    let mut data = data("execution", Map::new());
    data.insert("kind".to_owned(), kind.as_str().into());
    let fault = Fault::new(EXECUTION, message).with_cause(Cause::Busy);
    fault.with_data(Value::Object(data))
}

pub(crate) fn unfinished(tool: &str, why: &str) -> Fault {
    call_fault(
        tool,
        CallError::new(ErrorKind::Internal, why),
        Duration::ZERO,
        Map::new(),
    )
}

fn data(error_type: &str, details: Map<String, Value>) -> Map<String, Value> {
    let mut data = Map::new();
    data.insert("errorType".to_owned(), error_type.into());
    data.insert("details".to_owned(), Value::Object(details));
    data
}

/// Converts the data of an error to the object `details`. A value that is not an object becomes its member `value`.
fn object(value: Option<Value>) -> Map<String, Value> {
    match value {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(object)) => object,
        Some(other) => Map::from_iter([("value".to_owned(), other)]),
    }
}

/// Renames the members that list argument problems, such as `mismatches`, to this protocol's names. Drops empty lists.
fn name_problems(details: &mut Map<String, Value>) {
    for (core, here) in [
        ("missingParameters", "missingParameters"),
        ("mismatches", "typeMismatches"),
        ("violations", "constraintViolations"),
        ("unknownParameters", "unknownParameters"),
    ] {
        match details.remove(core) {
            Some(Value::Array(list)) if list.is_empty() => {}
            Some(list) => {
                details.insert(here.to_owned(), list);
            }
            None => {}
        }
    }
}

/// Returns the lists of problems as a text, such as `scenePath is required; count is string "x", expected integer`.
fn problems(details: &Map<String, Value>) -> Option<String> {
    let list = |name: &str| {
        details
            .get(name)
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice)
    };
    let names = |name: &str| list(name).iter().filter_map(Value::as_str).collect::<Vec<_>>();
    let (missing, unknown) = (names("missingParameters"), names("unknownParameters"));
    let mut parts: Vec<String> = Vec::new();
    match missing.as_slice() {
        [] => {}
        [one] => parts.push(format!("{one} is required")),
        several => parts.push(format!("{} are required", several.join(", "))),
    }
    for wrong in list("typeMismatches").iter().chain(list("constraintViolations")) {
        let word = |name: &str| wrong.get(name).and_then(Value::as_str);
        if let (Some(parameter), Some(expected), Some(got)) = (word("parameter"), word("expected"), word("got")) {
            parts.push(format!("{parameter} is {got}, expected {expected}"));
        }
    }
    match unknown.as_slice() {
        [] => {}
        [one] => parts.push(format!("{one} is unknown")),
        several => parts.push(format!("{} are unknown", several.join(", "))),
    }
    if let Some(more) = details.get("more").and_then(Value::as_u64) {
        parts.push(format!("and {more} more"));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

#[cfg(test)]
mod tests;
