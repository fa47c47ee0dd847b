//! Nothing that a guest or a file does brings the host down: a clear error, and the next call works.
//!
//! Belongs here: one table of misbehaving tools, one of broken files. Does not: policy (`policy.rs`).

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;
use tests_support::{HostOptions, TestHost, paths, wait_for};
use tokio::task::JoinHandle;

/// A tool that misbehaves, and the words that its error must hold besides the tool's name.
struct Misbehaviour {
    tool: &'static str,
    arguments: fn() -> Value,
    says: &'static [&'static str],
}

fn no_arguments() -> Value {
    json!({})
}

const TABLE: &[Misbehaviour] = &[
    Misbehaviour {
        tool: guests::SPIN,
        arguments: no_arguments,
        says: &["limits.compute"],
    },
    Misbehaviour {
        tool: guests::SLEEP_LOOP,
        arguments: no_arguments,
        says: &["limits.deadline"],
    },
    Misbehaviour {
        tool: "log_loop",
        arguments: no_arguments,
        says: &["called the host more than"],
    },
    Misbehaviour {
        tool: "memory_bomb",
        arguments: no_arguments,
        says: &["limits.memory"],
    },
    Misbehaviour {
        tool: "recurse",
        arguments: || json!({ "depth": 1_000_000_000 }),
        says: &["recursion"],
    },
    Misbehaviour {
        tool: "panic",
        arguments: no_arguments,
        says: &["panicked", "the guest panics, as asked"],
    },
    Misbehaviour {
        tool: "big",
        arguments: || json!({ "bytes": 50_000_000 }),
        says: &["limits.result"],
    },
    Misbehaviour {
        tool: "liar_time",
        arguments: no_arguments,
        says: &["read", "time-scale-edit"],
    },
    Misbehaviour {
        tool: "liar_active",
        arguments: || json!({ "id": "obj:1" }),
        says: &["read", "objects-edit"],
    },
];

async fn misbehaving_host() -> Result<TestHost> {
    HostOptions::new()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .tools(&paths::fixture_bundle(guests::LIAR)?)
        .set("limits.compute", "1s")
        .set("limits.deadline", "2500ms")
        // Only the limits stop these tools, never the policy.
        .writing()
        .set(&format!("bundles.{}.grants", guests::LIAR), guests::LIAR_GRANTS)
        .start()
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn misbehaving_tool_returns_an_error_and_the_next_call_works() -> Result<()> {
    let host = misbehaving_host().await?;
    let client = host.client().await?;
    let mut wrong = Vec::new();
    for case in TABLE {
        let answer = client.call(case.tool, (case.arguments)()).await?;
        match answer.failure() {
            None => wrong.push(format!("{}: succeeded", case.tool)),
            Some(text) => {
                for word in case.says.iter().chain([&case.tool]) {
                    if !text.contains(word) {
                        wrong.push(format!("{}: no {word:?} in: {text}", case.tool));
                    }
                }
                for leaked in ["backtrace", "wasm function", "0x"] {
                    if text.contains(leaked) {
                        wrong.push(format!("{}: {leaked:?} leaked into: {text}", case.tool));
                    }
                }
            }
        }
        let next = client.ask("GetStatus", json!({})).await;
        if let Err(error) = next {
            wrong.push(format!("the call after {}: {error:#}", case.tool));
        }
    }
    ensure!(wrong.is_empty(), "{}\nlog:\n{}", wrong.join("\n"), host.log_text());
    let scale = client.ask("GetTimeScale", json!({})).await?;
    ensure!(scale["value"] == 1.0, "a tool that declares read wrote: {scale}");
    host.wait_until_idle().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_answers_while_endless_calls_run() -> Result<()> {
    const ENDLESS: usize = 8;
    let host = HostOptions::new()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        // Far away: what ends them here is that their clients leave.
        .set("limits.compute", "1h")
        .set("limits.deadline", "1h")
        .start()
        .await?;
    let client = host.client().await?;
    // Compiled and instantiated once, so that only running is left.
    client.ask("GetStatus", json!({})).await?;
    let caller = Arc::new(host.stateless()?);
    let calls: Vec<_> = (0..ENDLESS)
        .map(|_| {
            let caller = Arc::clone(&caller);
            tokio::spawn(async move { caller.call(guests::SPIN, json!({})).await })
        })
        .collect();
    wait_for("eight calls to run", async || {
        let gauge = host.metrics().await.ok()?.gauge("instances")?;
        (gauge >= ENDLESS as f64).then_some(())
    })
    .await?;
    for number in 1..=50 {
        let (status, body) = host.get("/health").await?;
        ensure!(status == 200, "{status} {body}");
        let running = calls.iter().filter(|call| !call.is_finished()).count();
        ensure!(
            running == ENDLESS,
            "{} calls had ended at the {number}th /health",
            ENDLESS - running
        );
    }
    calls.iter().for_each(JoinHandle::abort);
    client.ask("GetStatus", json!({})).await?;
    host.wait_until_idle().await
}

/// A component that cannot be served, and the words that `/health` must hold.
struct BrokenFile {
    id: &'static str,
    bytes: fn() -> Result<Vec<u8>>,
    says: &'static [&'static str],
}

const BROKEN: &[BrokenFile] = &[
    BrokenFile {
        id: "core-module",
        bytes: || Ok(b"\0asm\x01\0\0\0".to_vec()),
        says: &["component"],
    },
    BrokenFile {
        id: "garbage",
        bytes: || Ok(b"this is no component at all".to_vec()),
        says: &["component"],
    },
    BrokenFile {
        id: "empty",
        bytes: || Ok(Vec::new()),
        says: &["component"],
    },
    BrokenFile {
        id: "truncated",
        bytes: || {
            let whole = guests::component(guests::ECHO)?;
            Ok(whole[..whole.len() / 2].to_vec())
        },
        says: &["component"],
    },
    BrokenFile {
        id: "old-world",
        bytes: || guests::component(guests::OLD_WORLD),
        says: &["unity-tools:tool", "0.1.0"],
    },
    BrokenFile {
        id: "ungranted",
        bytes: || guests::component(guests::UNGRANTED),
        says: &["unity-tools:unity/objects-edit", "[bundles.ungranted] grants"],
    },
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_broken_components_and_serves_the_others() -> Result<()> {
    let folder = TempDir::new()?;
    for broken in BROKEN {
        guests::write_bundle(&folder.path().join(broken.id), broken.id, &(broken.bytes)()?)?;
    }
    let host = HostOptions::new().tools(folder.path()).start().await?;
    let mut wrong = Vec::new();
    for broken in BROKEN {
        let Some(health) = host.bundle_health(broken.id).await else {
            wrong.push(format!("{} is not in /health", broken.id));
            continue;
        };
        let error = health["error"].as_str().unwrap_or_default();
        if health["state"] != "refused" {
            wrong.push(format!("{}: {health}", broken.id));
        }
        let file = format!("{}.wasm", broken.id);
        for word in broken.says.iter().copied().chain([file.as_str()]) {
            if !error.contains(word) {
                wrong.push(format!("{}: no {word:?} in: {error}", broken.id));
            }
        }
        // What a host has logged may still be on its way here.
        host.wait_for_log(&format!("one that names {file}"), |line| line.contains(&file))
            .await?;
    }
    ensure!(wrong.is_empty(), "{}\nlog:\n{}", wrong.join("\n"), host.log_text());
    let client = host.client().await?;
    client.ask("ListScenes", json!({})).await?;
    Ok(())
}

fn compiled(cache: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![cache.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "cwasm") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Answers of one tool of each bundled bundle: each shows that its own code runs.
async fn ask_each_bundle(host: &TestHost) -> Result<()> {
    let client = host.client().await?;
    let scenes = client.ask("ListScenes", json!({})).await?;
    ensure!(scenes["Total"].as_u64().is_some_and(|total| total > 0), "{scenes}");
    let scale = client.ask("GetTimeScale", json!({})).await?;
    ensure!(scale["value"] == 1.0, "{scale}");
    let logs = client.ask("TailLogs", json!({})).await?;
    ensure!(logs.is_object(), "{logs}");
    Ok(())
}

/// Runs a host until every bundled bundle has answered, and ends it. Its log.
async fn run_once(cache: &Path) -> Result<String> {
    let host = HostOptions::new().cache(cache).start().await?;
    ask_each_bundle(&host).await?;
    Ok(host.terminate().await?.1)
}

/// The cache as a host leaves it that found nothing wrong.
async fn fill_cache(cache: &Path) -> Result<Vec<PathBuf>> {
    run_once(cache).await?;
    let files = compiled(cache)?;
    ensure!(files.len() >= 3, "{} compiled files in the cache", files.len());
    Ok(files)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_cached_code_with_a_flipped_bit() -> Result<()> {
    let cache = TempDir::new()?;
    for file in fill_cache(cache.path()).await? {
        let mut bytes = std::fs::read(&file)?;
        // The middle of the file is code.
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x40;
        std::fs::write(&file, bytes)?;
    }
    let log = run_once(cache.path()).await?;
    ensure!(
        log.contains(".cwasm") && log.contains("damaged"),
        "the log does not name the file:\n{log}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_swapped_entries_of_the_code_cache() -> Result<()> {
    let cache = TempDir::new()?;
    let files = fill_cache(cache.path()).await?;
    let (one, other) = (files.first().context("one")?, files.last().context("another")?);
    let (first, last) = (std::fs::read(one)?, std::fs::read(other)?);
    std::fs::write(one, last)?;
    std::fs::write(other, first)?;
    let log = run_once(cache.path()).await?;
    ensure!(
        log.contains(".cwasm") && log.contains("damaged"),
        "the log does not name the files:\n{log}"
    );
    Ok(())
}
