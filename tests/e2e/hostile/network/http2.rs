//! HTTP/2 connections that make the host hold what no body is: heads, streams that wait, windows that are full.

use super::memory::{MEMORY, UNCOUNTED, small, until_empty, within_budget};
use anyhow::{Context, Result, ensure};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tests_support::resident::Resident;
use tests_support::{TestHost, wait_for};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

const CONNECTIONS: usize = 32;
/// On each connection, at least.
const STREAMS: usize = 100;
/// A field of a head, and how many make one that is just not too long (RFC 9113, 6.5.2: each counts 32 more).
const FIELD: (usize, usize) = (5, 1);
const FIELDS: usize = (16 << 10) / (FIELD.0 + FIELD.1 + 32) - 8;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const SETTINGS: u8 = 4;
const ACK: u8 = 1;
const END_HEADERS: u8 = 4;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let mut bytes = (payload.len() as u32).to_be_bytes()[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// A literal field of HPACK that enters no table; shorter than 127 bytes.
fn field(into: &mut Vec<u8>, name: &str, value: &str) {
    into.push(0);
    for text in [name, value] {
        into.push(text.len() as u8);
        into.extend(text.as_bytes());
    }
}

/// `POST /mcp` with `more` fields that mean nothing.
fn head(address: SocketAddr, more: usize) -> Vec<u8> {
    // `:method: POST` and `:scheme: http` of the static table.
    let mut block = vec![0x83, 0x86];
    field(&mut block, ":path", "/mcp");
    field(&mut block, ":authority", &address.to_string());
    field(&mut block, "content-type", "application/json");
    for number in 0..more {
        field(&mut block, &format!("x{number:04}"), "y");
    }
    block
}

/// A connection whose client reads all that comes and acknowledges settings, until it is dropped.
struct Connection {
    open: Arc<AtomicBool>,
    reader: JoinHandle<()>,
    writer: tokio::net::tcp::OwnedWriteHalf,
}

impl Connection {
    async fn open(address: SocketAddr) -> Result<Self> {
        let (mut input, mut writer) = TcpStream::connect(address).await?.into_split();
        writer.write_all(PREFACE).await?;
        writer.write_all(&frame(SETTINGS, 0, 0, &[])).await?;
        // Its settings come first.
        let mut start = [0; 9];
        input.read_exact(&mut start).await?;
        ensure!(start[3] == SETTINGS, "{start:?}");
        writer.write_all(&frame(SETTINGS, ACK, 0, &[])).await?;
        let open = Arc::new(AtomicBool::new(true));
        let still = Arc::clone(&open);
        let reader = tokio::spawn(async move {
            let mut buffer = vec![0; 16 << 10];
            while matches!(input.read(&mut buffer).await, Ok(1..)) {}
            still.store(false, Ordering::SeqCst);
        });
        Ok(Self { open, reader, writer })
    }

    /// Opens streams whose request never ends: a head, and `body` of what should be more.
    async fn request(&mut self, streams: usize, head: &[u8], body: &[u8]) -> Result<()> {
        for number in 0..streams {
            let stream = number as u32 * 2 + 1;
            let mut bytes = frame(HEADERS, END_HEADERS, stream, head);
            if !body.is_empty() {
                bytes.extend(frame(DATA, 0, stream, body));
            }
            self.writer.write_all(&bytes).await?;
        }
        Ok(())
    }

    fn is_open(&self) -> bool {
        self.open.load(Ordering::SeqCst)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

fn address(host: &TestHost) -> Result<SocketAddr> {
    Ok(host.url("").trim_start_matches("http://").parse()?)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heads_of_requests_that_never_end_take_no_more_than_the_budget() -> Result<()> {
    let host = small().no_bundled().start().await?;
    let address = address(&host)?;
    let before = Resident::of(host.pid()?);
    let head = head(address, FIELDS);
    ensure!(head.len() < 16 << 10, "it has to be one frame: {}", head.len());
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        let mut connection = Connection::open(address).await?;
        connection.request(STREAMS, &head, b"{").await?;
        connections.push(connection);
        within_budget(&host).await?;
    }
    if std::env::var("BEFORE").is_ok() {
        tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    }
    wait_for("most requests to be refused", async || {
        let refused = host.metrics().await.ok()?.gauge("memory_refused_total")?;
        (refused >= (CONNECTIONS * STREAMS / 2) as f64).then_some(())
    })
    .await?;
    within_budget(&host).await?;
    ensure!(
        connections.iter().all(Connection::is_open),
        "a connection was ended for its heads"
    );
    if let (Some(before), Some(after)) = (before, Resident::of(host.pid()?)) {
        let grown = after.most.saturating_sub(before.now);
        ensure!(grown <= MEMORY + UNCOUNTED, "the process grew by {grown} bytes");
    }
    drop(connections);
    until_empty(&host).await.context("after the connections were dropped")
}
