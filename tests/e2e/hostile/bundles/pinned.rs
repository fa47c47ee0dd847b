//! Of a bundle with `digest` in the operator's file only those bytes are served, even if another process writes into its folder.

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tests_support::{HostOptions, McpClient, wait_for};

const ID: &str = "pinned";

fn config(digest: &str) -> String {
    format!("[bundles.{ID}]\ndigest = \"{digest}\"\n")
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02X}")).collect()
}

async fn version(client: &McpClient) -> Option<String> {
    let answer = client.call(guests::VERSION_TOOL, json!({})).await.ok()?;
    answer.failure().is_none().then(|| answer.text())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_bytes_of_another_digest_and_keeps_the_served_version() -> Result<()> {
    let folder = TempDir::new()?;
    let builds = [
        guests::component(guests::SWAPS[0])?,
        guests::component(guests::SWAPS[1])?,
    ];
    guests::write_bundle(&folder.path().join(ID), ID, &builds[0])?;
    let file = folder.path().join(ID).join(format!("{ID}.wasm"));
    let host = HostOptions::new()
        .no_bundled()
        .tools(folder.path())
        .config(&config(&digest(&builds[0])))
        .start()
        .await?;
    let client = host.client().await?;
    ensure!(
        version(&client).await.as_deref() == Some(guests::VERSION_WORDS[0]),
        "it is not served"
    );

    guests::replace(&file, &builds[1])?;
    host.wait_for_log("the refused bytes", |line| {
        line.contains("`[bundles.pinned] digest`") && line.contains("keeps serving")
    })
    .await?;
    ensure!(
        version(&client).await.as_deref() == Some(guests::VERSION_WORDS[0]),
        "other bytes answered"
    );
    let health = host.bundle_health(ID).await.context("in /health")?;
    let found = digest(&builds[1]).to_ascii_lowercase();
    ensure!(
        health["error"].as_str().is_some_and(|error| error.contains(&found)),
        "{health}"
    );

    // The operator means the new bytes: they are served, and with them the old ones no longer.
    host.rewrite_config(&config(&digest(&builds[1])))?;
    wait_for("the new build", async || {
        (version(&client).await? == guests::VERSION_WORDS[1]).then_some(())
    })
    .await
    .with_context(|| host.log_text())?;
    // Bytes that are served count as well.
    host.rewrite_config(&config(&digest(b"none of them")))?;
    wait_for("it to be withdrawn", async || {
        client.tool_names().await.ok()?.is_empty().then_some(())
    })
    .await
}
