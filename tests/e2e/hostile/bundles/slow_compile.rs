//! Components made to keep the compiler busy: only a call of their own tools waits for them.

use crate::guests;
use crate::made_components::slow_component;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::Path;
use tempfile::TempDir;
use tests_support::{HostOptions, TestHost, wait_for};

async fn state(host: &TestHost, id: &str) -> Option<String> {
    Some(host.bundle_health(id).await?["state"].as_str()?.to_owned())
}

async fn refusal(host: &TestHost, id: &str) -> Result<String> {
    let health = host.bundle_health(id).await.context("it is no bundle at all")?;
    ensure!(health["state"] == "refused", "{health}");
    Ok(health["error"].as_str().unwrap_or_default().to_owned())
}

/// Three bundles before and one behind `echo`, each with tens of seconds of compiling.
fn bundles(folder: &Path) -> Result<()> {
    guests::write_bundle(&folder.join("m-echo"), "m-echo", &guests::component(guests::ECHO)?)?;
    for (at, id) in ["a-slow", "b-slow", "c-slow", "z-slow"].into_iter().enumerate() {
        guests::write_bundle(&folder.join(id), id, &slow_component(3_000 + at as u32))?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_compiles_block_neither_the_list_nor_other_calls() -> Result<()> {
    let folder = TempDir::new()?;
    bundles(folder.path())?;
    // The bundled tools are in the cache from here on.
    HostOptions::new().start().await?.terminate().await?;
    let host = HostOptions::new().tools(folder.path()).without_ready().start().await?;
    let client = host.client_of("all").await?;
    let names = client.tool_names().await?;
    ensure!(
        names.iter().any(|name| name == "ListScenes"),
        "bundled tools are missing: {names:?}"
    );
    // It may have been compiled before or after that list; a call waits for it.
    let answer = client.call(guests::STEPS, guests::steps_arguments()).await?;
    ensure!(answer.failure().is_none(), "{:?}", answer.failure());
    for id in ["a-slow", "z-slow"] {
        ensure!(
            state(&host, id).await.as_deref() == Some("publishing"),
            "{id} was done before the call: nothing was held up, so nothing was shown\n{}",
            host.log_text()
        );
    }
    let (status, body) = host.get("/ready").await?;
    ensure!(status == 503 && body.contains("a-slow"), "{status} {body}");
    Ok(())
}

/// A process: its start time distinguishes it from a later one of the same number.
#[cfg(target_os = "linux")]
#[derive(Debug)]
struct Process {
    id: u32,
    began: String,
}

#[cfg(target_os = "linux")]
impl Process {
    /// Its parent, and when it began; `None` where it has ended.
    fn look(id: u32) -> Option<(u32, String)> {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // `pid (name) state parent …`; the time is the 22nd field.
        let fields: Vec<&str> = stat.rsplit(") ").next()?.split(' ').collect();
        (*fields.first()? != "Z").then_some(())?;
        Some((fields.get(1)?.parse().ok()?, (*fields.get(19)?).to_owned()))
    }

    fn children_of(parent: u32) -> Result<Vec<Self>> {
        let ids = std::fs::read_dir("/proc")?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        let child = |id| {
            let (of, began) = Self::look(id)?;
            (of == parent).then_some(Self { id, began })
        };
        Ok(ids.filter_map(child).collect())
    }

    fn is_alive(&self) -> bool {
        Self::look(self.id).is_some_and(|(_, began)| began == self.began)
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn compilers_exit_when_the_host_terminates_or_is_killed() -> Result<()> {
    for is_killed in [false, true] {
        let (folder, cache) = (TempDir::new()?, TempDir::new()?);
        bundles(folder.path())?;
        let mut host = HostOptions::new()
            .no_bundled()
            .cache(cache.path())
            .tools(folder.path())
            .without_ready()
            .start()
            .await?;
        let pid = host.pid()?;
        let compilers = wait_for("compilers beside the host", async || {
            Process::children_of(pid).ok().filter(|children| children.len() >= 2)
        })
        .await
        .with_context(|| host.log_text())?;
        if is_killed {
            host.kill()?;
            host.wait_for_end().await?;
        } else {
            host.terminate().await?;
        }
        wait_for("the compilers to end", async || {
            (!compilers.iter().any(Process::is_alive)).then_some(())
        })
        .await
        .with_context(|| format!("killed: {is_killed}; {compilers:?}"))?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn small_bundle_compiles_before_queued_large_ones() -> Result<()> {
    let (folder, cache) = (TempDir::new()?, TempDir::new()?);
    bundles(folder.path())?;
    let host = HostOptions::new()
        .no_bundled()
        .cache(cache.path())
        .tools(folder.path())
        .without_ready()
        .start()
        .await?;
    let client = host.client().await?;
    let answer = client.call(guests::STEPS, guests::steps_arguments()).await?;
    ensure!(
        answer.failure().is_none(),
        "{:?}\n{}",
        answer.failure(),
        host.log_text()
    );
    for id in ["c-slow", "z-slow"] {
        ensure!(
            state(&host, id).await.as_deref() == Some("publishing"),
            "{id} was done before the call: nothing was held up, so nothing was shown\n{}",
            host.log_text()
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_a_compile_that_exceeds_the_time_limit() -> Result<()> {
    let folder = TempDir::new()?;
    guests::write_bundle(&folder.path().join("slow"), "slow", &slow_component(4_000))?;
    let host = HostOptions::new()
        .no_bundled()
        .tools(folder.path())
        .set("compile.time", "\"100ms\"")
        .start()
        .await?;
    let error = refusal(&host, "slow").await?;
    for part in ["slow.wasm", "100 ms", "compile.time"] {
        ensure!(error.contains(part), "no {part:?} in: {error}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_components_over_the_size_or_function_limit() -> Result<()> {
    let folder = TempDir::new()?;
    guests::write_bundle(&folder.path().join("many"), "many", &slow_component(2))?;
    for (key, value, parts) in [
        ("compile.functions", "1", ["2 functions", "at most 1"]),
        ("compile.size", "\"2KiB\"", ["2048 bytes", "at most"]),
    ] {
        let host = HostOptions::new()
            .no_bundled()
            .tools(folder.path())
            .set(key, value)
            .start()
            .await?;
        let error = refusal(&host, "many").await?;
        for part in parts.into_iter().chain([key]) {
            ensure!(error.contains(part), "no {part:?} in: {error}");
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn serves_the_new_component_replaced_during_compilation() -> Result<()> {
    let folder = TempDir::new()?;
    let bundle = folder.path().join("slow");
    guests::write_bundle(&bundle, "slow", &slow_component(4_001))?;
    let host = HostOptions::new()
        .no_bundled()
        .tools(folder.path())
        .without_ready()
        .start()
        .await?;
    let client = host.client().await?;
    guests::replace(&bundle.join("slow.wasm"), &guests::component(guests::ECHO)?)?;
    let answer = client.call(guests::STEPS, guests::steps_arguments()).await?;
    ensure!(
        answer.failure().is_none(),
        "{:?}\n{}",
        answer.failure(),
        host.log_text()
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn first_folder_gets_a_contested_tool_name_despite_the_cache() -> Result<()> {
    let (folder, cache) = (TempDir::new()?, TempDir::new()?);
    let second = folder.path().join("second");
    guests::write_bundle(&second, "second", &guests::component(guests::SWAPS[1])?)?;
    let warm = HostOptions::new()
        .no_bundled()
        .cache(cache.path())
        .tools(folder.path())
        .start()
        .await?;
    warm.terminate().await?;
    guests::write_bundle(
        &folder.path().join("first"),
        "first",
        &guests::component(guests::SWAPS[0])?,
    )?;
    let host = HostOptions::new()
        .no_bundled()
        .cache(cache.path())
        .tools(folder.path())
        .start()
        .await?;
    let answer = host.client().await?.call(guests::VERSION_TOOL, json!({})).await?;
    ensure!(answer.text() == guests::VERSION_WORDS[0], "{} answered", answer.text());
    Ok(())
}
