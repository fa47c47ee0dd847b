//! Accepting connections and driving each to its end: how many there are, how long a request's head may take.
//!
//! Knows sockets and HTTP framing; what a request means begins in `http.rs`.

use crate::http;
use crate::state::Wire;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use socket2::SockRef;
use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::task::TaskTracker;

/// How long accepting rests after an error that will not go away at once, such as no file handle being left.
const REST: Duration = Duration::from_secs(1);
/// Bytes of one connection that wait to be written or parsed; of a stream whose reader is slow, this is what it holds.
const BUFFER: usize = 128 << 10;
/// Bytes that the system holds unsent for one connection. Left to itself it takes megabytes for a client that never reads,
/// and each of them is copied; a thousand of those cost more than the calls they are told of.
const SEND_BUFFER: usize = 64 << 10;
/// What a connection over the ceiling is told before it is closed.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// Accepts until shutdown is asked for, then waits for the connections to end.
pub(crate) async fn accept(listener: TcpListener, wire: Arc<Wire>) {
    let connections = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            () = wire.closing.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => open(&connections, stream, peer, &wire),
            Err(error) if is_of_the_client(&error) => {}
            Err(error) => {
                tracing::error!(%error, "a connection cannot be accepted");
                let _ = tokio::time::timeout(REST, wire.closing.cancelled()).await;
            }
        }
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

/// The client gave up before it was accepted.
fn is_of_the_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
    )
}

fn open(connections: &TaskTracker, stream: TcpStream, peer: SocketAddr, wire: &Arc<Wire>) {
    let Some(slot) = wire.connections.take() else {
        tracing::warn!(%peer, max = wire.connections.max(), "a connection over the ceiling was refused");
        connections.spawn(refuse(stream));
        return;
    };
    // Without it each event of a stream waits for the client's delayed ACK (40 ms).
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY was refused");
    }
    if let Err(error) = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER) {
        tracing::debug!(%error, "the send buffer's size was refused");
    }
    let wire = Arc::clone(wire);
    connections.spawn(async move {
        let _slot = slot;
        drive(stream, peer, wire).await;
    });
}

/// Says why, if that goes out at once; the socket closes either way.
async fn refuse(mut stream: TcpStream) {
    let _ = tokio::time::timeout(REST, stream.write_all(FULL)).await;
}

async fn drive(stream: TcpStream, peer: SocketAddr, wire: Arc<Wire>) {
    let patience = wire.options.head_timeout;
    let mut first = [0];
    // The time limit below begins with the first byte.
    let spoke = tokio::select! {
        spoke = tokio::time::timeout(patience, stream.peek(&mut first)) => matches!(spoke, Ok(Ok(1..))),
        () = wire.closing.cancelled() => false,
    };
    if !spoke {
        return;
    }
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(BUFFER);
    builder.http2().timer(TokioTimer::new()).enable_connect_protocol();
    let service = {
        let wire = Arc::clone(&wire);
        service_fn(move |request: hyper::Request<Incoming>| {
            let wire = Arc::clone(&wire);
            async move { Ok::<_, Infallible>(http::enter(wire, peer, request.map(Body::new)).await) }
        })
    };
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    tokio::pin!(connection);
    let mut closing = false;
    loop {
        tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::trace!(%peer, error, "a connection ended early");
                }
                return;
            }
            () = wire.closing.cancelled(), if !closing => {
                closing = true;
                connection.as_mut().graceful_shutdown();
            }
            () = wire.cut.cancelled() => return,
        }
    }
}
