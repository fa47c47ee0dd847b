//! Room for a frame while it arrives: the WebSocket library holds its bytes until all of them are there.
//!
//! Belongs here: counting what was read since the last whole frame. Does not: what becomes of a frame.

use crate::budget::{Budget, Full, Reservation, Share};
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The bytes of one connection that arrived since the last whole frame.
#[derive(Clone, Debug)]
pub(crate) struct Arriving(Arc<Mutex<Reservation>>);

impl Arriving {
    pub(crate) fn new(budget: &Arc<Budget>) -> Self {
        Self(Arc::new(Mutex::new(budget.nothing(Share::Commands))))
    }

    /// A whole frame came: whoever has it has room for it.
    pub(crate) fn settle(&self) {
        self.room(|room| room.shrink_to(0));
    }

    fn room<T>(&self, act: impl FnOnce(&mut Reservation) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A connection whose reading takes room, and breaks where there is none.
#[derive(Debug)]
pub(crate) struct Metered<S> {
    inner: S,
    arriving: Arriving,
}

impl<S> Metered<S> {
    pub(super) fn new(inner: S, arriving: Arriving) -> Self {
        Self { inner, arriving }
    }

    /// Past the counting.
    pub(super) fn inner_mut(&mut self) -> &mut S {
        &mut self.inner
    }
}

/// True where reading broke for want of room.
pub(super) fn is_no_room(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Full>())
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        std::task::ready!(Pin::new(&mut self.inner).poll_read(context, into))?;
        let read = into.filled().len() - before;
        Poll::Ready(self.arriving.room(|room| room.grow(read)).map_err(io::Error::other))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
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
