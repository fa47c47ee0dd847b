//! MCP over stdin and stdout: one JSON-RPC message per line, all MCP versions, one client.
//!
//! This module reads and writes lines, and shuts the host down. `pipe` handles the messages.

use crate::Mcp;
use crate::options::Options;
use crate::pipe::PipePeer;
use bytes::{Bytes, BytesMut};
use host_api::{BoxFuture, CallId, ToolService};
use host_wire::Dialect;
use host_wire::LAST_WORDS;
use host_wire::Wire;
use host_wire::WireOptions;
use host_wire::budget::{Budget, Full, Kept, Reservation, Share};
use host_wire::jsonrpc::{self, Fault};
use host_wire::pipe::{Framing, Pipe, Taken};
use host_wire::random_id::random_id;
use host_wire::sessions::Sessions;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The input from which the lines of a client are read, such as stdin.
pub type Reader = Box<dyn AsyncRead + Unpin + Send>;
/// The output to which the lines for a client are written, such as stdout.
pub type Writer = Box<dyn AsyncWrite + Unpin + Send>;

/// Maximum number of bytes that one read from stdin returns.
const CHUNK: usize = 64 << 10;
/// Maximum time for which the task that writes to stdout waits for a message; then it waits again.
const PATIENCE: Duration = Duration::from_secs(3600);
/// The address of the caller in the audit log.
const ADDRESS: &str = "local";

/// Serves `service` to the one client of `reader` and `writer` until the reader ends or `shutdown` is cancelled. Then
/// running calls get `options.drain` to end, and the future resolves. Lines over `options.max_body` bytes are rejected.
///
/// # Errors Reading failed. A failed write means that the client has disconnected, which is not an error.
pub fn serve_stdio(
    reader: Reader,
    writer: Writer,
    service: Arc<dyn ToolService>,
    options: WireOptions,
    mcp_options: Options,
    shutdown: CancellationToken,
) -> BoxFuture<'static, io::Result<()>> {
    Box::pin(run(reader, writer, service, options, mcp_options, shutdown))
}

async fn run(
    reader: Reader,
    writer: Writer,
    service: Arc<dyn ToolService>,
    options: WireOptions,
    mcp_options: Options,
    shutdown: CancellationToken,
) -> io::Result<()> {
    let drain = options.drain;
    // There is only one client.
    let options = WireOptions {
        client_share: 100,
        ..options
    };
    let budget = Budget::new(options.memory);
    let sessions = Sessions::new(options.max_sessions, options.session_idle, &budget);
    let wire = Wire::new(service, options, budget, sessions);
    let mcp = Mcp::new(&wire, mcp_options);
    let unity = mcp.options.unity.clone();
    // Another process of this host is another client, even if both are connected to the same Unity player.
    let id = random_id::<16>().ok_or_else(|| io::Error::other("this system provides no random numbers"))?;
    let pipe = Pipe::new(
        format!("stdio-{id}").into(),
        None,
        unity,
        Framing::Lines,
        wire.pipe_backlog(),
        None,
        &wire.budget,
    )
    .map_err(io::Error::other)?;
    wire.pipes.add(&pipe);
    let upkeep = TaskTracker::new();
    let announcing = upkeep.spawn(Arc::clone(&mcp).run());
    let carrier = upkeep.spawn(carry(Arc::clone(&wire), Arc::clone(&pipe), writer));
    upkeep.close();

    let peer = PipePeer {
        mcp: Arc::clone(&mcp),
        pipe: Arc::clone(&pipe),
        address: ADDRESS.into(),
        takes_stateless: true,
    };
    let listening = listen(&peer, reader);
    tokio::pin!(listening);
    let ended = tokio::select! {
        ended = listening.as_mut() => Some(ended),
        () = shutdown.cancelled() => None,
        // The writer failed.
        () = wire.cut.cancelled() => Some(Ok(())),
    };
    wire.closing.cancel();
    if let Err(error) = announcing.await {
        tracing::error!(%error, "the task that notifies clients failed");
    }
    mcp.end_streams();
    wire.tasks.close();
    let said_all = async {
        wire.tasks.wait().await;
        upkeep.wait().await;
    };
    tokio::pin!(said_all);
    // Requests that arrive while calls end are answered with an error.
    let refusing = async {
        if ended.is_none() {
            // The result of reading no longer matters.
            let _ = listening.await;
        }
        std::future::pending().await
    };
    let drained = tokio::select! {
        drained = tokio::time::timeout(drain, said_all.as_mut()) => drained,
        never = refusing => never,
    };
    if drained.is_err() {
        if !wire.tasks.is_empty() {
            tracing::warn!(
                calls = wire.tasks.len(),
                "the drain time is over; aborting the calls that still run"
            );
        }
        wire.kill.cancel();
        if tokio::time::timeout(LAST_WORDS, said_all).await.is_err() {
            carrier.abort();
            upkeep.wait().await;
        }
    }
    let untold = pipe.abandon();
    if untold > 0 {
        tracing::warn!(messages = untold, "the client did not read its last messages");
    }
    ended.unwrap_or(Ok(()))
}

/// Reads lines from the client and handles them until the input ends. Pauses while the client reads no messages.
async fn listen(peer: &PipePeer, reader: Reader) -> io::Result<()> {
    let mut lines = Lines::new(reader, peer.mcp.wire.options.max_body, &peer.mcp.wire.budget);
    let mut is_first = true;
    loop {
        peer.pipe.room().await;
        let mut line = lines.next().await?;
        if std::mem::take(&mut is_first)
            && let Line::Whole(text) = line
        {
            line = Line::Whole(jsonrpc::without_byte_order_mark(text));
        }
        let taken = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => Ok(()),
            Line::Whole(line) => {
                let call = CallId::next();
                tracing::debug!(target: "hop", call = %call, hop = "wire.stdio", bytes = line.len());
                match peer.mcp.wire.admit(&line) {
                    Ok(room) => peer.receive(line, call, Arc::new(room)).await,
                    Err(full) => peer.refuse(&line, full.into()),
                }
            }
            Line::NoRoom(full) => Err(Fault::from(full)),
            Line::TooLong => {
                let limit = peer.mcp.wire.options.max_body;
                let message = format!(
                    "a line was over {limit} bytes, the limit that follows from `limits.arguments`, and was skipped; raise that setting for larger ones"
                );
                Err(Fault::message_too_large(message, limit))
            }
            Line::End => return Ok(()),
        };
        if let Err(fault) = taken {
            peer.pipe.say_last_words(&fault.to_json(None));
        }
    }
}

async fn carry(wire: Arc<Wire>, pipe: Arc<Pipe>, mut writer: Writer) {
    let written = async {
        loop {
            match pipe.take(PATIENCE).await {
                Taken::Some(bytes) => {
                    writer.write_all(&bytes).await?;
                    writer.flush().await?;
                }
                Taken::Silence => {}
                Taken::End => return writer.shutdown().await,
            }
        }
    };
    if let Err(error) = written.await {
        tracing::info!(%error, "cannot write to stdout: the client is gone");
        let untold = pipe.abandon();
        tracing::debug!(messages = untold, "dropped messages that the client did not read");
        wire.cut.cancel();
    }
}

enum Line {
    Whole(Bytes),
    /// A line longer than the maximum. It was read to its end and discarded.
    TooLong,
    /// The memory budget was exhausted. The line was read to its end and discarded.
    NoRoom(Full),
    End,
}

struct Lines<R> {
    reader: R,
    held: BytesMut,
    /// Number of bytes at the start of the received data in `held` that are known to contain no line break.
    searched: usize,
    max: usize,
    room: Reservation,
    skipping: bool,
    no_room: Option<Full>,
    ended: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    fn new(reader: R, max: usize, budget: &Arc<Budget>) -> Self {
        Self {
            reader,
            held: BytesMut::new(),
            searched: 0,
            max,
            room: budget.empty_reservation(Share::Bodies),
            skipping: false,
            no_room: None,
            ended: false,
        }
    }

    async fn next(&mut self) -> io::Result<Line> {
        loop {
            let unseen = self.held.get(self.searched..).unwrap_or_default();
            if let Some(at) = unseen.iter().position(|byte| *byte == b'\n') {
                let mut line = self.held.split_to(self.searched + at + 1);
                self.searched = 0;
                line.truncate(line.len() - 1);
                if std::mem::take(&mut self.skipping) || line.len() > self.max {
                    return Ok(self.finish_skipped());
                }
                return Ok(Line::Whole(self.take_line(line)));
            }
            self.searched = self.held.len();
            if self.searched > self.max {
                self.skipping = true;
            }
            if self.skipping {
                self.held.clear();
                self.searched = 0;
            }
            if self.ended {
                return Ok(if std::mem::take(&mut self.skipping) {
                    self.finish_skipped()
                } else if self.held.is_empty() {
                    Line::End
                } else {
                    // The last line may have no line break.
                    self.searched = 0;
                    let line = self.held.split();
                    Line::Whole(self.take_line(line))
                });
            }
            let more = (self.held.len() + CHUNK).saturating_sub(self.room.bytes());
            if let Err(full) = self.room.grow(more) {
                self.no_room.get_or_insert(full);
                self.skipping = true;
                self.held.clear();
                self.searched = 0;
            }
            self.held.reserve(CHUNK);
            self.ended = self.reader.read_buf(&mut self.held).await? == 0;
        }
    }

    fn take_line(&mut self, line: BytesMut) -> Bytes {
        let room = self.room.part(line.len());
        Kept::new(line.freeze(), room).bytes()
    }

    fn finish_skipped(&mut self) -> Line {
        self.room.shrink_to(self.held.len() + CHUNK);
        self.no_room.take().map_or(Line::TooLong, Line::NoRoom)
    }
}

#[cfg(test)]
mod tests;
