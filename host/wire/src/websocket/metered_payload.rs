//! Memory reservations for messages while they arrive: the WebSocket library stores the bytes of an incomplete message.
//!
//! This module counts these bytes, and limits the time for one message. It does not interpret messages.

use super::frames::{Frames, TooManyFrames};
use crate::budget::{Budget, Full, Reservation, Share};
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncBufRead, AsyncRead, AsyncWrite, BufReader, ReadBuf};
use tokio::time::Sleep;

/// The reserved payload bytes of one connection. Clones share the same reservation.
#[derive(Clone, Debug)]
pub struct Arriving(Arc<Mutex<Payload>>);

#[derive(Debug)]
struct Payload {
    room: Reservation,
    /// Bytes of the reservation that belong to the unfinished message.
    unfinished: usize,
}

impl Arriving {
    pub fn new(budget: &Arc<Budget>) -> Self {
        Self(Arc::new(Mutex::new(Payload {
            room: budget.empty_reservation(Share::Commands),
            unfinished: 0,
        })))
    }

    /// Shrinks the reservation to the bytes of the unfinished message: the receiver has reserved memory for the
    /// complete one. Must not be called for a ping or pong, which may arrive between the frames of a message.
    pub fn settle(&self) {
        self.with_payload(|held| held.room.shrink_to(held.unfinished));
    }

    fn with_payload<T>(&self, act: impl FnOnce(&mut Payload) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a message has to be whole within {} s of its beginning", .0.as_secs_f64())]
struct TooSlow(Duration);

/// A connection that reserves memory for the bytes that it reads, and fails if the memory budget is exhausted.
#[derive(Debug)]
pub struct Metered<S> {
    inner: BufReader<S>,
    frames: Frames,
    arriving: Arriving,
    /// Maximum time between the first and the last byte of a message.
    patience: Duration,
    /// Number of the unfinished message, and the timer for its arrival; `None` if no message is unfinished.
    until: Option<(u64, Pin<Box<Sleep>>)>,
}

impl<S: AsyncRead> Metered<S> {
    /// Wraps `inner` to count the bytes read from it. `buffer` limits the bytes of a read, `largest` those of a frame.
    pub(super) fn new(inner: S, arriving: Arriving, buffer: usize, largest: usize, patience: Duration) -> Self {
        Self {
            inner: BufReader::with_capacity(buffer, inner),
            frames: Frames::new(largest),
            arriving,
            patience,
            until: None,
        }
    }

    /// Returns the wrapped connection itself, from which data can be read without reserving memory.
    pub(super) fn inner_mut(&mut self) -> &mut BufReader<S> {
        &mut self.inner
    }

    /// Handles a read without available data: it waits, or fails if an unfinished message exceeds its time limit.
    fn wait(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(message) = self.frames.began() else {
            self.until = None;
            return Poll::Pending;
        };
        let until = match self.until.take() {
            Some((of, until)) if of == message => until,
            _ => Box::pin(tokio::time::sleep(self.patience)),
        };
        let (_, until) = self.until.insert((message, until));
        std::task::ready!(until.as_mut().poll(context));
        Poll::Ready(Err(io::Error::other(TooSlow(self.patience))))
    }
}

pub(super) fn is_no_room(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Full>())
}

/// True if a read failed because a message arrived too slowly, or in too many frames.
pub(super) fn is_unfit(error: &io::Error) -> bool {
    let inner = error.get_ref();
    inner.is_some_and(|inner| inner.is::<TooSlow>() || inner.is::<TooManyFrames>())
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = into.filled().len();
        loop {
            this.frames.flush(into);
            if into.filled().len() > before || into.remaining() == 0 {
                return Poll::Ready(Ok(()));
            }
            let Poll::Ready(come) = Pin::new(&mut this.inner).poll_fill_buf(context) else {
                return this.wait(context);
            };
            let come = come?;
            if come.is_empty() {
                return Poll::Ready(Ok(()));
            }
            let passed = this.frames.pass(come, into).map_err(io::Error::other)?;
            Pin::new(&mut this.inner).consume(passed.read);
            let unfinished = this.frames.unfinished();
            let held = this.arriving.with_payload(|held| {
                held.unfinished = unfinished;
                held.room.grow(passed.payload)
            });
            held.map_err(io::Error::other)?;
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}
