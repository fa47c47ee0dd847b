//! A connection that breaks after so many bytes, wherever in a frame that is.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A connection that a test may cut.
#[derive(Debug)]
pub struct Cutting {
    stream: TcpStream,
    /// Bytes of either direction that still go through; `None` for all.
    left: Option<usize>,
}

impl Cutting {
    /// Breaks after so many bytes of both directions; never for `None`.
    pub fn new(stream: TcpStream, after: Option<usize>) -> Self {
        Self { stream, left: after }
    }

    fn room(&self) -> io::Result<usize> {
        match self.left {
            Some(0) => Err(io::ErrorKind::ConnectionReset.into()),
            Some(left) => Ok(left),
            None => Ok(usize::MAX),
        }
    }

    fn spend(&mut self, bytes: usize) {
        if let Some(left) = &mut self.left {
            *left -= bytes;
        }
    }
}

impl AsyncRead for Cutting {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let room = self.room()?.min(buf.remaining());
        let mut part = ReadBuf::new(buf.initialize_unfilled_to(room));
        let polled = Pin::new(&mut self.stream).poll_read(cx, &mut part);
        let read = part.filled().len();
        buf.advance(read);
        self.spend(read);
        polled
    }
}

impl AsyncWrite for Cutting {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let room = self.room()?.min(bytes.len());
        let polled = Pin::new(&mut self.stream).poll_write(cx, &bytes[..room]);
        if let Poll::Ready(Ok(written)) = polled {
            self.spend(written);
        }
        polled
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
