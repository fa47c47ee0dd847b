//! The attacks, each in a task of its own, each counting what it did.
//!
//! Belongs here: what is sent and how often. Each is bounded, so that what is measured is the host and not the machine.
//! Does not: files (`files.rs`).

use super::files::Files;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tests_support::client::STATELESS;
use tests_support::{McpClient, TestHost, host};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Sockets that are opened and say nothing that a server could answer.
const HELD: usize = 400;
const BEGUN: [&[u8]; 3] = [b"P", b"", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"];
/// Clients that listen for resources with long names.
const LISTENERS: usize = 100;
const URIS: usize = 1000;
/// The longest with which a listener of a thousand is let in.
const URI_BYTES: usize = 240;
/// A body of one batch.
const BATCH_BYTES: usize = 4 << 20;

/// All attacks of one run.
pub(crate) struct Attacks {
    stop: CancellationToken,
    tasks: JoinSet<()>,
    counts: Vec<(&'static str, Arc<AtomicU64>)>,
}

impl Attacks {
    pub(crate) fn start(host: &TestHost, files: &Files) -> Self {
        let mut attacks = Self {
            stop: CancellationToken::new(),
            tasks: JoinSet::new(),
            counts: Vec::new(),
        };
        let url = host.url("/mcp");
        attacks.add("batches", 1, Duration::from_millis(500), {
            let url = url.clone();
            let body: Arc<str> = format!("[{}1]", "1,".repeat(BATCH_BYTES / 2 - 2)).into();
            move || batch(url.clone(), Arc::clone(&body))
        });
        let address = url.trim_start_matches("http://").trim_end_matches("/mcp").to_owned();
        for begun in BEGUN {
            let address = address.clone();
            attacks.add(
                "sockets_held",
                HELD / BEGUN.len(),
                Duration::from_millis(200),
                move || hold(address.clone(), begun),
            );
        }
        let listen: Arc<str> = listen().into();
        attacks.add("listeners", LISTENERS, Duration::from_millis(500), {
            let url = url.clone();
            move || stay(url.clone(), Arc::clone(&listen))
        });
        attacks.add("costly_arguments", 2, Duration::from_millis(250), {
            let (url, costly) = (url.clone(), (0..60).fold(json!(1), |inner, _| json!({ "a": inner })));
            move || tool(url.clone(), "costly_arguments", json!({ "node": costly.clone() }))
        });
        attacks.add("project_bombs", 1, Duration::from_secs(2), {
            move || tool(url.clone(), "ListObjects", json!({ "sceneId": Files::BOMB }))
        });
        let bundles = files.bundles();
        attacks.add("cold_bundles", 1, Duration::from_secs(5), move || {
            let bundles = bundles.clone();
            async move { bundles.add() }
        });
        attacks
    }

    /// `many` tasks that attack again and again, with a pause between.
    fn add<A, F>(&mut self, name: &'static str, many: usize, pause: Duration, attack: A)
    where
        A: Fn() -> F + Clone + Send + 'static,
        F: Future<Output = Result<()>> + Send + 'static,
    {
        let known = self.counts.iter().find(|(known, _)| *known == name);
        let count = known.map_or_else(Arc::default, |(_, count)| Arc::clone(count));
        if known.is_none() {
            self.counts.push((name, Arc::clone(&count)));
        }
        for _ in 0..many {
            let (stop, attack, count) = (self.stop.clone(), attack.clone(), Arc::clone(&count));
            self.tasks.spawn(async move {
                let mut ticks = tokio::time::interval(pause);
                loop {
                    tokio::select! {
                        () = stop.cancelled() => break,
                        _ = ticks.tick() => {}
                    }
                    count.fetch_add(1, Ordering::Relaxed);
                    tokio::select! {
                        () = stop.cancelled() => break,
                        // That it is refused or cut off is what is expected.
                        _ = attack() => {}
                    }
                }
            });
        }
    }

    /// Ends them all; how often each was tried.
    pub(crate) async fn stop(mut self) -> Result<Vec<(&'static str, u64)>> {
        self.stop.cancel();
        while let Some(ended) = self.tasks.join_next().await {
            ended.context("an attack ended badly")?;
        }
        let counts = self.counts.iter();
        Ok(counts
            .map(|(name, count)| (*name, count.load(Ordering::Relaxed)))
            .collect())
    }
}

async fn batch(url: String, body: Arc<str>) -> Result<()> {
    let request = host::http_client()?
        .post(url)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .body(body.to_string());
    request.send().await?.bytes().await?;
    Ok(())
}

/// Opens a socket, begins to say something, and waits until it is closed.
async fn hold(address: String, begun: &'static [u8]) -> Result<()> {
    let address: SocketAddr = address.parse()?;
    let mut socket = TcpStream::connect(address).await?;
    socket.write_all(begun).await?;
    socket.read_to_end(&mut Vec::new()).await?;
    Ok(())
}

fn listen() -> String {
    let uris: Vec<String> = (0..URIS)
        .map(|number| format!("unity://logs/{number}{}", "x".repeat(URI_BYTES)))
        .collect();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "greedy", "version": "1" },
    });
    let params = json!({ "notifications": { "resourceSubscriptions": uris }, "_meta": meta });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": params }).to_string()
}

/// Listens for as long as it may.
async fn stay(url: String, body: Arc<str>) -> Result<()> {
    let request = host::http_client()?
        .post(url)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", STATELESS)
        .header("mcp-method", "subscriptions/listen")
        .body(body.to_string());
    let mut answer = request.send().await?;
    while answer.chunk().await?.is_some() {}
    Ok(())
}

async fn tool(url: String, name: &'static str, arguments: Value) -> Result<()> {
    McpClient::stateless(&url)?.call(name, arguments).await?;
    Ok(())
}
