//! Clients that spawn the host themselves and speak over its stdin and stdout.
//!
//! Belongs here: that they can, in both eras, and that the host ends with them. Does not: the stories.

use crate::clients::driver::Library;
use crate::clients::stories::{self, StockClient};
use crate::guests;
use anyhow::Result;
use serde_json::json;
use tempfile::TempDir;
use tests_support::{HostOptions, host, paths};

async fn run_story(library: Library, mode: &str, protocol: &str) -> Result<()> {
    let scratch = TempDir::with_prefix("unity-tool-host-test-")?;
    let options = HostOptions::new()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .tools(&paths::fixture_bundle(guests::CONFORMANCE)?)
        .set("policy.profile", "all");
    let command = host::stdio_command(&options, scratch.path())?;
    let Some(mut client) = library.connect(json!({ "command": command }), mode).await? else {
        return Ok(());
    };
    stories::run_story(&mut client, &[protocol], None).await?;
    client.close().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn python_handshake_client_lists_calls_and_cancels() -> Result<()> {
    run_story(Library::Mcp, "legacy", "2025-11-25").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn python_stateless_client_lists_calls_and_cancels() -> Result<()> {
    run_story(Library::Mcp, "2026-07-28", "2026-07-28").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fastmcp_auto_client_selects_the_stateless_protocol() -> Result<()> {
    run_story(Library::FastMcp, "auto", "2026-07-28").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typescript_v1_client_lists_calls_and_cancels() -> Result<()> {
    run_story(Library::TypeScript1, "legacy", "2025-11-25").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typescript_v2_handshake_client_lists_calls_and_cancels() -> Result<()> {
    run_story(Library::TypeScript2, "legacy", "2025-11-25").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typescript_v2_auto_client_selects_the_stateless_protocol() -> Result<()> {
    run_story(Library::TypeScript2, "auto", "2026-07-28").await
}
