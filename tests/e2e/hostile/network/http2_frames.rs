//! A client of HTTP/2 that sends what no library would. Belongs here: its frames. Does not: attacks.

use anyhow::{Context, Result};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tests_support::TestHost;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
pub(super) const DATA: u8 = 0;
pub(super) const HEADERS: u8 = 1;
const PING: u8 = 6;
const SETTINGS: u8 = 4;
const ACK: u8 = 1;
pub(super) const END_STREAM: u8 = 1;
pub(super) const END_HEADERS: u8 = 4;

pub(super) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
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

/// `POST` to `path` with `more` fields that mean nothing.
pub(super) fn head(address: SocketAddr, path: &str, more: usize) -> Vec<u8> {
    // `:method: POST` and `:scheme: http` of the static table.
    let mut block = vec![0x83, 0x86];
    field(&mut block, ":path", path);
    field(&mut block, ":authority", &address.to_string());
    field(&mut block, "content-type", "application/json");
    for number in 0..more {
        field(&mut block, &format!("x{number:04}"), "y");
    }
    block
}

/// A connection whose client reads all that comes and answers what HTTP asks of it, until it is dropped.
pub(super) struct Connection {
    open: Arc<AtomicBool>,
    reader: JoinHandle<()>,
    /// One task owns the socket's other half.
    writer: mpsc::Sender<Vec<u8>>,
}

impl Connection {
    /// `settings`: the payload of its own.
    pub(super) async fn open(address: SocketAddr, settings: &[u8]) -> Result<Self> {
        let (mut input, mut writer) = TcpStream::connect(address).await?.into_split();
        writer.write_all(PREFACE).await?;
        writer.write_all(&frame(SETTINGS, 0, 0, settings)).await?;
        let open = Arc::new(AtomicBool::new(true));
        let (to_write, mut written) = mpsc::channel::<Vec<u8>>(16);
        tokio::spawn(async move {
            while let Some(bytes) = written.recv().await {
                if writer.write_all(&bytes).await.is_err() {
                    return;
                }
            }
        });
        let (still, back) = (Arc::clone(&open), to_write.clone());
        let reader = tokio::spawn(async move {
            let _ = answer(&mut input, &back).await;
            still.store(false, Ordering::SeqCst);
        });
        Ok(Self {
            open,
            reader,
            writer: to_write,
        })
    }

    pub(super) async fn send(&self, bytes: &[u8]) -> Result<()> {
        self.writer.send(bytes.to_vec()).await.context("the connection ended")
    }

    /// Opens streams whose request never ends: a head, and `body` of what should be more.
    pub(super) async fn request(&self, streams: usize, head: &[u8], body: &[u8]) -> Result<()> {
        for stream in Self::streams(streams) {
            let mut bytes = frame(HEADERS, END_HEADERS, stream, head);
            if !body.is_empty() {
                bytes.extend(frame(DATA, 0, stream, body));
            }
            self.send(&bytes).await?;
        }
        Ok(())
    }

    /// Numbers of as many streams, after the one that showed which protocol this is.
    pub(super) fn streams(count: usize) -> impl Iterator<Item = u32> {
        (0..count).map(|number| number as u32 * 2 + 3)
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.load(Ordering::SeqCst)
    }
}

/// Acknowledges settings and pings, and drops the rest, until the end.
async fn answer(input: &mut OwnedReadHalf, writer: &mpsc::Sender<Vec<u8>>) -> Result<()> {
    loop {
        let mut start = [0; 9];
        input.read_exact(&mut start).await?;
        let mut payload = vec![0; u32::from_be_bytes([0, start[0], start[1], start[2]]) as usize];
        input.read_exact(&mut payload).await?;
        let back = match (start[3], start[4] & ACK) {
            (SETTINGS, 0) => frame(SETTINGS, ACK, 0, &[]),
            (PING, 0) => frame(PING, ACK, 0, &payload),
            _ => continue,
        };
        writer.send(back).await?;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

pub(super) fn address(host: &TestHost) -> Result<SocketAddr> {
    Ok(host.url("").trim_start_matches("http://").parse()?)
}
