//! The two event streams of this protocol, which read the same ring: JSON lines (`stream_events`), and the SSE mirror.
//!
//! A reader is registered before the response headers are sent. The streams contain only messages of the protocol, and
//! no comments or heartbeats.

use crate::Explorer;
use crate::errors::Failure;
use crate::marked_frames::split;
use crate::options::Options;
use crate::reading::{caller, read_json};
use crate::ring::{Cursor, Item};
use crate::shapes::Message;
use bytes::Bytes;
use futures_util::FutureExt;
use host_api::{CallError, ErrorKind, ToolService};
use host_wire::Wire;
use host_wire::budget::{Budget, Reservation, Share};
use host_wire::http::Body;
use host_wire::http::Version;
use host_wire::http::header::{CACHE_CONTROL, CONNECTION, CONTENT_TYPE, HeaderName};
use host_wire::http::{IntoResponse, Response};
use host_wire::in_flight::NoSlot;
use host_wire::refusal::Refused;
use host_wire::slots::Slot;
use host_wire::streams::STREAM;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio_util::sync::{CancellationToken, DropGuard};

/// The separation of messages in a stream: JSON lines, or SSE events.
#[derive(Clone, Copy)]
enum Framing {
    Lines,
    Sse,
}

/// The event stream of one connection. Its slot is released when the stream is dropped with the connection.
struct Stream {
    framing: Framing,
    /// The stream's own first message, which precedes those of the shared log; `None` once sent, or if there is none.
    first: Option<Snapshot>,
    cursor: Cursor,
    unity: Option<String>,
    service: Arc<dyn ToolService>,
    budget: Arc<Budget>,
    _open: Slot,
    _room: Reservation,
}

/// The first message of a stream (the current scenes), which another task is creating. A drop cancels that task.
struct Snapshot {
    message: oneshot::Receiver<Message>,
    _cancel: DropGuard,
}

/// Opens an event stream of one JSON text per line: the current scenes, then the messages for all clients.
pub(crate) fn lines(explorer: &Explorer, peer: SocketAddr, unity: Option<String>) -> Result<Response, Failure> {
    let mut stream = Stream::open(explorer, Framing::Lines, unity.clone())?;
    stream.first = Some(scenes(&explorer.wire, peer, unity));
    Ok((unbuffered("application/json"), stream.into_body()).into_response())
}

/// True if `peer` may open the event stream, which contains the results of all clients. Only clients on the same
/// machine may, unless the operator allows others.
pub(crate) fn is_mirrored_to(peer: SocketAddr, options: &Options) -> bool {
    options.mirror_beyond_loopback || peer.ip().to_canonical().is_loopback()
}

/// Opens a stream of SSE events with all events and results of all clients (the mirror), from now on.
pub(crate) fn mirror(explorer: &Explorer, peer: SocketAddr, unity: Option<String>) -> Result<Response, Failure> {
    if !is_mirrored_to(peer, &explorer.options) {
        return Err(Failure::from_kind(
            ErrorKind::PermissionDenied,
            "the event mirror is for clients on the host's own machine",
        )
        .with_hint("set `dialects.explorer.mirror-beyond-loopback = true` to open it to others")
        .turned_away());
    }
    let stream = Stream::open(explorer, Framing::Sse, unity)?.into_body();
    let mut response = (unbuffered("text/event-stream"), [(CONNECTION, "close")], stream).into_response();
    // Existing clients read frames from the socket until it closes; only HTTP/1.0 allows a body without chunks here.
    *response.version_mut() = Version::HTTP_10;
    Ok(response)
}

fn unbuffered(kind: &'static str) -> [(HeaderName, &'static str); 3] {
    let buffering = HeaderName::from_static("x-accel-buffering");
    [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache"), (buffering, "no")]
}

fn scenes(wire: &Arc<Wire>, peer: SocketAddr, unity: Option<String>) -> Snapshot {
    let cancel = CancellationToken::new();
    let (told, message) = oneshot::channel();
    let (service, token) = (Arc::clone(&wire.service), cancel.clone());
    let kill = wire.kill.clone();
    wire.tasks.spawn(async move {
        let read = read_json(service.as_ref(), "unity://scenes", caller(peer), unity, token.clone());
        let read = AssertUnwindSafe(read).catch_unwind();
        let read = tokio::select! {
            read = read => read,
            () = kill.cancelled() => return,
        };
        let read = read.unwrap_or_else(|_| Err(CallError::new(ErrorKind::Internal, "reading the scenes panicked")));
        let message = match read {
            Ok(scenes) => Message::notification("scenes", &scenes),
            Err(error) => Message::error(&None, &Failure::from_error(error)),
        };
        // The receiver no longer exists if the connection has ended.
        let _ = told.send(message);
    });
    Snapshot {
        message,
        _cancel: cancel.drop_guard(),
    }
}

impl Stream {
    fn open(explorer: &Explorer, framing: Framing, unity: Option<String>) -> Result<Self, Failure> {
        let wire = &explorer.wire;
        if wire.is_draining() {
            return Err(Refused::from(NoSlot::ShuttingDown).into());
        }
        let Some(open) = wire.streams.take() else {
            let max = wire.streams.max();
            return Err(Failure::from_kind(
                ErrorKind::RateLimited,
                format!("{max} streams are open, the maximum of `server.max-streams`"),
            )
            .with_hint("close a stream; the operator can raise `server.max-streams`")
            .turned_away());
        };
        let room = wire.budget.reserve(Share::Mirror, STREAM);
        Ok(Self {
            framing,
            first: None,
            unity,
            service: Arc::clone(&wire.service),
            _room: room.map_err(|full| Failure::busy(full.to_string()))?,
            cursor: explorer.hub.follow(),
            budget: Arc::clone(&wire.budget),
            _open: open,
        })
    }

    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take()
            && let Ok(message) = first.message.await
        {
            let kept = self.budget.keep(Share::Mirror, self.frame(message));
            return Some(match kept {
                Ok(kept) => kept.bytes(),
                Err(_) => self.frame(Message::gap(1)),
            });
        }
        loop {
            let message = match self.cursor.next().await? {
                Item::Message(marked) => match split(marked) {
                    (Some(of), _) if !self.receives(&of) => continue,
                    (_, frame) => Message::from_frame(frame),
                },
                Item::Gap(missed) => Message::gap(missed),
            };
            return Some(self.frame(message));
        }
    }

    fn receives(&self, unity: &[u8]) -> bool {
        let heard = self.service.event_target(None, self.unity.as_deref());
        heard.is_none_or(|heard| heard.as_bytes() == unity)
    }

    fn frame(&self, message: Message) -> Bytes {
        match self.framing {
            Framing::Lines => message.line(),
            Framing::Sse => message.into_frame(),
        }
    }

    fn into_body(self) -> Body {
        Body::from_stream(futures_util::stream::unfold(self, |mut stream| async move {
            stream.next().await.map(|bytes| (Ok::<_, Infallible>(bytes), stream))
        }))
    }
}
