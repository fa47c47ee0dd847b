//! A socket wrapper: writes fail if the peer reads no data for too long.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A socket for which writing fails if its peer reads none of the sent data for the time `limit`.
#[derive(Debug)]
pub(crate) struct Progress<S> {
    inner: S,
    limit: Duration,
    /// A timer that runs while the socket accepts no data, and then fails the write; `None` after a successful write.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl<S> Progress<S> {
    pub(crate) fn new(inner: S, limit: Duration) -> Self {
        Self {
            inner,
            limit,
            stuck: None,
        }
    }

    fn check_progress(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stuck = None;
            return written;
        }
        let limit = self.limit;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(stuck.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(
            io::ErrorKind::TimedOut,
            "the peer took no data for too long",
        )))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Progress<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Progress<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.check_progress(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write_vectored(context, pieces);
        self.check_progress(written, context)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn write_times_out_if_peer_reads_nothing() {
        let (near, _far) = tokio::io::duplex(8);
        let mut near = Progress::new(near, Duration::from_millis(10));
        let stuck = near.write_all(&[7; 9]).await.expect_err("nobody reads");
        assert_eq!(stuck.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn partial_write_resets_the_write_timeout() {
        let (near, mut far) = tokio::io::duplex(8);
        let mut near = Progress::new(near, Duration::from_secs(3600));
        near.write_all(&[7; 8]).await.expect("room");
        for _ in 0..3 {
            let full = poll_fn(|context| Poll::Ready(Pin::new(&mut near).poll_write(context, &[7; 8]))).await;
            assert!(full.is_pending() && near.stuck.is_some());
            far.read_exact(&mut [0; 1]).await.expect("it is open");
            assert_eq!(near.write(&[7; 8]).await.expect("a little room"), 1);
            assert!(near.stuck.is_none());
        }
    }
}
