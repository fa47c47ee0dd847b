//! A bundle whose section says what it has is listed before it is compiled.
//!
//! Belongs here: what a client and an operator see between the two, and where compiling fails. Does not: components that are slow
//! on purpose and list nothing (`hostile/bundles/slow_compile.rs`).

use crate::guests;
use crate::made_components::{broken_module, slow_module, with_module};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tempfile::TempDir;
use tests_support::{Answer, Era, HostOptions, McpClient, TestHost, wait_for};

const NOOP: &str = "noop";
/// Tens of seconds of compiling, which no call waits for.
const LONG: u32 = 3_005;

/// Starts a host on that bundle alone, with nothing compiled.
async fn start(folder: &TempDir, cache: &TempDir, deadline: Option<&str>) -> Result<TestHost> {
    let options = HostOptions::new()
        .no_bundled()
        .cache(cache.path())
        .tools(folder.path())
        .without_ready();
    let options = match deadline {
        Some(deadline) => options.set("limits.deadline", &format!("\"{deadline}\"")),
        None => options,
    };
    options.start().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_a_compiling_bundle_whose_calls_wait_until_their_deadline() -> Result<()> {
    let (folder, cache) = (TempDir::new()?, TempDir::new()?);
    let component = with_module(&guests::component(NOOP)?, &slow_module(LONG));
    guests::write_bundle(&folder.path().join("slow"), "slow", &component)?;
    let mut host = start(&folder, &cache, Some("2500ms")).await?;
    let client = McpClient::connect(&host.url("/mcp"), Era::Stateless).await?;
    ensure!(client.tool_names().await? == [NOOP], "it is not listed");
    let health = host.bundle_health("slow").await.context("it is known")?;
    ensure!(health["state"] == "compiling" && health["tools"] == 1, "{health}");
    let (status, body) = host.get("/ready").await?;
    ensure!(status == 503 && body.contains("slow"), "{status} {body}");
    // In its own deadline, and notified of the reason.
    let answer = client.call_with_progress(NOOP, json!({})).await?;
    let failure = answer.failure().context("it cannot have run")?;
    ensure!(failure.contains("still being compiled"), "{failure}");
    let Answer { before, .. } = &answer.0;
    let told = before.iter().any(|event| {
        let message = event["params"]["message"].as_str().unwrap_or_default();
        message.contains("compiling the bundle `slow`")
    });
    ensure!(told && !answer.progress().is_empty(), "{before:?}");
    host.kill()?;
    host.wait_for_end().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn first_call_moves_its_bundle_ahead_in_the_compile_queue() -> Result<()> {
    let (folder, cache) = (TempDir::new()?, TempDir::new()?);
    // So many that all turns to compile are taken.
    for at in 0..5 {
        let id = format!("a-slow-{at}");
        let named = with_module(&guests::component(guests::SWAPS[0])?, &slow_module(LONG + at));
        guests::write_bundle(&folder.path().join(&id), &id, &named)?;
    }
    // Large enough to have its turn behind them.
    let large = with_module(&guests::component(NOOP)?, &slow_module(180));
    guests::write_bundle(&folder.path().join("wanted"), "wanted", &large)?;
    let mut host = start(&folder, &cache, None).await?;
    let client = host.client().await?;
    let answer = client.call(NOOP, json!({})).await?;
    ensure!(
        answer.failure().is_none(),
        "{:?}\n{}",
        answer.failure(),
        host.log_text()
    );
    let health = host.bundle_health("a-slow-4").await.context("it is known")?;
    ensure!(
        health["state"] == "compiling",
        "nothing was held up, so nothing was shown: {health}"
    );
    host.kill()?;
    host.wait_for_end().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_a_listed_bundle_that_fails_to_compile() -> Result<()> {
    let (folder, cache) = (TempDir::new()?, TempDir::new()?);
    let good = guests::component(NOOP)?;
    let broken = with_module(&good, &broken_module());
    guests::write_bundle(&folder.path().join("b"), "b", &broken)?;
    let host = start(&folder, &cache, None).await?;
    host.wait_until_ready().await?;
    let health = host.bundle_health("b").await.context("it is known")?;
    let error = health["error"].as_str().unwrap_or_default();
    ensure!(
        health["state"] == "refused" && error.contains("b.wasm does not compile"),
        "{health}"
    );
    let client = host.client().await?;
    ensure!(client.tool_names().await?.is_empty(), "what cannot run is offered");
    let failure = client.call(NOOP, json!({})).await?.expect_failure()?;
    for part in ["broken", "b.wasm does not compile"] {
        ensure!(failure.contains(part), "no {part:?} in {failure}");
    }
    // Where a version runs, one that does not compile takes nothing from it.
    let file = folder.path().join("b").join("b.wasm");
    guests::replace(&file, &good)?;
    wait_for("the good version", async || {
        let answer = client.call(NOOP, json!({})).await.ok()?;
        answer.failure().is_none().then_some(())
    })
    .await?;
    guests::replace(&file, &broken)?;
    wait_for("/health to name the broken version", async || {
        let health = host.bundle_health("b").await?;
        let error = health["error"].as_str()?;
        (error.contains("does not compile") && health["tools"] == 1).then_some(())
    })
    .await?;
    let answer = client.call(NOOP, json!({})).await?;
    ensure!(
        answer.failure().is_none(),
        "the old version is gone: {:?}",
        answer.failure()
    );
    Ok(())
}
