//! Error codes of MCP 2026-07-28 for requests that fail before a call runs.

use crate::ask;
use host_wire::jsonrpc::Fault;

/// The headers contradict the body, or a required one is missing (2026-07-28).
pub(crate) const HEADER_MISMATCH: i32 = -32020;
/// The request needs a capability that its client did not declare (2026-07-28).
pub(crate) const MISSING_CAPABILITY: i32 = -32021;
/// The requested version is not supported here (2026-07-28).
pub(crate) const UNSUPPORTED_VERSION: i32 = -32022;
/// Creates the fault of a request that failed because its client did not declare the capabilities `lacking`.
pub(crate) fn missing_capability(lacking: &[&'static str]) -> Fault {
    let message = format!("this request needs a client that declares {}", lacking.join(" and "));
    Fault::new(MISSING_CAPABILITY, message)
        .with_data(serde_json::json!({ "requiredCapabilities": ask::as_capabilities(lacking) }))
}
