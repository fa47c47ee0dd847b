//! A load generator: kept-alive connections over plain TCP that each send one prepared request again and again.
//!
//! Belongs here: sending and timing. Does not: CPU accounts of the server.

use anyhow::{Context, Result, bail, ensure};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Load {
    pub(crate) requests: u64,
    pub(crate) seconds: f64,
    /// Microseconds, sorted.
    latencies: Vec<u32>,
}

impl Load {
    pub(crate) fn per_second(&self) -> f64 {
        self.requests as f64 / self.seconds
    }

    /// Median latency in microseconds.
    pub(crate) fn p50(&self) -> f64 {
        f64::from(
            self.latencies
                .get(self.latencies.len() / 2)
                .copied()
                .unwrap_or_default(),
        )
    }
}

/// Stands in a body where each request's own id goes: a session refuses an id that is still in flight.
pub(crate) const ID: &str = "987654321";

/// As long as `ID`, so that the length of a request never changes.
static NEXT_ID: AtomicU64 = AtomicU64::new(100_000_000);

/// One POST with everything that never changes.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    address: String,
    bytes: Vec<u8>,
    id_at: usize,
}

impl Prepared {
    /// `url` is `http://HOST:PORT/PATH`.
    pub(crate) fn post(url: &str, headers: &[(&str, &str)], body: &str) -> Result<Self> {
        let rest = url.strip_prefix("http://").context("a plain http address")?;
        let (address, path) = rest.split_once('/').unwrap_or((rest, ""));
        let mut head = format!(
            "POST /{path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             accept: application/json, text/event-stream\r\ncontent-length: {}\r\n",
            body.len()
        );
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let id_at = head.len() + body.find(ID).context("the body has no place for its id")?;
        Ok(Self {
            address: address.to_owned(),
            bytes: [head.as_bytes(), body.as_bytes()].concat(),
            id_at,
        })
    }
}

/// Sends `request` over `connections` at once for `duration`. Any answer but 200 without an error is an error.
pub(crate) async fn run(request: &Prepared, connections: usize, duration: Duration) -> Result<Load> {
    let mut senders = JoinSet::new();
    let start = Instant::now();
    for _ in 0..connections {
        let request = request.clone();
        senders.spawn(async move { sender(&request, start + duration).await });
    }
    let mut latencies = Vec::new();
    while let Some(taken) = senders.join_next().await {
        latencies.extend(taken??);
    }
    let seconds = start.elapsed().as_secs_f64();
    latencies.sort_unstable();
    Ok(Load {
        requests: latencies.len() as u64,
        seconds,
        latencies,
    })
}

async fn sender(request: &Prepared, end: Instant) -> Result<Vec<u32>> {
    let mut stream = TcpStream::connect(&request.address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = Vec::with_capacity(4096);
    let mut latencies = Vec::with_capacity(1 << 16);
    let mut bytes = request.bytes.clone();
    while Instant::now() < end {
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed).to_string();
        bytes[request.id_at..request.id_at + id.len()].copy_from_slice(id.as_bytes());
        let sent = Instant::now();
        stream.write_all(&bytes).await?;
        answer(&mut stream, &mut buffer).await?;
        latencies.push(u32::try_from(sent.elapsed().as_micros()).unwrap_or(u32::MAX));
    }
    Ok(latencies)
}

async fn answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<()> {
    buffer.clear();
    let head_end = loop {
        ensure!(stream.read_buf(buffer).await? > 0, "the server closed the connection");
        if let Some(at) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
    };
    let head = std::str::from_utf8(&buffer[..head_end])
        .context("an odd head")?
        .to_ascii_lowercase();
    if !head.starts_with("http/1.1 200") {
        bail!("{}", String::from_utf8_lossy(buffer));
    }
    let length: usize = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"))
        .with_context(|| format!("the answer is no single body: {head}"))?
        .trim()
        .parse()?;
    while buffer.len() < head_end + length {
        ensure!(stream.read_buf(buffer).await? > 0, "the server closed the connection");
    }
    let body = &buffer[head_end..];
    let failed = |mark: &[u8]| body.windows(mark.len()).any(|window| window == mark);
    if failed(b"\"error\":") || failed(b"\"isError\":true") {
        bail!("{}", String::from_utf8_lossy(body));
    }
    Ok(())
}
