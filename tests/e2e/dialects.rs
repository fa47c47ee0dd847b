//! The contracts of EditorMCP, MCP by curl, sessionless JSON-RPC and the command WebSocket, against the real
//! program with its real bundles, on the sample project.
//!
//! Belongs here: the tables of those protocols as data (`dialects/data`), each row of which is sent unchanged, and what needs
//! more than one request. Does not: UnityExplorer (`explorer.rs`), stock MCP clients (`stock_clients.rs`).

mod command;
pub(crate) mod command_link;
mod confirmation;
mod diagnostics;
mod editor;
mod many_assets;
mod mcp_by_curl;
mod pattern;
mod rows;
mod sessionless;

use anyhow::{Context, Result};
use serde_json::Value;
use tests_support::{TestHost, explorer};

/// What a write on a project folder must tell its caller.
const SESSION_ONLY: &str = "changed in this host's session only";

/// A POST without any header of MCP: status and body, an empty one as null.
async fn post(host: &TestHost, path: &str, body: impl Into<reqwest::Body>) -> Result<(u16, Value)> {
    let sent = tests_support::host::http_client()?.post(host.url(path)).body(body);
    explorer::parts(sent.send().await?).await
}

/// One JSON-RPC request with the id `r`.
async fn rpc(host: &TestHost, path: &str, method: &str, params: Value) -> Result<Value> {
    let body = serde_json::json!({ "jsonrpc": "2.0", "id": "r", "method": method, "params": params });
    let (_, answer) = post(host, path, body.to_string()).await?;
    Ok(answer)
}

/// A member that must be there.
fn list<'v>(value: &'v Value, pointer: &str) -> Result<&'v Vec<Value>> {
    let found = value.pointer(pointer).and_then(Value::as_array);
    found.with_context(|| format!("no list at {pointer} in {value}"))
}
