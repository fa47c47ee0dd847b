//! The same behind stdin and stdout: a client that starts its host itself gets a running Unity, too.

use super::{options, sample};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::process::Stdio;
use tempfile::TempDir;
use tests_support::{HostOptions, PATIENCE, host};
use tests_unity_peer::{Act, Peer};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// A host behind a pipe.
struct Piped {
    child: Child,
    stdin: ChildStdin,
    stdout: Lines<BufReader<ChildStdout>>,
}

impl Piped {
    fn start(scratch: &TempDir, options: &HostOptions, more: &[&str]) -> Result<Self> {
        let mut words = host::stdio_command(options, scratch.path())?;
        words.extend(more.iter().map(|word| (*word).to_owned()));
        let (program, arguments) = words.split_first().context("a program")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let stdin = child.stdin.take().context("its stdin")?;
        let stdout = child.stdout.take().context("its stdout")?;
        Ok(Self {
            child,
            stdin,
            stdout: BufReader::new(stdout).lines(),
        })
    }

    async fn say(&mut self, message: Value) -> Result<()> {
        let line = format!("{message}\n");
        Ok(self.stdin.write_all(line.as_bytes()).await?)
    }

    async fn ask(&mut self, id: u32, method: &str, parameters: Value) -> Result<Value> {
        self.say(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }))
            .await?;
        loop {
            let line = tokio::time::timeout(PATIENCE, self.stdout.next_line()).await??;
            let message: Value = serde_json::from_str(&line.context("it ended")?)?;
            if message["id"] == id {
                return Ok(message["result"].clone());
            }
        }
    }

    /// As a client of the handshake versions.
    async fn greets(&mut self) -> Result<()> {
        let client = json!({ "name": "e2e", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        self.ask(1, "initialize", hello).await?;
        self.say(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await
    }

    /// Ends it as its client does; whether it ended well.
    async fn end(mut self) -> Result<bool> {
        drop(self.stdin);
        Ok(tokio::time::timeout(PATIENCE, self.child.wait()).await??.success())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stdio_host_links_an_instance_and_serves_no_http() -> Result<()> {
    let scratch = TempDir::with_prefix("unity-tool-host-test-")?;
    let mut host = Piped::start(&scratch, &options(), &[])?;
    let data = scratch.path().join("data");
    let peer = Peer::start(&data, &sample(), Box::new(|_, _| Act::Answer))?;
    peer.wait_for_links(1).await?;
    host.greets().await?;
    let call = json!({ "name": "GetStatus", "arguments": {} });
    let status = host.ask(2, "tools/call", call).await?;
    ensure!(status["structuredContent"]["Platform"] == "LinuxPlayer", "{status}");

    let file = std::fs::read_dir(data.join("hosts"))?.next().context("its file")??;
    let told: Value = serde_json::from_slice(&std::fs::read(file.path())?)?;
    let address = told["address"].as_str().context("an address")?;
    let http = address.replacen("ws://", "http://", 1);
    for path in ["/mcp", "/health", "/", "/message"] {
        let other = host::http_client()?
            .get(http.replacen("/bridge", path, 1))
            .send()
            .await?;
        ensure!(other.status() == 404, "{path}: {}", other.status());
    }
    ensure!(host.end().await?, "it ended as it should");
    ensure!(
        std::fs::read_dir(data.join("hosts"))?.next().is_none(),
        "its file is gone"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stdio_host_targets_the_instance_of_its_command_line() -> Result<()> {
    let scratch = TempDir::with_prefix("unity-tool-host-test-")?;
    let within = sample().join("Assets").display().to_string();
    let beside = options().project(&sample());
    let mut host = Piped::start(&scratch, &beside, &["--unity", &within])?;
    let peer = Peer::start(&scratch.path().join("data"), &sample(), Box::new(|_, _| Act::Answer))?;
    peer.wait_for_links(1).await?;
    host.greets().await?;
    let call = json!({ "name": "SetTimeScale", "arguments": { "value": 3 } });
    let written = host.ask(2, "tools/call", call).await?;
    let target = &written["_meta"]["unity-tools/target"];
    ensure!(target["source"] == "folder" && written["isError"] != true, "{written}");
    ensure!(peer.write_count() == 0, "the game was not asked");
    // What one call says wins over it.
    let listed = json!({ "name": "list_unitys", "arguments": {} });
    let listed = host.ask(3, "tools/call", listed).await?;
    let rows = listed["structuredContent"]["targets"].as_array().context("rows")?;
    let game = rows.iter().find(|row| row["source"] == "player").context("the game")?;
    let meta = json!({ "unity-tools/target": game["id"] });
    let call = json!({ "name": "GetTimeScale", "arguments": {}, "_meta": meta });
    let read = host.ask(4, "tools/call", call).await?;
    ensure!(read["_meta"]["unity-tools/target"]["source"] == "live", "{read}");
    ensure!(read["structuredContent"]["value"] == 1.0, "{read}");
    ensure!(host.end().await?, "it ended as it should");
    let alone = HostOptions::new();
    let refused = Piped::start(&scratch, &alone, &["--unity", "Game"])?;
    ensure!(!refused.end().await?, "there is nothing to choose from");
    Ok(())
}
