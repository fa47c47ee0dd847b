//! Pipes where files should be: a reader waits for a writer that never comes.

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use tests_support::{HostOptions, PATIENCE, TestHost, paths, wait_for};

fn pipe(at: &Path) -> Result<()> {
    let _ = std::fs::remove_file(at);
    let made = Command::new("mkfifo").arg(at).status().context("mkfifo")?;
    ensure!(made.success(), "mkfifo {}", at.display());
    Ok(())
}

async fn wait_for_refusal(host: &TestHost, word: &str) -> Result<()> {
    host.wait_for_log("the refusal", |line| {
        line.contains(word) && line.contains("no regular file")
    })
    .await
    .map(drop)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_named_pipes_without_blocking_other_bundles() -> Result<()> {
    let folder = TempDir::new()?;
    let build = guests::component(guests::SWAPS[0])?;
    for id in ["component", "manifest", "swapped"] {
        guests::write_bundle(&folder.path().join(id), id, &build)?;
    }
    pipe(&folder.path().join("component/component.wasm"))?;
    pipe(&folder.path().join("manifest/bundle.toml"))?;
    let host = HostOptions::new().no_bundled().tools(folder.path()).start().await?;
    wait_for_refusal(&host, "component.wasm").await?;
    host.wait_for_log("the refusal", |line| {
        line.contains("manifest/bundle.toml: is a named pipe")
    })
    .await?;
    let client = host.client().await?;
    let answer = client.call(guests::VERSION_TOOL, json!({})).await?;
    ensure!(answer.text() == guests::VERSION_WORDS[0], "{}", answer.text());

    // The same while it is served.
    pipe(&folder.path().join("swapped/swapped.wasm"))?;
    wait_for_refusal(&host, "swapped.wasm").await?;
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

/// Each of these in the place of `bundle.toml`, and what it is called.
const NO_FILES: [(&str, &str); 4] = [
    ("pipe", "is a named pipe, expected a regular file"),
    ("folder", "is a folder, expected a regular file"),
    ("device", "is a device, expected a regular file"),
    ("dangling", "cannot be read: No such file"),
];

fn no_file(kind: &str, at: &Path) -> Result<()> {
    std::fs::create_dir_all(at.parent().context("a folder")?)?;
    match kind {
        "pipe" => pipe(at),
        "folder" => Ok(std::fs::create_dir(at)?),
        "device" => Ok(std::os::unix::fs::symlink("/dev/zero", at)?),
        _ => Ok(std::os::unix::fs::symlink("nothing", at)?),
    }
}

/// No reader of it waits, reads no device without end, and does not pass over the bundle.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_a_non_regular_manifest_as_bundle_error() -> Result<()> {
    let folder = TempDir::new()?;
    for (kind, _) in NO_FILES {
        no_file(kind, &folder.path().join(kind).join("bundle.toml"))?;
    }
    let host = HostOptions::new().no_bundled().tools(folder.path()).start().await?;
    for (kind, words) in NO_FILES {
        let health = wait_for("the bundle in /health", async || host.bundle_health(kind).await).await?;
        let error = health["error"].as_str().with_context(|| health.to_string())?;
        ensure!(error.contains(words), "{kind}: {health}");
        let problems = host.health().await?["problems"].to_string();
        ensure!(
            problems.contains(&format!("bundle `{kind}` is refused")),
            "{kind}: {problems}"
        );
        for command in ["list", "check"] {
            let place = folder.path().join(kind);
            let mut arguments = vec![command.to_owned()];
            if command == "list" {
                arguments.extend(["--no-bundled".to_owned(), "--tools".to_owned()]);
            }
            arguments.push(place.to_str().context("a plain path")?.to_owned());
            let ended = tokio::process::Command::new(paths::binary()?)
                .args(&arguments)
                .kill_on_drop(true)
                .output();
            let output = tokio::time::timeout(PATIENCE, ended).await.context("it hangs")??;
            let said = format!(
                "{}{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
            ensure!(
                !output.status.success() && said.contains(words),
                "{arguments:?}: {said}"
            );
        }
    }
    Ok(())
}
