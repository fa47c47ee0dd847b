//! The mapping of error kinds to MCP error codes, for all versions of MCP.

use crate::versions::Version;
use host_api::{CallError, ErrorKind};
use host_wire::jsonrpc::{Fault, INTERNAL_ERROR, INVALID_PARAMS};
use serde_json::{Map, Value};

/// Error code for an unknown resource in MCP versions before 2026-07-28.
const RESOURCE_NOT_FOUND: i32 = -32002;

/// Returns the protocol error for `tools/call`; `None` if the error must be a tool result that the model sees.
pub fn tool_fault(error: &CallError, version: Version) -> Option<Fault> {
    match error.kind {
        ErrorKind::UnknownName if version.unknown_tool_is_tool_error() => None,
        ErrorKind::UnknownName => Some(fault(INVALID_PARAMS, error)),
        ErrorKind::Internal => Some(fault(INTERNAL_ERROR, error)),
        _ => None,
    }
}

/// Converts the error of a resource that cannot be read to the JSON-RPC error for `resources/read`.
pub fn resource_fault(error: &CallError, uri: &str, version: Version) -> Fault {
    let code = match error.kind {
        ErrorKind::UnknownName | ErrorKind::NotFound if version.is_stateless() => INVALID_PARAMS,
        ErrorKind::UnknownName | ErrorKind::NotFound => RESOURCE_NOT_FOUND,
        ErrorKind::InvalidArgument => INVALID_PARAMS,
        _ => INTERNAL_ERROR,
    };
    let mut fault = fault(code, error);
    if let Some(Value::Object(data)) = &mut fault.data {
        data.insert("uri".to_owned(), uri.into());
    }
    fault
}

/// Converts the error of a prompt or a completion to the JSON-RPC error for `prompts/get` or `completion/complete`.
pub fn named_fault(error: &CallError) -> Fault {
    let code = match error.kind {
        ErrorKind::UnknownName | ErrorKind::NotFound | ErrorKind::InvalidArgument => INVALID_PARAMS,
        _ => INTERNAL_ERROR,
    };
    fault(code, error)
}

fn fault(code: i32, error: &CallError) -> Fault {
    let mut data = Map::new();
    data.insert("kind".to_owned(), error.kind.as_str().into());
    for (key, text) in [("hint", &error.hint), ("detail", &error.detail)] {
        if let Some(text) = text {
            data.insert(key.to_owned(), text.as_str().into());
        }
    }
    if let Some(details) = &error.details {
        data.insert("details".to_owned(), details.to_value());
    }
    if !error.diagnostics.is_empty() {
        data.insert("diagnostics".to_owned(), error.diagnostics.clone().into());
    }
    Fault::new(code, error.message.as_str()).with_data(Value::Object(data))
}
