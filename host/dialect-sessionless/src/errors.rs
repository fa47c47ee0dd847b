//! The mapping of error kinds to the error codes of sessionless JSON-RPC.
//!
//! The protocol requires a sentence as `data.details`. Kind, hint and machine-readable details are further members.

use host_api::{CallError, ContentBlock, ErrorKind, ToolOutcome};
use host_wire::jsonrpc::{Cause, Fault, INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, shorten};
use serde_json::{Map, Value, json};

/// Error code of a server that is not ready, or that rejects the call.
const SERVER_ERROR: i32 = -32000;

fn code(kind: ErrorKind) -> i32 {
    use ErrorKind as K;
    match kind {
        K::UnknownName => METHOD_NOT_FOUND,
        K::InvalidArgument | K::NotFound | K::TooLarge => INVALID_PARAMS,
        K::NotReady
        | K::Unsupported
        | K::RateLimited
        | K::PermissionDenied
        | K::ConfirmationRequired
        | K::TierRestricted => SERVER_ERROR,
        K::Unity | K::ToolFailed | K::Internal | K::Timeout | K::Conflict | K::Cancelled | K::OutcomeUnknown => {
            INTERNAL_ERROR
        }
    }
}

/// Creates the JSON-RPC error for a failed tool call. An unknown tool gets the code of an unknown method.
pub(crate) fn call_fault(error: &CallError) -> Fault {
    error_fault(code(error.kind), error)
}

/// Creates the error for a resource that cannot be read. The protocol has no code for an unknown resource, so its URI
/// counts as an invalid parameter.
pub(crate) fn resource_fault(uri: &str, error: &CallError) -> Fault {
    let code = match error.kind {
        ErrorKind::UnknownName => INVALID_PARAMS,
        kind => code(kind),
    };
    let mut fault = error_fault(code, error);
    if let Some(Value::Object(data)) = &mut fault.data {
        data.insert("uri".to_owned(), uri.into());
    }
    fault
}

pub(crate) fn outcome_fault(outcome: &ToolOutcome) -> Fault {
    let texts = outcome.content.iter().filter_map(|block| match block {
        ContentBlock::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let mut error = CallError::new(ErrorKind::ToolFailed, texts.collect::<Vec<_>>().join("\n"));
    if error.message.is_empty() {
        "the tool says that it failed".clone_into(&mut error.message);
    }
    error.details.clone_from(&outcome.structured);
    error.diagnostics.clone_from(&outcome.diagnostics);
    call_fault(&error)
}

pub(crate) fn unknown_method(name: &str, known: &[&str]) -> Fault {
    let details = format!(
        "the methods here are {}; all of MCP, with sessions, is at `/mcp`",
        known.join(", ")
    );
    let message = format!("Method not found: {}", shorten(name));
    Fault::new(METHOD_NOT_FOUND, message).with_data(json!({ "details": details }))
}

pub(crate) fn busy(message: &str, kind: ErrorKind) -> Fault {
    let data = json!({ "details": message, "kind": kind.as_str() });
    Fault::new(SERVER_ERROR, message)
        .with_cause(Cause::Busy)
        .with_data(data)
}

/// Adds the member `details` with the error message to the data of an error that has none.
pub(crate) fn detailed(mut fault: Fault) -> Fault {
    let data = fault.data.get_or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(data) = data {
        data.entry("details").or_insert_with(|| fault.message.as_str().into());
    }
    fault
}

fn error_fault(code: i32, error: &CallError) -> Fault {
    let sentence = [&error.hint, &error.detail].into_iter().flatten().next();
    let mut data = Map::new();
    data.insert("details".to_owned(), sentence.unwrap_or(&error.message).as_str().into());
    data.insert("kind".to_owned(), error.kind.as_str().into());
    if let Some(hint) = &error.hint {
        data.insert("hint".to_owned(), hint.as_str().into());
    }
    if let Some(info) = &error.details {
        data.insert("info".to_owned(), info.to_value());
    }
    if !error.diagnostics.is_empty() {
        data.insert("diagnostics".to_owned(), error.diagnostics.clone().into());
    }
    Fault::new(code, error.message.as_str()).with_data(Value::Object(data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_each_error_kind_to_its_code() {
        use ErrorKind as K;
        for (kind, code) in [
            (K::UnknownName, -32601),
            (K::InvalidArgument, -32602),
            (K::NotFound, -32602),
            (K::TooLarge, -32602),
            (K::PermissionDenied, -32000),
            (K::ConfirmationRequired, -32000),
            (K::TierRestricted, -32000),
            (K::NotReady, -32000),
            (K::Unsupported, -32000),
            (K::RateLimited, -32000),
            (K::Conflict, -32603),
            (K::Timeout, -32603),
            (K::Cancelled, -32603),
            (K::ToolFailed, -32603),
            (K::Unity, -32603),
            (K::OutcomeUnknown, -32603),
            (K::Internal, -32603),
        ] {
            let error = CallError::new(kind, "words");
            let fault = call_fault(&error);
            assert_eq!(fault.code, code, "{kind:?}");
            assert_eq!(fault.data, Some(json!({ "details": "words", "kind": kind.as_str() })));
            let expected = if kind == K::UnknownName { -32602 } else { code };
            assert_eq!(resource_fault("unity://x", &error).code, expected, "{kind:?}");
        }
    }
}
