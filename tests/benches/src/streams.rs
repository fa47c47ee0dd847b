//! Readers that never read must not slow the calls whose results they are sent.
//!
//! Belongs here: the figure `stream-readers`. Does not: sending calls (`load.rs`).

use crate::figure::{Figure, Outcome, ROUNDS, Target};
use crate::load::{self, Prepared};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::time::Duration;
use tests_support::{HostOptions, TestHost};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

const READING: usize = 10;
const STALLED: usize = 990;
const MANY: usize = 8;
const RUN: Duration = Duration::from_millis(1500);

/// A host with its readers.
struct Watched {
    host: TestHost,
    request: Prepared,
    /// Read everything; end with the host.
    _reading: JoinSet<()>,
    /// Open, and never read from.
    _stalled: Vec<TcpStream>,
}

impl Watched {
    async fn start(stalled: usize) -> Result<Self> {
        let host = HostOptions::new().start().await?;
        let parameters = json!({ "name": "GetTimeScale", "arguments": {} });
        let id: u64 = load::ID.parse().unwrap_or_default();
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": "call_tool", "params": parameters }).to_string();
        let request = Prepared::post(&host.url("/message"), &[], &body)?;
        let mut reading = JoinSet::new();
        for _ in 0..READING {
            let mut stream = open(&host).await?;
            reading.spawn(async move {
                let mut buffer = vec![0; 64 * 1024];
                while stream.read(&mut buffer).await.is_ok_and(|count| count > 0) {}
            });
        }
        let mut never = Vec::new();
        for _ in 0..stalled {
            never.push(open(&host).await?);
        }
        Ok(Self {
            host,
            request,
            _reading: reading,
            _stalled: never,
        })
    }

    async fn rate(&self) -> Result<f64> {
        Ok(load::run(&self.request, MANY, RUN).await?.per_second())
    }
}

/// A `stream_events` whose head was answered.
async fn open(host: &TestHost) -> Result<TcpStream> {
    let url = host.url("");
    let address = url.strip_prefix("http://").context("a plain http address")?;
    let mut stream = TcpStream::connect(address).await?;
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"stream_events"}"#;
    let head = format!(
        "POST /message HTTP/1.1\r\nhost: {address}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    let mut first = [0; 12];
    stream.read_exact(&mut first).await?;
    ensure!(&first == b"HTTP/1.1 200", "{}", String::from_utf8_lossy(&first));
    Ok(stream)
}

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let few = Watched::start(0).await?;
    let many = Watched::start(STALLED).await?;
    // The sockets of those that never read fill up here.
    few.rate().await?;
    many.rate().await?;
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        alone.push(few.rate().await?);
        beside.push(many.rate().await?);
    }
    let streams = many.host.metrics().await?.gauge("streams").unwrap_or_default();
    ensure!(streams >= (READING + STALLED) as f64, "{streams} streams are left");
    let ratio = beside
        .iter()
        .zip(&alone)
        .map(|(beside, alone)| beside / alone)
        .collect();
    let figure = Figure::new(
        "stream-readers",
        "calls per second with 990 readers that never read / with the 10 that do alone",
        "x",
        ratio,
        Target::AtLeast(0.8),
    );
    Ok(vec![Outcome::Taken(
        figure.part("beside_per_s", &beside).part("alone_per_s", &alone),
    )])
}
