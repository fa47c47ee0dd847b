//! Error codes of MCP 2026-07-28 for requests that fail before a call runs.

use crate::ask;
use crate::extensions;
use host_wire::jsonrpc::Fault;

/// JSON-RPC error code: a header contradicts the body, or a required header is missing (MCP 2026-07-28).
pub(crate) const HEADER_MISMATCH: i32 = -32020;
/// JSON-RPC error code: the request needs a capability that its client did not declare (MCP 2026-07-28).
pub(crate) const MISSING_CAPABILITY: i32 = -32021;
/// JSON-RPC error code: the host does not support the requested MCP version (MCP 2026-07-28).
pub(crate) const UNSUPPORTED_VERSION: i32 = -32022;

/// Returns the error for a request that needs a client with the extension for tasks.
pub(crate) fn missing_tasks() -> Fault {
    let message = format!(
        "this request needs a client that declares the extension {}",
        extensions::TASKS
    );
    let required = serde_json::json!({ "extensions": { extensions::TASKS: {} } });
    Fault::new(MISSING_CAPABILITY, message).with_data(serde_json::json!({ "requiredCapabilities": required }))
}

pub(crate) fn missing_capability(lacking: &[&'static str]) -> Fault {
    let message = format!("this request needs a client that declares {}", lacking.join(" and "));
    Fault::new(MISSING_CAPABILITY, message)
        .with_data(serde_json::json!({ "requiredCapabilities": ask::as_capabilities(lacking) }))
}
