//! What the operator takes back is gone at once, whatever the bundle's folder contains by then.

use crate::guests;
use crate::policy::audit;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use tests_support::{HostOptions, McpClient, TestHost, paths, wait_for};

/// A third party's bundle that reads and writes the time scale: the bundled component under another id.
const ID: &str = "clock";
const GRANTED: &str = r#"grants = ["unity-tools:unity/time-scale-edit"]"#;

struct Clock {
    folder: TempDir,
    host: TestHost,
    client: McpClient,
}

fn config(bundle: &str) -> String {
    format!("[policy]\nallow-writes = true\nrequire-confirm = false\n[bundles.{ID}]\n{bundle}\n")
}

impl Clock {
    async fn start(bundle: &str) -> Result<Self> {
        let folder = TempDir::new()?;
        let component = std::fs::read(paths::component_of(&paths::components().join("time-scale"))?)?;
        guests::write_bundle(&folder.path().join(ID), ID, &component)?;
        let host = HostOptions::new()
            .no_bundled()
            .tools(folder.path())
            .config(&config(bundle))
            .start()
            .await?;
        let client = host.client().await?;
        Ok(Self { folder, host, client })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(ID).join(name)
    }

    /// Tries to set the time scale; what it said where it did not.
    async fn set(&self, value: f64) -> Result<Option<String>> {
        let answer = self.client.call("SetTimeScale", json!({ "value": value })).await?;
        Ok(answer.failure())
    }

    async fn wait_for_tools(&self, wanted: &[&str]) -> Result<()> {
        wait_for(&format!("the tools {wanted:?}"), async || {
            (self.client.tool_names().await.ok()? == wanted).then_some(())
        })
        .await
        .with_context(|| self.host.log_text())
    }
}

/// Audit lines of attempts alone: the line of what came into force may come behind the list that follows from it.
fn attempts(host: &TestHost) -> Result<Vec<Value>> {
    let mut lines = audit(host)?;
    lines.retain(|line| line["stage"] != "policy");
    Ok(lines)
}

fn overwrite(file: &Path, bytes: &[u8]) -> Result<()> {
    guests::replace(file, bytes)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn revoking_a_grant_removes_the_write_tools() -> Result<()> {
    let clock = Clock::start(GRANTED).await?;
    clock.wait_for_tools(&["GetTimeScale", "SetTimeScale"]).await?;
    ensure!(clock.set(0.5).await?.is_none(), "it is granted");
    clock.host.rewrite_config(&config("grants = []"))?;
    clock.wait_for_tools(&["GetTimeScale"]).await?;
    let refused = clock.set(2.0).await?.context("it wrote without its grant")?;
    ensure!(refused.contains("SetTimeScale"), "{refused}");
    let scale = clock.client.ask("GetTimeScale", json!({})).await?;
    ensure!(
        scale["value"] == 0.5,
        "what reads is served, and nothing was written: {scale}"
    );
    let health = clock.host.bundle_health(ID).await.context("in /health")?;
    let error = health["error"].as_str().unwrap_or_default();
    for word in [
        "`SetTimeScale`",
        "unity-tools:unity/time-scale-edit",
        "[bundles.clock] grants",
    ] {
        ensure!(error.contains(word), "no {word:?} in: {error}");
    }
    // Granted again, it is back without being compiled or read again.
    clock.host.rewrite_config(&config(GRANTED))?;
    clock.wait_for_tools(&["GetTimeScale", "SetTimeScale"]).await?;
    ensure!(clock.set(2.0).await?.is_none(), "it is granted again");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn applies_revoke_and_disable_despite_a_broken_manifest() -> Result<()> {
    let clock = Clock::start(GRANTED).await?;
    overwrite(&clock.file("bundle.toml"), b"id = ")?;
    clock
        .host
        .wait_for_log("the broken manifest", |line| line.contains("keeps serving"))
        .await?;
    ensure!(
        clock.set(0.5).await?.is_none(),
        "a broken file leaves the old version serving"
    );
    clock.host.rewrite_config(&config("grants = []"))?;
    clock.wait_for_tools(&["GetTimeScale"]).await?;
    clock.host.rewrite_config(&config("enabled = false"))?;
    clock.wait_for_tools(&[]).await?;
    ensure!(clock.set(2.0).await?.is_some(), "a bundle that is switched off wrote");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn disables_by_the_served_id_despite_a_conflicting_manifest() -> Result<()> {
    let clock = Clock::start(GRANTED).await?;
    let other = clock.folder.path().join("other");
    guests::write_bundle(&other, "other", &guests::component(guests::SWAPS[0])?)?;
    clock
        .wait_for_tools(&["GetTimeScale", "SetTimeScale", guests::VERSION_TOOL])
        .await?;
    overwrite(
        &clock.file("bundle.toml"),
        b"id = \"other\"\ncomponent = \"clock.wasm\"\n",
    )?;
    clock
        .host
        .wait_for_log("the taken id", |line| line.contains("`other` is taken by"))
        .await?;
    clock.host.rewrite_config(&config("enabled = false"))?;
    clock.wait_for_tools(&[guests::VERSION_TOOL]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn configuration_restricts_grants_of_bundled_bundles() -> Result<()> {
    let narrowed = r#"
[policy]
allow-writes = true
require-confirm = false
[bundles.time-scale]
grants = { deny = ["unity-tools:unity/time-scale-edit"] }
[bundles.selection]
grants = { allow = ["unity-tools:unity/selection"] }
"#;
    let host = HostOptions::new().config(narrowed).start().await?;
    let client = host.client().await?;
    let names = client.tool_names().await?;
    let has = |name: &str| names.iter().any(|known| known == name);
    ensure!(has("GetTimeScale") && !has("SetTimeScale"), "{names:?}");
    ensure!(!has("SelectObject"), "{names:?}");
    let answer = client.call("SetTimeScale", json!({ "value": 2 })).await?;
    ensure!(answer.failure().is_some(), "it wrote");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn audits_calls_of_revoked_tools() -> Result<()> {
    let clock = Clock::start(GRANTED).await?;
    clock.wait_for_tools(&["GetTimeScale", "SetTimeScale"]).await?;
    let digest = format!("{GRANTED}\ndigest = \"{}\"", "0".repeat(64));
    let ways: [(&str, &[&str], &str); 3] = [
        (&digest, &[], "bundles.digest"),
        ("grants = []", &["GetTimeScale"], "bundles.grants"),
        ("enabled = false", &[], "bundles.enabled"),
    ];
    for (taken_back, left, rule) in ways {
        clock.host.rewrite_config(&config(taken_back))?;
        clock.wait_for_tools(left).await?;
        let before = attempts(&clock.host)?.len();
        clock.set(2.0).await?.context("it wrote")?;
        clock.client.call("GetTimeScale", json!({})).await?;
        clock.client.call("NoToolHasThisName", json!({})).await?;
        let lines = attempts(&clock.host)?;
        ensure!(lines.len() == before + 1, "one attempt, not {:?}", &lines[before..]);
        let line = &lines[before];
        for (member, wanted) in [
            ("stage", json!("gate-1")),
            ("bundle", json!(ID)),
            ("tool", json!("SetTimeScale")),
            ("arguments", json!({ "value": 2.0 })),
            ("rule", json!(rule)),
            ("outcome", json!("denied")),
        ] {
            ensure!(line[member] == wanted, "`{member}` is not {wanted}: {line}");
        }
    }
    Ok(())
}
