//! What all guests hold together is bounded, and the operator sees how much that is.

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{HostOptions, paths, wait_for};

/// The least that the setting takes.
const LIMIT: f64 = 64.0 * 1024.0 * 1024.0;
/// What `memory_bomb` takes.
const AT_ONCE: f64 = (1 << 20) as f64;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_total_guest_memory_and_releases_all_of_it() -> Result<()> {
    let host = HostOptions::new()
        .no_bundled()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .set("limits.total-memory", "64MiB")
        .set("limits.memory", "64MiB")
        .start()
        .await?;
    let held = async || host.metrics().await.ok()?.gauge("guest_memory_bytes");
    let limit = host.metrics().await?.gauge("guest_memory_limit_bytes");
    ensure!(limit == Some(LIMIT), "{limit:?}");
    ensure!(held().await == Some(0.0), "nobody runs");

    // Some hold more of it than the greedy one takes at once, so that it may not have all that a call may have.
    let mut sleepers = Vec::new();
    for _ in 0..3 {
        let sleeping = host.stateless()?;
        sleepers.push(tokio::spawn(async move {
            sleeping.call(guests::SLEEP_LOOP, json!({})).await
        }));
    }
    let some = wait_for("the sleepers' memory", async || {
        held().await.filter(|held| *held > AT_ONCE)
    })
    .await?;
    ensure!(some < LIMIT / 2.0, "guests that do nothing hold {some} bytes");
    let health = host.health().await?;
    ensure!(
        health["guest_memory"]["limit"].as_f64() == Some(LIMIT) && health["guest_memory"]["taken"].as_f64() > Some(0.0),
        "{}",
        health["guest_memory"]
    );
    let greedy = host.stateless()?;
    let bomb = tokio::spawn(async move { greedy.call("memory_bomb", json!({})).await });
    while !bomb.is_finished() {
        let held = held().await.context("the gauge")?;
        ensure!(held <= LIMIT, "{held} bytes are held of {LIMIT}");
    }
    let told = bomb.await??.expect_failure()?;
    ensure!(told.contains("64 MiB for all calls (`limits.total-memory`)"), "{told}");

    // Who goes away gives back.
    for sleeper in sleepers {
        sleeper.abort();
    }
    wait_for("all of it to be given back", async || {
        held().await.filter(|held| *held == 0.0)
    })
    .await?;
    host.wait_until_idle().await
}
