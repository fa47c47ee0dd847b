//! A response body that is passed to the connection in small pieces, so that its write progress can be watched.
//!
//! This module marks the start and the end of a response, and holds its memory reservation until then. `outlet` decides
//! when a response is aborted.

use super::outlet::{Outlet, PIECE};
use super::presence::Busy;
use crate::budget::Reservation;
use axum_core::body::Body;
use axum_core::response::Response;
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

/// A response extension that holds a request's memory reservation until the response is written to the client.
#[derive(Clone, Debug)]
pub(crate) struct KeptRoom {
    _room: Arc<Reservation>,
}

impl KeptRoom {
    pub(crate) fn new(room: Reservation) -> Self {
        Self { _room: Arc::new(room) }
    }
}

/// A response body. Its request counts as in progress until the body is dropped.
#[derive(Debug)]
pub(super) struct Answering {
    body: Body,
    /// The rest of the last chunk of the body, which was not passed to the connection yet.
    rest: Bytes,
    has_ended: bool,
    outlet: Arc<Outlet>,
    /// True if the body's end is reported only after its last piece is written: HTTP/2 tracks no progress after it.
    waits: bool,
    _room: Option<KeptRoom>,
    _busy: Arc<Busy>,
}

impl Answering {
    /// Converts a response so that the write progress of its body is tracked: by `connection` for HTTP/1.
    pub(super) fn wrap_response(
        mut response: Response,
        busy: Arc<Busy>,
        connection: &Arc<Outlet>,
    ) -> hyper::Response<Self> {
        let room = response.extensions_mut().remove::<KeptRoom>();
        let stream = Outlet::current_stream();
        response.map(|body| Self {
            body,
            rest: Bytes::new(),
            has_ended: false,
            waits: stream.is_some(),
            outlet: stream.unwrap_or_else(|| Arc::clone(connection)),
            _room: room,
            _busy: busy,
        })
    }
}

impl HttpBody for Answering {
    type Data = Bytes;
    type Error = axum_core::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum_core::Error>>> {
        while self.rest.is_empty() && !self.has_ended {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => self.has_ended = true,
            }
        }
        if self.rest.is_empty() {
            return match self.waits && !self.outlet.is_clear(context) {
                true => Poll::Pending,
                false => Poll::Ready(None),
            };
        }
        let most = self.rest.len().min(PIECE);
        let piece = self.rest.split_to(most);
        Poll::Ready(Some(Ok(Frame::data(self.outlet.piece(piece)))))
    }

    fn is_end_stream(&self) -> bool {
        let nothing_follows = self.rest.is_empty() && (self.has_ended || self.body.is_end_stream());
        nothing_follows && (!self.waits || self.outlet.is_idle())
    }

    fn size_hint(&self) -> SizeHint {
        let mut hint = self.body.size_hint();
        let rest = self.rest.len() as u64;
        if rest > 0 {
            if let Some(upper) = hint.upper() {
                hint.set_upper(upper.saturating_add(rest));
            }
            hint.set_lower(hint.lower().saturating_add(rest));
        }
        hint
    }
}
