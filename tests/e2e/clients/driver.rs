//! Remote control of a client in another language: commands go in as lines of JSON, events come out.
//!
//! Belongs here: the child process and its lines. Does not: what is done with the client (`stories.rs`), and the
//! scripts (`tests/e2e/python/client.py`, `tests/e2e/node/client.mjs`).

use crate::clients::stories::{Ended, StockClient};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::process::Stdio;
use tempfile::NamedTempFile;
use tests_support::{PATIENCE, environment, paths};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// A connected client in a process of its own.
pub(crate) struct Driver {
    child: Child,
    commands: ChildStdin,
    events: Lines<BufReader<ChildStdout>>,
    errors: NamedTempFile,
    /// Events that no step waited for yet.
    waiting: Vec<Value>,
    protocol: String,
    /// The TypeScript clients take a result at once and a report of progress a turn later, when the call is over for
    /// them: over one long stream both may be read together.
    loses_what_comes_with_the_result: bool,
}

/// A client library in another language.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Library {
    /// The Python package `mcp`.
    Mcp,
    /// The Python package `fastmcp`.
    FastMcp,
    /// `@modelcontextprotocol/sdk`.
    TypeScript1,
    /// `@modelcontextprotocol/client`.
    TypeScript2,
}

/// Where a client connects, as the scripts read it.
pub(crate) fn http(url: String) -> Value {
    json!({ "http": url })
}

impl Library {
    /// A connected client; `None`, announced, where its language is missing. `mode` is `legacy`, `auto` or a version.
    pub(crate) async fn connect(self, to: Value, mode: &str) -> Result<Option<Driver>> {
        let what = format!("the client {self:?}, mode {mode}");
        let command = match self {
            Self::Mcp => python(&what, "mcp"),
            Self::FastMcp => python(&what, "fastmcp"),
            Self::TypeScript1 => typescript(&what, "v1"),
            Self::TypeScript2 => typescript(&what, "v2"),
        };
        let Some(command) = command? else {
            return Ok(None);
        };
        let one_stream = to.get("http").is_none();
        let mut driver = Driver::connect(command, to, mode).await?;
        driver.loses_what_comes_with_the_result = one_stream && matches!(self, Self::TypeScript1 | Self::TypeScript2);
        Ok(Some(driver))
    }
}

fn python(what: &str, library: &str) -> Result<Option<Command>> {
    let Some(interpreter) = environment::python(what)? else {
        return Ok(None);
    };
    let mut command = Command::new(interpreter);
    command
        .arg(paths::root().join("tests/e2e/python/client.py"))
        .arg(library);
    Ok(Some(command))
}

fn typescript(what: &str, version: &str) -> Result<Option<Command>> {
    let command = node(what, "client.mjs")?;
    Ok(command.map(|mut command| {
        command.arg(version);
        command
    }))
}

/// Node with a script of `tests/e2e/node` that may import the pinned packages.
pub(crate) fn node(what: &str, script: &str) -> Result<Option<Command>> {
    let Some((node, packages)) = environment::node(what)? else {
        return Ok(None);
    };
    let folder = paths::root().join("tests/e2e/node");
    let mut command = Command::new(node);
    let import = reqwest::Url::from_file_path(folder.join("packages.mjs"));
    let import = import.ok().context("the scripts have no absolute path")?;
    command
        .env(environment::NODE_PACKAGES, packages)
        .args(["--import", import.as_str()])
        .arg(folder.join(script));
    Ok(Some(command))
}

impl Driver {
    async fn connect(mut command: Command, to: Value, mode: &str) -> Result<Self> {
        let errors = NamedTempFile::new()?;
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::from(File::create(errors.path())?))
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("{:?} could not be started", command.as_std()))?;
        let mut driver = Self {
            commands: child.stdin.take().context("stdin is piped")?,
            events: BufReader::new(child.stdout.take().context("stdout is piped")?).lines(),
            child,
            errors,
            waiting: Vec::new(),
            protocol: String::new(),
            loses_what_comes_with_the_result: false,
        };
        driver
            .tell(json!({ "do": "connect", "to": to, "mode": mode, "person": true }))
            .await?;
        let connected = driver.event("connected", |_| true).await?;
        driver.protocol = connected["protocol"].as_str().context("no protocol")?.to_owned();
        Ok(driver)
    }

    async fn tell(&mut self, command: Value) -> Result<()> {
        let sent = self.commands.write_all(format!("{command}\n").as_bytes()).await;
        sent.with_context(|| format!("the client has ended: {}", self.error_text()))?;
        self.commands.flush().await.context("the client has ended")
    }

    /// The next event of that kind that `wanted` accepts; others wait for those who want them.
    async fn event(&mut self, kind: &str, wanted: impl Fn(&Value) -> bool) -> Result<Value> {
        let fits = |event: &Value| event["event"] == kind && wanted(event);
        if let Some(at) = self.waiting.iter().position(fits) {
            return Ok(self.waiting.remove(at));
        }
        loop {
            let line = tokio::time::timeout(PATIENCE, self.events.next_line()).await;
            let Ok(Ok(Some(line))) = line else {
                bail!(
                    "waited in vain for the event {kind}; others: {:?}; the client says:\n{}",
                    self.waiting,
                    self.error_text()
                );
            };
            let event = serde_json::from_str(&line).with_context(|| format!("no event: {line}"))?;
            if fits(&event) {
                return Ok(event);
            }
            self.waiting.push(event);
        }
    }

    fn error_text(&self) -> String {
        let mut text = String::new();
        let read = File::open(self.errors.path()).and_then(|mut file| file.read_to_string(&mut text));
        match read {
            Ok(_) => text,
            Err(error) => format!("(its stderr cannot be read: {error})"),
        }
    }
}

impl StockClient for Driver {
    fn protocol(&self) -> &str {
        &self.protocol
    }

    fn loses_what_comes_with_the_result(&self) -> bool {
        self.loses_what_comes_with_the_result
    }

    async fn list(&mut self) -> Result<Vec<Value>> {
        self.tell(json!({ "do": "list" })).await?;
        let listed = self.event("tools", |_| true).await?;
        listed["tools"].as_array().cloned().context("tools are a list")
    }

    async fn start(&mut self, call: &str, tool: &str, arguments: Value) -> Result<()> {
        self.tell(json!({ "do": "call", "call": call, "tool": tool, "arguments": arguments }))
            .await
    }

    async fn cancel(&mut self, call: &str) -> Result<()> {
        self.tell(json!({ "do": "cancel", "call": call })).await
    }

    async fn end_of(&mut self, call: &str, progress: usize) -> Result<Ended> {
        let called = self.event("called", |event| event["call"] == call).await?;
        let result = match called.get("result") {
            Some(result) => result.clone(),
            None => json!({ "raised": called["raised"] }),
        };
        let mut reports = Vec::new();
        while reports.len() < progress {
            let report = self.event("progress", |event| event["call"] == call).await;
            let report = report.with_context(|| format!("the call ended with {result}, after {reports:?}"))?;
            reports.push(report["progress"].as_f64().context("progress is a number")?);
        }
        let more = self
            .waiting
            .extract_if(.., |event| event["event"] == "progress" && event["call"] == call);
        reports.extend(more.filter_map(|event| event["progress"].as_f64()));
        Ok(Ended {
            result,
            progress: reports,
        })
    }

    async fn person_will(&mut self, answer: Value) -> Result<()> {
        self.tell(json!({ "do": "answer", "with": answer })).await
    }

    async fn question(&mut self) -> Result<(String, Value)> {
        let asked = self.event("asked", |_| true).await?;
        let message = asked["message"].as_str().unwrap_or_default().to_owned();
        Ok((message, asked["schema"].clone()))
    }

    async fn close(mut self) -> Result<()> {
        self.tell(json!({ "do": "close" })).await?;
        self.event("closed", |_| true).await?;
        let status = tokio::time::timeout(PATIENCE, self.child.wait()).await;
        let status = status.with_context(|| format!("the client does not end: {}", self.error_text()))??;
        ensure!(
            status.success(),
            "the client ended with {status}: {}",
            self.error_text()
        );
        Ok(())
    }
}
