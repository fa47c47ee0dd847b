//! The Inspector's page in Chromium, in both eras: a user clicks, and a client that lives in a page reaches the host.
//!
//! Belongs here: what the person does and sees. Does not: how the page is built (`tests/e2e/node/inspector_page.mjs`).

use crate::clients::cutting::CuttingProxy;
use crate::clients::driver::node;
use crate::clients::inspector::inspector;
use crate::clients::stories;
use crate::guests;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::process::Stdio;
use tempfile::TempDir;
use tests_support::{PATIENCE, TestHost, environment, wait_for};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout};

/// The Inspector does not take port 0, so one that was free a moment ago is tried, this often.
const PORTS: usize = 5;

/// The Inspector's own server, and a browser that shows its page.
struct Page {
    _inspector: Child,
    _browser: Child,
    commands: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
    protocol: String,
    // Behind the processes that write there.
    _home: TempDir,
}

impl Page {
    /// Connected to `url`; `None`, announced, where Node or the browser is missing.
    async fn open(url: &str, era: &str) -> Result<Option<Self>> {
        let what = format!("the Inspector's page, era {era}");
        let Some(chromium) = environment::chromium(&what)? else {
            return Ok(None);
        };
        let Some(mut browser) = node(&what, "inspector_page.mjs")? else {
            return Ok(None);
        };
        let home = TempDir::with_prefix("unity-tool-host-test-")?;
        let (inspector, page) = serve(&what, &home, url, era).await?;
        let mut browser = browser
            .arg(chromium)
            .arg(home.path().join("profile"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("the browser's driver could not be started")?;
        let mut page_of = Self {
            _inspector: inspector,
            commands: browser.stdin.take().context("stdin is piped")?,
            answers: BufReader::new(browser.stdout.take().context("stdout is piped")?).lines(),
            _browser: browser,
            protocol: String::new(),
            _home: home,
        };
        let opened = page_of.step(json!({ "do": "open", "page": page })).await?;
        page_of.protocol = opened["protocol"].as_str().unwrap_or_default().to_owned();
        Ok(Some(page_of))
    }

    async fn step(&mut self, command: Value) -> Result<Value> {
        self.commands.write_all(format!("{command}\n").as_bytes()).await?;
        self.commands.flush().await?;
        let line = tokio::time::timeout(PATIENCE, self.answers.next_line()).await;
        let line = line.with_context(|| format!("no answer to {command}"))??;
        let line = line.with_context(|| format!("the browser's driver ended at {command}"))?;
        let answer: Value = serde_json::from_str(&line).with_context(|| line.clone())?;
        if answer["event"] != "done" {
            bail!("{command}: {}", answer["why"].as_str().unwrap_or(&line));
        }
        Ok(answer)
    }

    /// Runs a tool and waits until its results show `text`.
    async fn run(&mut self, tool: &str, text: &str) -> Result<()> {
        self.step(json!({ "do": "run", "tool": tool })).await?;
        self.step(json!({ "do": "result", "text": text })).await.map(|_| ())
    }
}

/// The Inspector's server for a host at `url`, and the address of its page.
async fn serve(what: &str, home: &TempDir, url: &str, era: &str) -> Result<(Child, String)> {
    let mut said = String::new();
    for _ in 0..PORTS {
        let free = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut command = inspector(what, home)?.context("node was there a moment ago")?;
        let mut server = command
            .args([
                "--web",
                "--transport",
                "http",
                "--server-url",
                url,
                "--protocol-era",
                era,
            ])
            .env("CLIENT_PORT", free.to_string())
            .env("MCP_SANDBOX_PORT", "0")
            .env("MCP_AUTO_OPEN_ENABLED", "false")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut lines = BufReader::new(server.stdout.take().context("stdout is piped")?).lines();
        said.clear();
        let found = async {
            while let Some(line) = lines.next_line().await? {
                if line.contains("MCP_INSPECTOR_API_TOKEN=") {
                    return Ok::<_, std::io::Error>(Some(line.trim().to_owned()));
                }
                said.push_str(&line);
                said.push('\n');
            }
            Ok(None)
        };
        if let Some(page) = tokio::time::timeout(PATIENCE, found).await?? {
            // It goes on printing; a full pipe would stop it.
            tokio::spawn(async move { while lines.next_line().await.is_ok_and(|line| line.is_some()) {} });
            return Ok((server, page));
        }
    }
    bail!("the Inspector does not serve its page:\n{said}")
}

/// Lists, calls, sees progress, is asked, cancels.
async fn run_story(page: &mut Page, host: &TestHost) -> Result<()> {
    let names = host.client().await?.tool_names().await?;
    let listed = page.step(json!({ "do": "list" })).await?;
    ensure!(listed["heading"] == format!("Tools ({})", names.len()), "{listed}");
    page.run("ListScenes", "Assets/Scenes/Main.unity").await?;
    page.run("test_tool_with_progress", "Tool with progress executed")
        .await?;
    let progress = page.step(json!({ "do": "progress" })).await?;
    ensure!(progress["reports"] == 3, "{progress}");
    is_asked(page).await?;

    page.step(json!({ "do": "run", "tool": guests::SLEEP_LOOP })).await?;
    wait_for("the endless call to run", async || {
        let metrics = host.metrics().await.ok()?;
        (metrics.gauge("calls_in_flight")? >= 1.0).then_some(())
    })
    .await?;
    page.step(json!({ "do": "cancel" })).await?;
    host.wait_until_idle().await.context("the guest still runs")
}

async fn is_asked(page: &mut Page) -> Result<()> {
    let ask = json!({ "do": "run", "tool": "test_elicitation", "fields": { "message": "Who is it?" } });
    page.step(ask.clone()).await?;
    let filled = json!({ "username": "ada", "email": "ada@example.com" });
    let form = page
        .step(json!({ "do": "form", "fields": filled, "press": "Submit" }))
        .await?;
    ensure!(
        form["shown"].as_str().is_some_and(|text| text.contains("Who is it?")),
        "{form}"
    );
    page.step(json!({ "do": "result", "text": "action=accept" })).await?;
    page.step(ask).await?;
    page.step(json!({ "do": "form", "press": "Decline" })).await?;
    page.step(json!({ "do": "result", "text": "action=decline" })).await?;
    Ok(())
}

async fn story(era: &str, protocol: &str) -> Result<()> {
    let host = stories::host().await?;
    let proxy = CuttingProxy::start(&host).await?;
    let Some(mut page) = Page::open(&proxy.url("/mcp"), era).await? else {
        return Ok(());
    };
    ensure!(page.protocol == format!("MCP {protocol}"), "{}", page.protocol);
    run_story(&mut page, &host).await.with_context(|| host.log_text())?;

    proxy.cut_behind("Completed 50 of 100");
    if era == "legacy" {
        page.run("test_tool_with_progress", "Tool with progress executed")
            .await?;
    } else {
        // Nothing resumes; the next call works.
        page.step(json!({ "do": "run", "tool": "test_tool_with_progress" }))
            .await?;
        wait_for("the cut", async || (proxy.cuts() == 1).then_some(())).await?;
        page.run("ListScenes", "Assets/Scenes/Main.unity").await?;
    }
    ensure!(proxy.cuts() == 1, "the connection was not cut");
    host.wait_until_idle().await?;

    let host = host.restart().await?;
    page.run("test_simple_text", "This is a simple text response").await?;
    is_asked(&mut page).await.context("asking after the restart")?;

    let direct = page.step(json!({ "do": "fetch", "host": host.url("/mcp") })).await?;
    ensure!(direct["hello"] == 200 && direct["session"].is_string(), "{direct}");
    ensure!(
        direct["listed"]
            .as_str()
            .is_some_and(|text| text.contains("ListScenes")),
        "{direct}"
    );
    ensure!(
        direct["ended"]
            .as_u64()
            .is_some_and(|status| (200..300).contains(&status)),
        "{direct}"
    );
    page.step(json!({ "do": "close" })).await.map(|_| ())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handshake_client_works_across_cut_and_restart() -> Result<()> {
    story("legacy", "2025-11-25").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stateless_client_works_across_cut_and_restart() -> Result<()> {
    story("modern", "2026-07-28").await
}
