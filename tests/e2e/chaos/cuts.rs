//! One HTTP exchange over a socket of its own, which is closed wherever the caller wants.
//!
//! Belongs here: bytes, heads, chunks, events. Does not: what a session or a call is.

use anyhow::{Context, Result, bail, ensure};
use std::net::SocketAddr;
use tests_support::PATIENCE;
use tests_support::sse::{SseDecoder, SseEvent};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Where the connection is closed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cut {
    Never,
    /// After so many bytes of the request, and never after its last.
    Request(usize),
    /// After so many bytes of the answer, its head included.
    Answer(usize),
    /// About so many bytes after the first event.
    Stream(usize),
}

/// What came before the end of the answer, or before the cut.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) status: Option<u16>,
    pub(super) events: Vec<SseEvent>,
    /// The body where it is no stream.
    pub(super) body: Vec<u8>,
    /// The answer came to its end.
    pub(super) is_whole: bool,
}

/// Sends `request` and reads its answer up to the cut, or until `enough` says so of an event.
pub(super) async fn exchange(
    address: SocketAddr,
    request: &[u8],
    cut: Cut,
    enough: impl Fn(&SseEvent) -> bool,
) -> Result<Seen> {
    let mut socket = TcpStream::connect(address).await.context("connecting")?;
    socket.set_nodelay(true)?;
    if let Cut::Request(sent) = cut {
        let sent = sent.min(request.len() - 1);
        socket.write_all(&request[..sent]).await?;
        return Ok(Seen::default());
    }
    socket.write_all(request).await.context("sending a request")?;
    let mut reading = Reading::default();
    let mut left = match cut {
        Cut::Answer(bytes) => bytes,
        _ => usize::MAX,
    };
    let mut waits_for_first = matches!(cut, Cut::Stream(_));
    let mut buffer = [0_u8; 4096];
    while left > 0 && !reading.seen.is_whole {
        // In small bites up to the first event, so that what follows it is still to come.
        let bite = if waits_for_first { 32 } else { buffer.len() };
        let read = tokio::time::timeout(PATIENCE, socket.read(&mut buffer[..bite.min(left)]))
            .await
            .context("an answer that does not come")??;
        ensure!(
            read > 0,
            "the host closed the connection in the middle: {:?}",
            reading.seen
        );
        left -= read;
        let before = reading.seen.events.len();
        reading.take(&buffer[..read])?;
        if let Cut::Stream(bytes) = cut
            && waits_for_first
            && !reading.seen.events.is_empty()
        {
            waits_for_first = false;
            left = bytes;
        }
        if reading.seen.events[before..].iter().any(&enough) {
            break;
        }
    }
    Ok(reading.seen)
}

#[derive(Debug, Default)]
struct Reading {
    /// Bytes that are not understood yet.
    pending: Vec<u8>,
    form: Option<Form>,
    is_stream: bool,
    decoder: SseDecoder,
    seen: Seen,
}

#[derive(Debug)]
enum Form {
    /// So many bytes are still to come.
    Sized(usize),
    /// So many bytes of the present chunk are still to come; 0 = a size is next.
    Chunked(usize),
}

impl Reading {
    fn take(&mut self, bytes: &[u8]) -> Result<()> {
        self.pending.extend_from_slice(bytes);
        if self.form.is_none() && !self.head()? {
            return Ok(());
        }
        loop {
            match &mut self.form {
                Some(Form::Sized(left)) => {
                    let now = (*left).min(self.pending.len());
                    *left -= now;
                    self.seen.is_whole = *left == 0;
                    self.body(now);
                    return Ok(());
                }
                Some(Form::Chunked(0)) => {
                    let Some(end) = find(&self.pending, b"\r\n") else {
                        return Ok(());
                    };
                    let size = std::str::from_utf8(&self.pending[..end])
                        .ok()
                        .and_then(|text| usize::from_str_radix(text, 16).ok());
                    let size = size.with_context(|| format!("no chunk's size: {:?}", self.pending))?;
                    self.pending.drain(..end + 2);
                    if size == 0 {
                        self.seen.is_whole = true;
                        return Ok(());
                    }
                    // With the line break behind it.
                    self.form = Some(Form::Chunked(size + 2));
                }
                Some(Form::Chunked(left)) => {
                    let of_body = left.saturating_sub(2).min(self.pending.len());
                    *left -= of_body;
                    let is_at_break = *left <= 2;
                    self.body(of_body);
                    if !is_at_break || self.pending.len() < 2 {
                        return Ok(());
                    }
                    self.pending.drain(..2);
                    self.form = Some(Form::Chunked(0));
                }
                None => bail!("a body without a head"),
            }
        }
    }

    /// True once the head is complete.
    fn head(&mut self) -> Result<bool> {
        let Some(end) = find(&self.pending, b"\r\n\r\n") else {
            return Ok(false);
        };
        let head = String::from_utf8(self.pending.drain(..end + 4).collect())?.to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        self.seen.status = Some(status.with_context(|| format!("no status in {head}"))?);
        let value = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        self.is_stream = value("content-type:") == Some("text/event-stream");
        self.form = Some(match value("content-length:") {
            Some(length) => Form::Sized(length.parse()?),
            None if self.seen.status == Some(204) => Form::Sized(0),
            None => Form::Chunked(0),
        });
        Ok(true)
    }

    fn body(&mut self, bytes: usize) {
        let bytes: Vec<u8> = self.pending.drain(..bytes).collect();
        if self.is_stream {
            self.seen.events.extend(self.decoder.push(&bytes));
        } else {
            self.seen.body.extend(bytes);
        }
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}
