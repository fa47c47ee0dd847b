//! From a file's write to the new version, and starting with two hundred bundles.
//!
//! Belongs here: the figures `start-200`, `list-200`, `reload-cached`, `reload-new`. Does not: writing components
//! (`written_bundles.rs`).

use crate::cpu;
use crate::figure::{Figure, Outcome, ROUNDS, Target};
use crate::written_bundles::{self, Component};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tests_support::{HostOptions, McpClient, TestHost, paths};

const BUNDLES: usize = 200;
const RELOADS: usize = 15;
/// Longer than any of them takes.
const PATIENCE: Duration = Duration::from_secs(60);
/// What a component of "half a megabyte" is nearest to.
const HALF_A_MEGABYTE: u64 = 500_000;

pub(crate) async fn starts() -> Result<Vec<Outcome>> {
    let (folder, cache) = (TempDir::new()?, TempDir::new()?);
    let noop = Component::read(&paths::fixture_bundle("noop")?)?;
    for number in 0..BUNDLES {
        let id = format!("many-{number}");
        let component = noop.with_listing(&noop.listing.replace("\"noop\"", &format!("\"noop_{number}\"")));
        written_bundles::write(&folder.path().join(&id), &id, &component)?;
    }
    let options = || {
        HostOptions::new()
            .tools(folder.path())
            .cache(cache.path())
            .without_ready()
    };
    let cold = Started::with_all(options()).await?;
    cold.host.wait_until_ready().await?;
    cold.host.terminate().await?;
    let (mut start, mut cpu_ms, mut list) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let started = Started::with_all(options()).await?;
        cpu_ms.push(cpu::process_seconds(started.host.pid()?)? * 1000.0);
        start.push(started.seconds);
        let since = Instant::now();
        ensure!(
            count_noop_tools(&started.client).await? == BUNDLES,
            "some are gone again"
        );
        list.push(since.elapsed().as_secs_f64() * 1000.0);
        started.host.terminate().await?;
    }
    let start = Figure::new(
        "start-200",
        "from the start to a list with 200 bundles beside the host's own, warm store",
        "s",
        start,
        Target::AtMost(1.0),
    );
    let list = Figure::new(
        "list-200",
        "the next list of all of them",
        "ms",
        list,
        Target::AtMost(50.0),
    );
    Ok(vec![
        Outcome::Taken(
            start
                .part("cpu_ms", &cpu_ms)
                .part("nothing_compiled_s", &[cold.seconds]),
        ),
        Outcome::Taken(list),
    ])
}

/// A host that has listed them all.
struct Started {
    host: TestHost,
    client: McpClient,
    seconds: f64,
}

impl Started {
    async fn with_all(options: HostOptions) -> Result<Self> {
        let since = Instant::now();
        let host = options.start().await?;
        let client = host.client_of("all").await?;
        poll_until(async || (count_noop_tools(&client).await.ok()? == BUNDLES).then_some(())).await?;
        Ok(Self {
            seconds: since.elapsed().as_secs_f64(),
            host,
            client,
        })
    }
}

async fn count_noop_tools(client: &McpClient) -> Result<usize> {
    let names = client.tool_names().await?;
    Ok(names.iter().filter(|name| name.starts_with("noop_")).count())
}

pub(crate) async fn reloads() -> Result<Vec<Outcome>> {
    Ok(vec![cached().await?, new_bytes().await?])
}

/// Two builds take turns, both compiled long ago.
async fn cached() -> Result<Outcome> {
    let folder = TempDir::new()?;
    let builds = [("swap-a", "a"), ("swap-b", "b")];
    let mut bytes = Vec::new();
    for (id, _) in builds {
        bytes.push(std::fs::read(paths::component_of(&paths::fixture_bundle(id)?)?)?);
    }
    written_bundles::write(&folder.path().join("changing"), "changing", &bytes[0])?;
    let file = folder.path().join("changing").join("changing.wasm");
    let host = HostOptions::new().no_bundled().tools(folder.path()).start().await?;
    let client = host.client().await?;
    let mut rounds = Vec::new();
    for round in 1..=RELOADS + 2 {
        let wanted = builds[round % 2].1;
        let since = replace(&file, &bytes[round % 2])?;
        poll_until(async || (client.call("version", json!({})).await.ok()?.text() == wanted).then_some(()))
            .await
            .with_context(|| host.log_text())?;
        // Each was compiled in one of the first two.
        if round > 2 {
            rounds.push(since.elapsed().as_secs_f64() * 1000.0);
        }
    }
    Ok(Outcome::Taken(Figure::new(
        "reload-cached",
        "from the write of a file to a call of the new version, compiled before",
        "ms",
        rounds,
        Target::AtMost(60.0),
    )))
}

/// New bytes each time.
async fn new_bytes() -> Result<Outcome> {
    let (folder, cache) = (TempDir::new()?, TempDir::new()?);
    let component = Component::nearest_to(&paths::components(), HALF_A_MEGABYTE)?;
    let version = |number: usize| {
        let mut listing: serde_json::Value = serde_json::from_str(&component.listing)?;
        listing["tools"][0]["description"] = format!("version {number} of it").into();
        anyhow::Ok(component.with_listing(&listing.to_string()))
    };
    written_bundles::write(&folder.path().join("changing"), "changing", &version(0)?)?;
    let file = folder.path().join("changing").join("changing.wasm");
    let host = HostOptions::new()
        .no_bundled()
        .tools(folder.path())
        .cache(cache.path())
        .start()
        .await?;
    let client = host.client_of("all").await?;
    let mut rounds = Vec::new();
    for round in 1..=RELOADS {
        let wanted = format!("version {round} of it");
        let since = replace(&file, &version(round)?)?;
        poll_until(async || {
            let listed = client.request("tools/list", json!({})).await.ok()?;
            listed.message.to_string().contains(&wanted).then_some(())
        })
        .await
        .with_context(|| host.log_text())?;
        rounds.push(since.elapsed().as_secs_f64() * 1000.0);
    }
    let figure = Figure::new(
        "reload-new",
        "from the write of a file of half a megabyte to the new version, never seen before",
        "ms",
        rounds,
        Target::AtMost(400.0),
    );
    Ok(Outcome::Taken(figure.part("bytes", &[component.bytes.len() as f64])))
}

/// The moment at which it was done.
fn replace(file: &Path, bytes: &[u8]) -> Result<Instant> {
    let fresh = file.with_extension("fresh");
    std::fs::write(&fresh, bytes)?;
    let since = Instant::now();
    std::fs::rename(&fresh, file)?;
    Ok(since)
}

/// Asks again at once: what is measured is shorter than the usual pause.
async fn poll_until(mut asked: impl AsyncFnMut() -> Option<()>) -> Result<()> {
    let since = Instant::now();
    while asked().await.is_none() {
        ensure!(
            since.elapsed() < PATIENCE,
            "it did not come in {} s",
            PATIENCE.as_secs()
        );
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    Ok(())
}
