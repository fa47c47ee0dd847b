//! Reading of the rest of a request body that its handler did not read to the end, while the response is sent. If the
//! connection closed while the client still sends, the client would see a broken pipe instead of the response.
//!
//! This module limits the bytes and the time of such reads. Other modules create the response.

use crate::budget::Budget;
use crate::slots::Slots;
use bytes::Bytes;
use http::header::EXPECT;
use http::{Request, Version};
use http_body_util::BodyExt;
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Maximum bytes that are read from the rest of a request body; a connection with a larger rest is closed.
const MOST: usize = 64 << 20;
/// Maximum time for reading the rest of a request body; after it, the connection is closed.
const LONGEST: Duration = Duration::from_secs(5);

/// Divisor of the memory budget. The quotient limits the memory of all background reads together.
const SHARE: usize = 64;

/// Bytes that a connection buffers for a request body: the last received chunk, and the buffer for the next chunk.
pub(crate) const WAY: usize = 24 << 10;

/// A reader of the rest of request bodies in the background. All clones share its limits.
#[derive(Clone, Debug)]
pub struct Drain {
    budget: Arc<Budget>,
    /// Slots that limit the number of concurrent background reads, so that memory remains for new connections.
    places: Arc<Slots>,
    tasks: TaskTracker,
    closing: CancellationToken,
}

impl Drain {
    /// Creates a background reader for the rest of request bodies. It stops when `closing` is cancelled.
    pub fn new(budget: &Arc<Budget>, closing: &CancellationToken) -> Self {
        Self {
            budget: Arc::clone(budget),
            places: Slots::new((budget.limit() / SHARE / WAY).max(1)),
            tasks: TaskTracker::new(),
            closing: closing.clone(),
        }
    }
}

/// A request body. If it is dropped before its end, the host reads its rest in the background.
#[derive(Debug)]
pub(crate) struct Lingering {
    body: Option<Incoming>,
    /// True if the client sent the header `Expect`: it sends no body before the host reads it or answers.
    waits: bool,
    /// The background reader; `None` for HTTP/2, which can end one stream without closing the connection.
    drain: Option<Drain>,
}

impl Lingering {
    pub(crate) fn wrap_request(request: Request<Incoming>, drain: &Drain) -> Request<Self> {
        let waits = request.headers().contains_key(EXPECT);
        let drain = (request.version() < Version::HTTP_2).then(|| drain.clone());
        request.map(|body| Self {
            body: Some(body),
            waits,
            drain,
        })
    }
}

impl HttpBody for Lingering {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        self.waits = false;
        let Some(body) = &mut self.body else {
            return Poll::Ready(None);
        };
        let frame = Pin::new(body).poll_frame(context);
        if matches!(frame, Poll::Ready(None | Some(Err(_)))) {
            self.body = None;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body
            .as_ref()
            .map_or_else(|| SizeHint::with_exact(0), HttpBody::size_hint)
    }
}

impl Drop for Lingering {
    fn drop(&mut self) {
        let left = self.body.take().filter(|body| !self.waits && !body.is_end_stream());
        let (Some(body), Some(drain)) = (left, self.drain.take()) else {
            return;
        };
        // There is no runtime while the process ends.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let room = drain.places.take().zip(drain.budget.reserve_connection(WAY).ok());
        let Some(room) = room else {
            return;
        };
        let (tasks, closing) = (drain.tasks, drain.closing);
        tasks.spawn_on(
            async move {
                let _room = room;
                tokio::select! {
                    _ = tokio::time::timeout(LONGEST, drain_body(body)) => {}
                    () = closing.cancelled() => {}
                }
            },
            &runtime,
        );
    }
}

async fn drain_body(mut body: Incoming) {
    let mut taken = 0;
    while let Some(Ok(frame)) = body.frame().await {
        taken += frame.data_ref().map_or(0, Bytes::len);
        if taken > MOST {
            return;
        }
    }
}
