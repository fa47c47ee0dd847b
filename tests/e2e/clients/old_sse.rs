//! Clients of the transport of 2024-11-05, HTTP with one stream of events: Python's and the TypeScript SDK's.
//!
//! Belongs here: that they speak it with this host. Does not: the stories; this transport knows no resuming.

use crate::clients::driver::Library;
use crate::clients::stories::{self, StockClient};
use anyhow::{Context, Result};
use serde_json::json;

/// Every version with a handshake may be agreed on over this transport.
const PROTOCOLS: [&str; 2] = ["2025-11-25", "2025-06-18"];

async fn run_story(library: Library) -> Result<()> {
    let host = stories::host().await?;
    let Some(mut client) = library.connect(json!({ "sse": host.url("/sse") }), "legacy").await? else {
        return Ok(());
    };
    let told = stories::run_story(&mut client, &PROTOCOLS, Some(&host)).await;
    told.with_context(|| host.log_text())?;
    client.close().await?;
    host.wait_until_idle().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn python_client_lists_calls_and_cancels() -> Result<()> {
    run_story(Library::Mcp).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fastmcp_client_lists_calls_and_cancels() -> Result<()> {
    run_story(Library::FastMcp).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typescript_v1_client_lists_calls_and_cancels() -> Result<()> {
    run_story(Library::TypeScript1).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typescript_v2_client_lists_calls_and_cancels() -> Result<()> {
    run_story(Library::TypeScript2).await
}
