//! The host that the conformance suite tests, with the bundled tools and a test guest, on a free port.
//!
//! Belongs here: starting and stopping the host, and one call before the suite. Does not: running the suite.

use crate::host::HOST;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Maximum time until the host accepts requests. A slow machine needs minutes to compile all components.
const PATIENCE: Duration = Duration::from_secs(180);

/// A running host process. Dropping the value kills the process.
pub(super) struct Served {
    child: Child,
    port: u16,
    log: PathBuf,
}

impl Served {
    /// Starts the host with files below `folder`, and waits until its tools are published.
    pub(super) fn start(workspace: &Workspace, folder: &Path) -> Result<Self> {
        let log = folder.join("host.log");
        let program = workspace.program(HOST);
        let mut command = Command::new(&program);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--bundled"])
            .arg(workspace.components())
            .arg("--tools")
            .arg(workspace.components().join("fixtures/conformance"));
        for (key, name) in [
            ("server.data-dir", "data"),
            ("server.cache-dir", "cache"),
            ("server.discovery-file", "discovery.json"),
        ] {
            // The value is a TOML literal string, in which a backslash is not an escape character.
            let value = format!("{key}='{}'", folder.join("host").join(name).display());
            command.arg("--set").arg(value);
        }
        // The folder contains no Unity project, so the host serves the embedded sample.
        let mut child = command
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(&log).with_context(|| format!("cannot write {}", log.display()))?)
            .spawn()
            .with_context(|| format!("{} could not be started", program.display()))?;
        let mut first = String::new();
        let output = child.stdout.take().context("stdout is piped")?;
        let read = BufReader::new(output).read_line(&mut first);
        let port = first.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        let mut host = Self {
            child,
            port: port.unwrap_or_default(),
            log,
        };
        if read.is_err() || port.is_none() {
            bail!("the host did not say where it listens: {first:?}\n{}", host.log_text());
        }
        host.wait_until_ready()?;
        Ok(host)
    }

    /// Returns the MCP URL of the host with the host name `localhost`, as the suite's DNS rebinding check requires.
    pub(super) fn mcp_url(&self) -> String {
        format!("http://localhost:{}/mcp", self.port)
    }

    pub(super) fn call_once(&self, tool: &str) -> Result<()> {
        let body = serde_json::json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {
                "name": tool,
                "_meta": {
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientCapabilities": {},
                },
            },
        })
        .to_string();
        let head = format!(
            "POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {tool}\r\nContent-Length: {}\r\n",
            body.len()
        );
        let (status, answer) = self.exchange(&head, &body)?;
        ensure!(
            status == 200 && answer.contains("\"content\"") && !answer.contains("\"isError\":true"),
            "{tool} answered {status} {answer}\n{}",
            self.log_text()
        );
        Ok(())
    }

    fn wait_until_ready(&mut self) -> Result<()> {
        let began = Instant::now();
        loop {
            let answer = self.exchange("GET /ready HTTP/1.1\r\n", "");
            if matches!(answer, Ok((200, _))) {
                return Ok(());
            }
            if let Some(status) = self.child.try_wait()? {
                bail!("the host ended with {status}\n{}", self.log_text());
            }
            ensure!(
                began.elapsed() < PATIENCE,
                "the host did not become ready: {answer:?}\n{}",
                self.log_text()
            );
            #[expect(
                clippy::disallowed_methods,
                reason = "another process becomes ready; there is nothing to wait on but its answer"
            )]
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Sends one request on a new connection. Returns the HTTP status, and the text after the status line.
    fn exchange(&self, head: &str, body: &str) -> Result<(u16, String)> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).context("no connection to the host")?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let host = format!("Host: localhost:{}\r\nConnection: close\r\n\r\n", self.port);
        stream.write_all(format!("{head}{host}{body}").as_bytes())?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).context("the host's answer broke off")?;
        let text = String::from_utf8_lossy(&bytes);
        let (line, rest) = text.split_once("\r\n").context("no status line")?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok((status.with_context(|| format!("no status: {line}"))?, rest.to_owned()))
    }

    fn log_text(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // The process may already have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
