//! Components change while they are called, and no call fails for it.
//!
//! Belongs here: swapping, broken newcomers, new folders, name conflicts, the notification. Does not: speed.

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tempfile::TempDir;
use tests_support::{HostOptions, McpClient, TestHost, wait_for};
use tokio::task::JoinSet;

/// A bundle folder that a test changes, and the two components it changes between.
struct Changing {
    _folder: TempDir,
    bundles: PathBuf,
    file: PathBuf,
    builds: [Vec<u8>; 2],
}

const ID: &str = "changing";

impl Changing {
    fn new() -> Result<Self> {
        let folder = TempDir::new()?;
        let bundles = folder.path().to_path_buf();
        let builds = [
            guests::component(guests::SWAPS[0])?,
            guests::component(guests::SWAPS[1])?,
        ];
        guests::write_bundle(&bundles.join(ID), ID, &builds[0])?;
        Ok(Self {
            file: bundles.join(ID).join(format!("{ID}.wasm")),
            _folder: folder,
            bundles,
            builds,
        })
    }

    async fn host(&self) -> Result<TestHost> {
        HostOptions::new().no_bundled().tools(&self.bundles).start().await
    }
}

async fn version(client: &McpClient) -> Result<String> {
    let answer = client.call(guests::VERSION_TOOL, json!({})).await?;
    match answer.failure() {
        Some(failure) => anyhow::bail!("{failure}"),
        None => Ok(answer.text()),
    }
}

async fn wait_for_version(client: &McpClient, wanted: &str) -> Result<()> {
    wait_for(&format!("the answer of build {wanted}"), async || {
        version(client).await.is_ok_and(|text| text == wanted).then_some(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn component_swaps_under_load_fail_no_call() -> Result<()> {
    const SWAPS: usize = 200;
    let changing = Changing::new()?;
    let host = changing.host().await?;
    let client = Arc::new(host.client().await?);
    let stop = Arc::new(AtomicBool::new(false));
    let answered = Arc::new(AtomicU64::new(0));
    let mut load = JoinSet::new();
    for _ in 0..2 {
        let (client, stop, answered) = (Arc::clone(&client), Arc::clone(&stop), Arc::clone(&answered));
        load.spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                version(&client).await?;
                answered.fetch_add(1, Ordering::Relaxed);
            }
            anyhow::Ok(())
        });
    }
    for swap in 1..=SWAPS {
        let build = swap % 2;
        guests::replace(&changing.file, &changing.builds[build])?;
        wait_for_version(&client, guests::VERSION_WORDS[build])
            .await
            .with_context(|| format!("swap {swap}\nlog:\n{}", host.log_text()))?;
    }
    stop.store(true, Ordering::Relaxed);
    while let Some(caller) = load.join_next().await {
        caller?.context("a call failed while components were swapped")?;
    }
    let answered = answered.load(Ordering::Relaxed);
    ensure!(
        answered >= SWAPS as u64,
        "only {answered} calls went through {SWAPS} swaps"
    );
    host.wait_until_idle().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keeps_serving_the_old_build_after_a_broken_update() -> Result<()> {
    let changing = Changing::new()?;
    let host = changing.host().await?;
    let client = host.client().await?;
    guests::replace(&changing.file, b"\0asm not a component")?;
    let health = wait_for("/health to show the refused file", async || {
        let health = host.bundle_health(ID).await?;
        health["error"]
            .as_str()
            .is_some_and(|error| error.contains("changing.wasm"))
            .then_some(health)
    })
    .await?;
    ensure!(health["tools"] == 1, "the old build no longer serves: {health}");
    let whole = host.health().await?;
    let problem = whole["problems"][0].as_str().unwrap_or_default();
    let named = format!("bundle `{ID}` is refused since 20");
    ensure!(whole["status"] == "degraded", "{whole}");
    ensure!(
        problem.starts_with(&named) && problem.contains("changing.wasm"),
        "{whole}"
    );
    ensure!(
        version(&client).await? == guests::VERSION_WORDS[0],
        "another build answered"
    );
    ensure!(
        host.log_text().contains("changing.wasm"),
        "the log does not name the file"
    );
    guests::replace(&changing.file, &changing.builds[1])?;
    wait_for_version(&client, guests::VERSION_WORDS[1]).await?;
    let health = host.bundle_health(ID).await.context("published")?;
    ensure!(health["error"].is_null(), "the error outlived its cause: {health}");
    let whole = host.health().await?;
    ensure!(whole["status"] == "ok" && whole["problems"] == json!([]), "{whole}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn serves_a_new_bundle_folder_and_notifies_clients() -> Result<()> {
    let changing = Changing::new()?;
    let host = changing.host().await?;
    let client = host.client().await?;
    ensure!(
        client.welcome["capabilities"]["tools"]["listChanged"] == true,
        "{}",
        client.welcome
    );
    let mut stream = client.listen().await?;
    let component = guests::component(guests::ECHO)?;
    guests::write_bundle(&changing.bundles.join("late"), "late", &component)?;
    stream.wait_for_method("notifications/tools/list_changed").await?;
    ensure!(
        client.tool_names().await?.iter().any(|name| name == guests::STEPS),
        "it is not listed"
    );
    let answer = client.call(guests::STEPS, guests::steps_arguments()).await?;
    ensure!(answer.failure().is_none(), "{:?}", answer.failure());
    std::fs::remove_dir_all(changing.bundles.join("late"))?;
    wait_for("the removed folder's tool to go", async || {
        let names = client.tool_names().await.ok()?;
        (!names.iter().any(|name| name == guests::STEPS)).then_some(())
    })
    .await
}

fn second_bundle(folder: &Path, id: &str) -> Result<()> {
    guests::write_bundle(&folder.join(id), id, &guests::component(guests::SWAPS[1])?)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_bundle_cannot_replace_a_served_tool_name() -> Result<()> {
    let changing = Changing::new()?;
    let host = changing.host().await?;
    let client = host.client().await?;
    second_bundle(&changing.bundles, "usurper")?;
    let health = wait_for("/health to show the conflict", async || {
        let health = host.bundle_health("usurper").await?;
        health["error"].as_str().is_some().then_some(health)
    })
    .await?;
    let error = health["error"].as_str().unwrap_or_default();
    for word in [ID, "usurper", guests::VERSION_TOOL] {
        ensure!(error.contains(word), "no {word:?} in: {error}");
    }
    ensure!(
        version(&client).await? == guests::VERSION_WORDS[0],
        "the newcomer answered"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_folder_cannot_replace_a_loaded_bundle_id() -> Result<()> {
    let changing = Changing::new()?;
    let host = changing.host().await?;
    let client = host.client().await?;
    let component = guests::component(guests::SWAPS[1])?;
    guests::write_bundle(&changing.bundles.join("copy-of-it"), ID, &component)?;
    host.wait_for_log("both folders of one bundle id", |line| {
        line.contains(ID) && line.contains("copy-of-it")
    })
    .await?;
    ensure!(
        version(&client).await? == guests::VERSION_WORDS[0],
        "the newcomer answered"
    );
    Ok(())
}
