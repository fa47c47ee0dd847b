//! The real program as a child process on a port of its own choice.
//!
//! Belongs here: starting, watching and ending it. Does not: talking MCP to it (`client.rs`).

use crate::client::{Era, McpClient};
use crate::http::watcher;
pub use crate::http::{LOOK, http_client};
use crate::metrics::Metrics;
use crate::options::HostOptions;
use crate::wait::{PATIENCE, wait_for};
use crate::{environment, paths};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

/// Lines kept of what the host prints; older ones are dropped.
const LINES: usize = 100_000;

type Lines = Arc<Mutex<VecDeque<String>>>;

/// A running host. Killed when dropped.
#[derive(Debug)]
pub struct TestHost {
    child: Child,
    url: String,
    http: reqwest::Client,
    log: Lines,
    readers: Vec<JoinHandle<()>>,
    scratch: Arc<TempDir>,
    options: HostOptions,
    command: String,
}

impl TestHost {
    /// Starts the host, and waits until it is ready, unless the options say otherwise.
    pub async fn start(options: HostOptions) -> Result<Self> {
        let scratch = TempDir::with_prefix("unity-tool-host-test-").context("no temporary folder")?;
        Self::start_in(options, Arc::new(scratch), "127.0.0.1:0").await
    }

    /// Ends it as an operator does, and starts it again: the same port, data folder and options.
    pub async fn restart(self) -> Result<Self> {
        let (options, scratch) = (self.options.clone(), Arc::clone(&self.scratch));
        let address = self.url.strip_prefix("http://").unwrap_or(&self.url).to_owned();
        let (status, log) = self.terminate().await?;
        if cfg!(unix) && !status.success() {
            bail!("the host ended with {status}:\n{log}");
        }
        Self::start_in(options, scratch, &address).await
    }

    /// As `restart`, with a change to its data folder while no host runs there.
    pub async fn restarted_after(self, change: impl FnOnce(&Path) -> Result<()>) -> Result<Self> {
        let (options, scratch) = (self.options.clone(), Arc::clone(&self.scratch));
        let data = self.data_dir();
        let (status, log) = self.terminate().await?;
        if cfg!(unix) && !status.success() {
            bail!("the host ended with {status}:\n{log}");
        }
        change(&data)?;
        Self::start_in(options, scratch, "127.0.0.1:0").await
    }

    /// Kills it, unless it was killed, and starts it again: the same port, data folder and options.
    pub async fn killed_and_restarted(mut self) -> Result<Self> {
        let (options, scratch) = (self.options.clone(), Arc::clone(&self.scratch));
        let address = self.url.strip_prefix("http://").unwrap_or(&self.url).to_owned();
        if self.child.id().is_some() {
            self.kill()?;
        }
        self.wait_for_end().await?;
        Self::start_in(options, scratch, &address).await
    }

    async fn start_in(options: HostOptions, scratch: Arc<TempDir>, address: &str) -> Result<Self> {
        let mut command = command(&options, scratch.path(), address)?;
        let shown = format!("{:?}", command.as_std());
        let mut child = command
            .spawn()
            .with_context(|| format!("{shown} could not be started"))?;
        let log = Lines::default();
        let errors = child.stderr.take().expect("stderr is piped");
        let mut readers = vec![tokio::spawn(collect(BufReader::new(errors), Arc::clone(&log)))];
        let mut output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut first = String::new();
        let read = tokio::time::timeout(PATIENCE, output.read_line(&mut first)).await;
        let url = match (read, first.trim().strip_prefix("listening on ")) {
            (Ok(Ok(_)), Some(url)) => url.to_owned(),
            _ => {
                let _ = child.kill().await;
                for reader in readers {
                    let _ = reader.await;
                }
                bail!("{shown}\nfirst line on stdout: {first:?}\nlog:\n{}", text(&log));
            }
        };
        readers.push(tokio::spawn(collect(output, Lines::default())));
        let host = Self {
            child,
            url,
            http: watcher()?,
            log,
            readers,
            scratch,
            options,
            command: shown,
        };
        if host.options.wait_until_ready {
            host.wait_until_ready().await?;
        }
        Ok(host)
    }

    /// Waits until `/ready` answers 200.
    pub async fn wait_until_ready(&self) -> Result<()> {
        wait_for("/ready to answer 200", async || {
            self.get("/ready").await.ok().filter(|(status, _)| *status == 200)
        })
        .await
        .map(|_| ())
        .with_context(|| format!("{}\nlog:\n{}", self.command, self.log_text()))
    }

    /// `http://127.0.0.1:PORT` with `path` behind it.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    /// The process id; an error once it ended.
    pub fn pid(&self) -> Result<u32> {
        self.child.id().context("the host has ended")
    }

    /// What its own files may lie in: `data/`, `cache/` where asked for, the configuration file.
    pub fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// Its data folder.
    pub fn data_dir(&self) -> PathBuf {
        self.scratch.path().join("data")
    }

    /// A client that did the handshake of 2025-11-25.
    pub async fn client(&self) -> Result<McpClient> {
        McpClient::connect(&self.url("/mcp"), Era::Handshake("2025-11-25"))
            .await
            .with_context(|| format!("log:\n{}", self.log_text()))
    }

    /// As `client`, with the profile that its address picks.
    pub async fn client_of(&self, profile: &str) -> Result<McpClient> {
        McpClient::connect(
            &self.url(&format!("/mcp?profile={profile}")),
            Era::Handshake("2025-11-25"),
        )
        .await
        .with_context(|| format!("log:\n{}", self.log_text()))
    }

    /// A client of the stateless era.
    pub fn stateless(&self) -> Result<McpClient> {
        McpClient::stateless(&self.url("/mcp"))
    }

    /// Status and body of a plain GET.
    pub async fn get(&self, path: &str) -> Result<(u16, String)> {
        let answer = self.http.get(self.url(path)).send().await?;
        Ok((answer.status().as_u16(), answer.text().await?))
    }

    /// `/health` as JSON.
    pub async fn health(&self) -> Result<Value> {
        let (status, body) = self.get("/health").await?;
        serde_json::from_str(&body).with_context(|| format!("/health answered {status} {body}"))
    }

    /// The bundle `id` as `/health` shows it.
    pub async fn bundle_health(&self, id: &str) -> Option<Value> {
        let health = self.health().await.ok()?;
        let bundles = health.get("bundles")?.as_array()?;
        bundles.iter().find(|bundle| bundle["id"] == id).cloned()
    }

    /// `/metrics` as numbers.
    pub async fn metrics(&self) -> Result<Metrics> {
        Ok(Metrics::parse(&self.get("/metrics").await?.1))
    }

    /// Waits until the gauges of work under way are back to zero.
    pub async fn wait_until_idle(&self) -> Result<()> {
        for gauge in ["in_flight", "calls_in_flight", "instances", "parked", "tasks"] {
            wait_for(&format!("the gauge {gauge} to be zero"), async || {
                let metrics = self.metrics().await.ok()?;
                (metrics.gauge(gauge)? == 0.0).then_some(())
            })
            .await?;
        }
        Ok(())
    }

    /// What it logged so far.
    pub fn log(&self) -> Vec<String> {
        let lines = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect()
    }

    /// The same as one text, for a failure's message.
    pub fn log_text(&self) -> String {
        text(&self.log)
    }

    /// Waits for a log line that `wanted` accepts.
    pub async fn wait_for_log(&self, what: &str, wanted: impl Fn(&str) -> bool) -> Result<String> {
        wait_for(&format!("a log line: {what}"), async || {
            self.log().into_iter().find(|line| wanted(line))
        })
        .await
        .with_context(|| self.log_text())
    }

    /// Replaces the configuration file that `HostOptions::config` gave, atomically.
    pub fn rewrite_config(&self, config: &str) -> Result<()> {
        let file = config_file(self.scratch.path());
        let fresh = file.with_extension("new");
        std::fs::write(&fresh, config).context("cannot write the configuration")?;
        std::fs::rename(&fresh, &file).context("cannot replace the configuration")
    }

    /// SIGTERM where there is one; elsewhere it is killed. Exit status and log, once it ended.
    pub async fn terminate(mut self) -> Result<(ExitStatus, String)> {
        self.ask_to_end()?;
        self.wait_for_end().await
    }

    /// SIGKILL, or what the system has instead: it gets to do nothing more. Does not wait.
    pub fn kill(&mut self) -> Result<()> {
        self.child.start_kill().context("the host could not be killed")
    }

    /// The same, and waits until nothing of its process is left. Its folders stay.
    pub async fn killed(&mut self) -> Result<()> {
        self.child.kill().await.context("the host could not be killed")
    }

    /// Waits for its end. Exit status and log.
    pub async fn wait_for_end(mut self) -> Result<(ExitStatus, String)> {
        let status = tokio::time::timeout(PATIENCE, self.child.wait())
            .await
            .context("the host did not end")??;
        for reader in std::mem::take(&mut self.readers) {
            let _ = reader.await;
        }
        Ok((status, self.log_text()))
    }

    /// Sends SIGTERM and does not wait.
    #[cfg(unix)]
    pub fn ask_to_end(&mut self) -> Result<()> {
        let pid = i32::try_from(self.pid()?).context("a process id that is too large")?;
        let pid = rustix::process::Pid::from_raw(pid).context("a process id of zero")?;
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).context("SIGTERM could not be sent")
    }

    /// Windows has no SIGTERM for a child without a console.
    #[cfg(not(unix))]
    pub fn ask_to_end(&mut self) -> Result<()> {
        self.child.start_kill().context("the host could not be killed")
    }
}

impl Drop for TestHost {
    fn drop(&mut self) {
        // `kill_on_drop` ends the child; the readers end with its pipes.
        for reader in &self.readers {
            reader.abort();
        }
    }
}

/// The folder for compiled code that all test hosts share.
pub fn shared_cache() -> PathBuf {
    paths::target().join("tests").join("cache")
}

fn config_file(scratch: &Path) -> PathBuf {
    scratch.join("unity-tool-host.toml")
}

fn command(options: &HostOptions, scratch: &Path, address: &str) -> Result<Command> {
    let mut command = Command::new(paths::binary()?);
    command.arg("serve").args(["--listen", address]);
    command.args(arguments(options, scratch)?);
    // An empty folder: the sample project is served, whatever project the tests are started in.
    command.current_dir(options.working_directory.as_deref().unwrap_or(scratch));
    command
        .env("RUST_BACKTRACE", "0")
        .env_remove(environment::FIXTURES)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    Ok(command)
}

/// The command line with which a client spawns the host and speaks over its stdin and stdout. Its files lie in `scratch`.
pub fn stdio_command(options: &HostOptions, scratch: &Path) -> Result<Vec<String>> {
    let mut words = vec![paths::binary()?.into_os_string(), "stdio".into()];
    if options.project.is_none() {
        // Without a project it is refused, wherever the client starts it.
        words.push("--sample".into());
    }
    words.extend(arguments(options, scratch)?);
    words
        .into_iter()
        .map(|word| match word.into_string() {
            Ok(word) => Ok(word),
            Err(word) => bail!("{} is no text", word.display()),
        })
        .collect()
}

/// What `serve` and `stdio` both take.
fn arguments(options: &HostOptions, scratch: &Path) -> Result<Vec<OsString>> {
    let mut words: Vec<OsString> = Vec::new();
    let mut add = |flag: &str, value: OsString| words.extend([OsString::from(flag), value]);
    if let Some(config) = &options.config {
        let file = config_file(scratch);
        std::fs::write(&file, config).context("cannot write the configuration")?;
        add("--config", file.into());
    }
    if let Some(project) = &options.project {
        add("--project", project.into());
    }
    for tools in &options.tools {
        add("--tools", tools.into());
    }
    if !options.no_bundled {
        add("--bundled", paths::components().into());
    }
    let cache = options.cache.clone().unwrap_or_else(shared_cache);
    for (key, folder) in [
        ("server.data-dir", scratch.join("data")),
        ("server.cache-dir", cache),
        ("server.discovery-file", scratch.join("discovery.json")),
    ] {
        add("--set", format!("{key}={}", toml_path(&folder)).into());
    }
    for set in &options.sets {
        add("--set", set.into());
    }
    if options.no_bundled {
        words.push("--no-bundled".into());
    }
    words.extend(options.arguments.iter().cloned());
    Ok(words)
}

/// `path` as a TOML literal string, in which a backslash is only itself.
pub fn toml_path(path: &Path) -> String {
    format!("'{}'", path.display())
}

/// SIGTERM to the process group that `child` leads.
#[cfg(unix)]
pub fn end_group(child: &Child) -> Result<()> {
    let pid = i32::try_from(child.id().context("it has ended")?).context("a process id that is too large")?;
    let pid = rustix::process::Pid::from_raw(pid).context("a process id of zero")?;
    rustix::process::kill_process_group(pid, rustix::process::Signal::TERM).context("SIGTERM could not be sent")
}

async fn collect(reader: impl AsyncRead + Unpin, into: Lines) {
    let mut reader = BufReader::new(reader);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
        let mut lines = into.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == LINES {
            lines.pop_front();
        }
        lines.push_back(String::from_utf8_lossy(&line).trim_end().to_owned());
        drop(lines);
        line.clear();
    }
}

fn text(lines: &Lines) -> String {
    let lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
    let kept: Vec<&str> = lines.iter().rev().take(200).map(String::as_str).collect();
    kept.into_iter().rev().collect::<Vec<_>>().join("\n")
}
