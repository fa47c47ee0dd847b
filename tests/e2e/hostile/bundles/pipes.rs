//! Pipes where files should be: whoever opens one waits for a writer that never comes.

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use tests_support::{HostOptions, TestHost, wait_for};

fn pipe(at: &Path) -> Result<()> {
    let _ = std::fs::remove_file(at);
    let made = Command::new("mkfifo").arg(at).status().context("mkfifo")?;
    ensure!(made.success(), "mkfifo {}", at.display());
    Ok(())
}

async fn refused(host: &TestHost, word: &str) -> Result<()> {
    host.wait_for_log("the refusal", |line| {
        line.contains(word) && line.contains("no regular file")
    })
    .await
    .map(drop)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pipe_instead_of_a_file_is_refused_and_holds_up_nobody() -> Result<()> {
    let folder = TempDir::new()?;
    let build = guests::component(guests::SWAPS[0])?;
    for id in ["component", "manifest", "swapped"] {
        guests::write_bundle(&folder.path().join(id), id, &build)?;
    }
    pipe(&folder.path().join("component/component.wasm"))?;
    pipe(&folder.path().join("manifest/bundle.toml"))?;
    let host = HostOptions::new().no_bundled().tools(folder.path()).start().await?;
    refused(&host, "component.wasm").await?;
    refused(&host, "bundle.toml").await?;
    let client = host.client().await?;
    let answer = client.call(guests::VERSION_TOOL, json!({})).await?;
    ensure!(answer.text() == guests::VERSION_WORDS[0], "{}", answer.text());

    // The same while it is served.
    pipe(&folder.path().join("swapped/swapped.wasm"))?;
    refused(&host, "swapped.wasm").await?;
    let answer = client.call(guests::VERSION_TOOL, json!({})).await?;
    ensure!(answer.text() == guests::VERSION_WORDS[0], "{}", answer.text());
    // The log has it a moment before.
    wait_for("the refusal in /health", async || {
        let health = host.bundle_health("swapped").await?;
        health["error"]
            .as_str()
            .filter(|error| error.contains("no regular file"))
            .map(drop)
    })
    .await
}
