//! A load generator: kept-alive connections over plain TCP that each send one prepared request again and again, as a POST
//! or as a frame of a WebSocket.
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
        self.percentile(50)
    }

    /// The latency in microseconds that so many of a hundred requests stay below.
    pub(crate) fn percentile(&self, of_hundred: usize) -> f64 {
        let at = self.latencies.len() * of_hundred / 100;
        f64::from(self.latencies.get(at).copied().unwrap_or_default())
    }
}

/// Placeholder in a body for each request's own id: a session refuses an id that is still in flight.
pub(crate) const ID: &str = "987654321";

/// As long as `ID`, so that the length of a request never changes.
static NEXT_ID: AtomicU64 = AtomicU64::new(100_000_000);

/// How the end of an answer is detected.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// HTTP/1.1: one body of an announced length, or chunks.
    Http,
    /// One WebSocket frame of text.
    Frame,
}

/// One request with everything that never changes.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    address: String,
    form: Form,
    /// Sent once per connection, and answered with a head alone.
    opening: Vec<u8>,
    bytes: Vec<u8>,
    id_at: usize,
}

impl Prepared {
    /// A POST whose sender takes either form. `url` is `http://HOST:PORT/PATH`.
    pub(crate) fn post(url: &str, headers: &[(&str, &str)], body: &str) -> Result<Self> {
        Self::accepting(url, "application/json, text/event-stream", headers, body)
    }

    /// A POST whose sender takes the forms in `accept`.
    pub(crate) fn accepting(url: &str, accept: &str, headers: &[(&str, &str)], body: &str) -> Result<Self> {
        let (address, path) = parts(url)?;
        let mut head = format!(
            "POST /{path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             accept: {accept}\r\ncontent-length: {}\r\n",
            body.len()
        );
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let id_at = head.len() + body.find(ID).context("the body has no place for its id")?;
        Ok(Self {
            address: address.to_owned(),
            form: Form::Http,
            opening: Vec::new(),
            bytes: [head.as_bytes(), body.as_bytes()].concat(),
            id_at,
        })
    }

    /// A text frame on a WebSocket at `url`, of at most 65,535 bytes.
    pub(crate) fn frame(url: &str, text: &str) -> Result<Self> {
        let (address, path) = parts(url)?;
        let opening = format!(
            "GET /{path} HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        let length = u16::try_from(text.len()).context("a frame of at most 65,535 bytes")?;
        let mut bytes = vec![0x81];
        match u8::try_from(length) {
            Ok(short @ ..126) => bytes.push(0x80 | short),
            _ => {
                bytes.push(0x80 | 126);
                bytes.extend_from_slice(&length.to_be_bytes());
            }
        }
        // A mask of zeros leaves the text as it is.
        bytes.extend_from_slice(&[0; 4]);
        let id_at = bytes.len() + text.find(ID).context("the frame has no place for its id")?;
        bytes.extend_from_slice(text.as_bytes());
        Ok(Self {
            address: address.to_owned(),
            form: Form::Frame,
            opening: opening.into_bytes(),
            bytes,
            id_at,
        })
    }
}

/// Address, and path without the first slash.
fn parts(url: &str) -> Result<(&str, &str)> {
    let rest = url.strip_prefix("http://").context("a plain http address")?;
    Ok(rest.split_once('/').unwrap_or((rest, "")))
}

/// Sends `request` over `connections` at once for `duration`. Any answer but 200 without an error is an error.
pub(crate) async fn run(request: &Prepared, connections: usize, duration: Duration) -> Result<Load> {
    paced(request, connections, Duration::ZERO, duration).await
}

/// The same where each connection begins a request no sooner than `period` after its last one began.
pub(crate) async fn paced(
    request: &Prepared,
    connections: usize,
    period: Duration,
    duration: Duration,
) -> Result<Load> {
    let mut senders = JoinSet::new();
    let start = Instant::now();
    for _ in 0..connections {
        let request = request.clone();
        senders.spawn(async move { sender(&request, period, start + duration).await });
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

async fn sender(request: &Prepared, period: Duration, end: Instant) -> Result<Vec<u32>> {
    let mut stream = TcpStream::connect(&request.address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = Vec::with_capacity(4096);
    if !request.opening.is_empty() {
        stream.write_all(&request.opening).await?;
        let head = head(&mut stream, &mut buffer).await?;
        ensure!(head.starts_with("http/1.1 101"), "{head}");
    }
    let mut latencies = Vec::with_capacity(1 << 16);
    let mut bytes = request.bytes.clone();
    while Instant::now() < end {
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed).to_string();
        bytes[request.id_at..request.id_at + id.len()].copy_from_slice(id.as_bytes());
        let sent = Instant::now();
        stream.write_all(&bytes).await?;
        match request.form {
            Form::Http => answer(&mut stream, &mut buffer).await?,
            Form::Frame => frame(&mut stream, &mut buffer).await?,
        }
        latencies.push(u32::try_from(sent.elapsed().as_micros()).unwrap_or(u32::MAX));
        if !period.is_zero() {
            tokio::time::sleep_until((sent + period).into()).await;
        }
    }
    Ok(latencies)
}

/// The head in lower case; what came of the body behind it is left in `buffer`.
async fn head(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<String> {
    buffer.clear();
    let end = loop {
        read_more(stream, buffer).await?;
        if let Some(at) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
    };
    let head: Vec<u8> = buffer.drain(..end).collect();
    Ok(String::from_utf8(head).context("an odd head")?.to_ascii_lowercase())
}

async fn read_more(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<()> {
    ensure!(stream.read_buf(buffer).await? > 0, "the server closed the connection");
    Ok(())
}

async fn answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<()> {
    let head = head(stream, buffer).await?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
    match length {
        Some(length) => {
            let length: usize = length.trim().parse()?;
            while buffer.len() < length {
                read_more(stream, buffer).await?;
            }
        }
        // No event is ever so empty that its chunk could be taken for the last one.
        None if head.contains("transfer-encoding: chunked") => {
            while !buffer.ends_with(b"\r\n0\r\n\r\n") {
                read_more(stream, buffer).await?;
            }
        }
        None => bail!("an answer without an end: {head}"),
    }
    ensure!(
        head.starts_with("http/1.1 200"),
        "{head}{}",
        String::from_utf8_lossy(buffer)
    );
    is_success(buffer)
}

async fn frame(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<()> {
    buffer.clear();
    loop {
        read_more(stream, buffer).await?;
        let length = match buffer.as_slice() {
            [0x81, 126, high, low, ..] => 4 + usize::from(u16::from_be_bytes([*high, *low])),
            [0x81, short @ ..126, ..] => 2 + usize::from(*short),
            [0x81] | [0x81, 126, ..] => continue,
            _ => bail!("no short frame of text: {buffer:?}"),
        };
        if buffer.len() >= length {
            return is_success(buffer);
        }
    }
}

fn is_success(body: &[u8]) -> Result<()> {
    let has = |mark: &[u8]| body.windows(mark.len()).any(|window| window == mark);
    if has(b"\"error\":") || has(b"\"isError\":true") {
        bail!("{}", String::from_utf8_lossy(body));
    }
    // An empty stream is no answer.
    ensure!(has(b"\"result\":"), "no result: {}", String::from_utf8_lossy(body));
    Ok(())
}
