//! `dev` where a language's own toolchain writes into the folder: what it writes is no change that is built again.
//!
//! Belongs here: how often is built. Does not: what an author reads meanwhile (`languages`).

use super::languages::{Case, GO, TYPESCRIPT};
use super::{Author, path};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::process::Stdio;
use tests_support::host::shared_cache;
use tests_support::{Era, McpClient, paths};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Command;

/// Says so on stdout.
const BUILT: &str = "built; it is served";

/// A change is built once: by the time that a later one has failed, nothing else was built.
async fn each_change_is_built_once(case: &Case, source: &str) -> Result<()> {
    if !case.is_possible()? {
        return Ok(());
    }
    let author = Author::new()?;
    let made = author.host(&["new", "changing", "--language", case.language]).await?;
    ensure!(made.code == Some(0), "{}", made.errors);
    let log = author.scratch.path().join("log.txt");
    let mut child = Command::new(paths::binary()?)
        .args(["dev", "changing", "--no-bundled", "--listen", "127.0.0.1:0"])
        .current_dir(author.home())
        .env("PATH", path()?)
        .env("GOCACHE", paths::target().join("authors/go/cache"))
        .env("UNITY_TOOL_HOST_SERVER_CACHE_DIR", shared_cache())
        .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", author.scratch.path().join("data"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(&log)?)
        .kill_on_drop(true)
        .spawn()?;
    let mut lines = BufReader::new(child.stdout.take().context("stdout is piped")?).lines();
    let (mut url, mut built) = (None, 0);
    while url.is_none() {
        let line = lines.next_line().await?.context("it ended before it listened")?;
        built += usize::from(line.starts_with(BUILT));
        url = line.strip_prefix("listening on ").map(str::to_owned);
    }
    let client = McpClient::connect(&format!("{}/mcp", url.context("it listens")?), Era::Stateless).await?;
    let tool = author.home().join("changing").join(source);
    let text = std::fs::read_to_string(&tool)?;
    let changed = text.replace("no object has a ", "nothing has a ");
    ensure!(changed != text, "the template has another shape: {text}");
    std::fs::write(&tool, changed)?;
    tests_support::wait_for("the new version", async || {
        let none = client.call("count_objects", json!({"component": "Lihgt"})).await.ok()?;
        none.expect_failure().ok()?.contains("nothing has a ").then_some(())
    })
    .await?;
    // Builds come one after the other.
    std::fs::write(&tool, "}")?;
    tests_support::wait_for("the failed build", async || {
        let told = std::fs::read_to_string(&log).ok()?;
        told.contains("NOT built: ").then_some(())
    })
    .await?;
    child.kill().await?;
    while let Some(line) = lines.next_line().await? {
        built += usize::from(line.starts_with(BUILT));
    }
    ensure!(built == 2, "built {built} times; {}", std::fs::read_to_string(&log)?);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_is_built_once_in_typescript() -> Result<()> {
    each_change_is_built_once(&TYPESCRIPT, "src/tool.ts").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_is_built_once_in_go() -> Result<()> {
    each_change_is_built_once(&GO, "tool.go").await
}
