//! `dev` where a language's own toolchain writes into the folder: what it writes is no change that is built again.
//!
//! Belongs here: how often is built, and what is served then. Does not: ways from `new` to an answer (`languages`).

use super::languages::{Case, GO, TYPESCRIPT};
use super::{Author, path};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::PathBuf;
use std::process::Stdio;
use tests_support::host::shared_cache;
use tests_support::{Era, McpClient, paths};
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

/// Says so on stdout.
const BUILT: &str = "built; it is served";

/// `dev` of a new bundle, which is built and served.
struct Dev {
    /// It keeps the folder.
    _author: Author,
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    log: PathBuf,
    source: PathBuf,
    client: McpClient,
    built: usize,
}

impl Dev {
    /// None where the language's toolchain is not here.
    async fn start(case: &Case, source: &str) -> Result<Option<Self>> {
        if !case.is_possible()? {
            return Ok(None);
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
            // A component of a language with a runtime is compiled as long as this machine is busy with others.
            .env("UNITY_TOOL_HOST_LIMITS_DEADLINE", "150s")
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
        // Compiling takes longer than `dev` waits for further changes: what the build itself wrote is looked at by now.
        let counted = client.ask("count_objects", json!({"component": "Camera"})).await?;
        ensure!(counted["total"] == 2, "{counted}");
        Ok(Some(Self {
            source: author.home().join("changing").join(source),
            _author: author,
            child,
            lines,
            log,
            client,
            built,
        }))
    }

    /// A change that cannot be built is reported.
    async fn cannot_build(&self) -> Result<()> {
        std::fs::write(&self.source, "}")?;
        tests_support::wait_for("the failed build", async || {
            let told = std::fs::read_to_string(&self.log).ok()?;
            told.contains("NOT built: ").then_some(())
        })
        .await
    }

    /// Builds come one after the other: when one has failed, all before it are counted.
    async fn was_built(mut self, times: usize) -> Result<()> {
        self.child.kill().await?;
        while let Some(line) = self.lines.next_line().await? {
            self.built += usize::from(line.starts_with(BUILT));
        }
        let told = std::fs::read_to_string(&self.log)?;
        ensure!(self.built == times, "built {} times; {told}", self.built);
        Ok(())
    }
}

/// A change is in the next call, and its exception is reported with its place.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dev_builds_a_change_once_and_logs_its_stack() -> Result<()> {
    let Some(dev) = Dev::start(&TYPESCRIPT, "src/tool.ts").await? else {
        return Ok(());
    };
    let text = std::fs::read_to_string(&dev.source)?;
    let wrong = text.replace("found.length === 0", "(found as any).lenght.of === 0");
    ensure!(wrong != text, "the template has another shape: {text}");
    std::fs::write(&dev.source, wrong)?;
    let failure = tests_support::wait_for("the new version", async || {
        let said = dev.client.call("count_objects", json!({"component": "Camera"})).await;
        said.ok()?.expect_failure().ok()
    })
    .await?;
    ensure!(failure.contains("count_objects threw TypeError"), "{failure}");
    let told = std::fs::read_to_string(&dev.log)?;
    let is_stack = |line: &str| line.contains("ERROR") && line.contains("count_objects threw TypeError");
    let stack = told.lines().find(|line| is_stack(line));
    ensure!(
        stack.is_some_and(|line| line.contains("at run (/build/tool.js:")),
        "the stack: {told}"
    );
    dev.cannot_build().await?;
    let served_on = dev.client.call("count_objects", json!({"component": "Camera"})).await?;
    ensure!(served_on.expect_failure()?.contains("threw TypeError"));
    dev.was_built(2).await
}

/// Go's toolchain writes into the folder as well. One build is enough to see whether that begins another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn go_build_output_triggers_no_rebuild() -> Result<()> {
    let Some(dev) = Dev::start(&GO, "tool.go").await? else {
        return Ok(());
    };
    dev.cannot_build().await?;
    dev.was_built(1).await
}
