//! An id, with what the operator grants it and what was stored under it, belongs to the folder that was served under it.

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::Path;
use tempfile::TempDir;
use tests_support::{HostOptions, McpClient, TestHost, wait_for};

const ID: &str = "guarded";
const GRANTS: &str = "[bundles.guarded]\ngrants = [\"unity-tools:unity/time-scale-edit\"]\n";

async fn version(client: &McpClient) -> Option<String> {
    let answer = client.call(guests::VERSION_TOOL, json!({})).await.ok()?;
    answer.failure().is_none().then(|| answer.text())
}

/// What `/health` says of the id once that names `folder`.
async fn refusal(host: &TestHost, folder: &Path) -> Result<String> {
    let folder = folder.display().to_string();
    wait_for("the refusal in /health", async || {
        let health = host.health().await.ok()?;
        let bundles = health["bundles"].as_array()?.clone();
        let mut errors = bundles
            .iter()
            .filter(|one| one["id"] == ID)
            .filter_map(|one| one["error"].as_str());
        errors.find(|error| error.contains(&folder)).map(str::to_owned)
    })
    .await
    .with_context(|| host.log_text())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_a_folder_that_claims_a_removed_bundles_id() -> Result<()> {
    let tools = TempDir::new()?;
    let (first, second) = (tools.path().join("first"), tools.path().join("second"));
    guests::write_bundle(&first, ID, &guests::component(guests::SWAPS[0])?)?;
    let host = HostOptions::new()
        .no_bundled()
        .tools(tools.path())
        .config(GRANTS)
        .start()
        .await?;
    let client = host.client().await?;
    ensure!(version(&client).await.as_deref() == Some("a"), "it is not served");
    wait_for("the owner to be kept", async || {
        let kept = std::fs::read_to_string(host.data_dir().join("bundle-ids.json")).ok()?;
        kept.contains(ID).then_some(())
    })
    .await?;

    std::fs::remove_dir_all(&first)?;
    guests::write_bundle(&second, ID, &guests::component(guests::SWAPS[1])?)?;
    wait_for("the first to be gone", async || {
        version(&client).await.is_none().then_some(())
    })
    .await?;
    let told = refusal(&host, &second).await?;
    let owner = first.display().to_string();
    ensure!(
        told.contains(&format!("belongs to {owner}")) && told.contains("what `[bundles.guarded]` says"),
        "{told}"
    );

    // The next run knows it as well.
    let host = host.restart().await?;
    let told = refusal(&host, &second).await?;
    ensure!(told.contains(&owner), "{told}");
    let client = host.client().await?;
    ensure!(version(&client).await.is_none(), "the id was taken over");

    // The operator means the second: it gets the id, and the first does not when it is back.
    host.rewrite_config(&format!("{GRANTS}folder = '{}'\n", second.display()))?;
    wait_for("the second to be served", async || {
        (version(&client).await? == "b").then_some(())
    })
    .await
    .with_context(|| host.log_text())?;
    guests::write_bundle(&first, ID, &guests::component(guests::SWAPS[0])?)?;
    let told = refusal(&host, &first).await?;
    ensure!(told.contains("gives the id `guarded` to"), "{told}");
    ensure!(version(&client).await.as_deref() == Some("b"), "the second serves on");
    let health = host.health().await?;
    let rows = health["bundles"].as_array().context("bundles")?.iter();
    let mut states: Vec<(&str, &str)> = rows
        .filter(|one| one["id"] == ID)
        .filter_map(|one| Some((one["folder"].as_str()?, one["state"].as_str()?)))
        .collect();
    states.sort_unstable();
    let (one, other) = (first.display().to_string(), second.display().to_string());
    ensure!(
        states == [(one.as_str(), "refused"), (other.as_str(), "published")],
        "each folder of the id is named with what became of it: {health}"
    );

    // And the first again: what is served is withdrawn at once.
    host.rewrite_config(&format!("{GRANTS}folder = '{}'\n", first.display()))?;
    wait_for("the first to be served again", async || {
        (version(&client).await? == "a").then_some(())
    })
    .await
    .with_context(|| host.log_text())
}
