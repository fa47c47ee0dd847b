//! Accepting TCP connections, serving HTTP on each until it ends, and closing connections that are idle or stuck.
//!
//! This module knows sockets and HTTP framing. `http.rs` handles the requests, and `connections/places.rs` limits the
//! number of connections.

mod answering;
mod outlet;
mod places;
mod presence;
mod progress;

pub(crate) use answering::KeptRoom;
pub(crate) use outlet::Outlets;
pub(crate) use places::Places;
pub(crate) use presence::Busy;

use crate::budget::Reservation;
use crate::http;
use crate::http::lingering::Lingering;
use crate::port_routes::Served;
use crate::protocol_errors;
use crate::state::Wire;
use ::http::header::{self, UPGRADE};
use ::http::{HeaderValue, Method, Version};
use answering::Answering;
use axum_core::body::Body;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use outlet::Streams;
use places::{Full, Place};
use presence::{Patience, Presence};
use progress::Progress;
use socket2::{SockRef, TcpKeepalive};
use std::io::{self, ErrorKind};
use std::net::{Shutdown, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

/// Pause after a failed accept of a connection, if the error may persist, such as too many open files.
const REST: Duration = Duration::from_secs(1);
/// Buffer size of one connection in bytes, which also limits the head of an HTTP/1 request.
const BUFFER: usize = 16 << 10;
/// Bytes that a connection reserves in the memory budget: for its two buffers, its task and its HTTP state.
const CONNECTION: usize = 40 << 10;
/// Additional bytes that an HTTP/2 connection reserves: for frames, header tables and its flow-control window.
const HTTP2: usize = 128 << 10;
/// HTTP/2 flow-control window in bytes. Bodies are read as they arrive, so a larger window would not be faster.
const WINDOW: u32 = 64 << 10;
/// HTTP/2: maximum concurrent streams (requests) of one connection; their memory is reserved in `http/head.rs`.
const STREAMS: u32 = 100;
/// HTTP/2: maximum bytes of the header fields of one request. Each field counts 32 extra bytes.
const HEAD: u32 = 16 << 10;
/// Size of a socket's send buffer in bytes. The default would hold megabytes for each client that does not read.
const SEND_BUFFER: usize = 64 << 10;
/// Maximum time for a connection to close after the host has started its graceful shutdown; then it is cut.
const GOODBYE: Duration = Duration::from_secs(1);
/// Idle time before TCP keepalive probes, which detect a peer that vanished without closing the connection.
const PROBE_AFTER: Duration = Duration::from_secs(60);
const PROBE_EVERY: Duration = Duration::from_secs(15);
/// Minimum interval between log lines about rejected connections; a counter counts each rejection.
const REFUSALS: Duration = Duration::from_secs(10);
/// The HTTP response 503 that a connection gets if the host accepts no further connections; it is then closed.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// Accepts connections of a port until the shutdown has ended all calls, then waits for the open connections to end.
pub(crate) async fn accept(listener: TcpListener, served: Arc<Served>) {
    let wire = &served.wire;
    let connections = TaskTracker::new();
    let mut spoken_of: Option<Instant> = None;
    loop {
        let accepted = tokio::select! {
            () = wire.closed.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => match admit(wire, peer) {
                Ok((place, room)) => {
                    settle(&stream);
                    connections.spawn(drive(stream, peer, Presence::new(place, room), Arc::clone(&served)));
                }
                Err(why) => {
                    refuse(&stream);
                    if spoken_of.is_none_or(|then| then.elapsed() >= REFUSALS) {
                        spoken_of = Some(Instant::now());
                        speak_of(why, peer, wire);
                    }
                }
            },
            Err(error) if is_of_the_client(&error) => {}
            Err(error) => {
                tracing::error!(%error, "a connection cannot be accepted");
                let _ = tokio::time::timeout(REST, wire.closed.cancelled()).await;
            }
        }
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

fn admit(wire: &Wire, peer: SocketAddr) -> Result<(Place, Reservation), Full> {
    let place = wire.connections.take(peer.ip())?;
    let room = wire.budget.reserve_connection(CONNECTION).map_err(|_| {
        wire.connections.count_refused();
        Full::NoMemory
    })?;
    Ok((place, room))
}

/// True if accepting failed because the client closed the connection before.
fn is_of_the_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
    )
}

fn speak_of(why: Full, peer: SocketAddr, wire: &Wire) {
    let (why, refused) = (why.words(), wire.connections.refused_count());
    tracing::warn!(%peer, why, refused, "a connection was refused");
}

/// Sends the 503 response to a rejected connection if its socket has buffer space at once. The caller closes it.
fn refuse(stream: &TcpStream) {
    let socket = SockRef::from(stream);
    if socket.send(FULL).is_ok() {
        let _ = socket.shutdown(Shutdown::Write);
    }
}

/// Sets the socket options of a new connection. A failed option is logged and does not close the connection.
fn settle(stream: &TcpStream) {
    let socket = SockRef::from(stream);
    let probes = TcpKeepalive::new().with_time(PROBE_AFTER).with_interval(PROBE_EVERY);
    for (what, done) in [
        // Without this option, each event of a stream waits for the client's delayed ACK (40 ms).
        ("TCP_NODELAY", stream.set_nodelay(true)),
        ("the send buffer's size", socket.set_send_buffer_size(SEND_BUFFER)),
        ("keeping alive", socket.set_tcp_keepalive(&probes)),
    ] {
        if let Err(error) = done {
            tracing::debug!(%error, what, "a socket refused an option");
        }
    }
}

async fn drive(stream: TcpStream, peer: SocketAddr, presence: Arc<Presence>, served: Arc<Served>) {
    let wire = &served.wire;
    let options = &wire.options;
    let patience = Patience {
        head: options.head_timeout,
        idle: options.idle_timeout,
    };
    let outlet = wire.outlets.open();
    let builder = builder(wire);
    let service = {
        let (served, presence, outlet) = (Arc::clone(&served), Arc::clone(&presence), Arc::clone(&outlet));
        service_fn(move |mut request: hyper::Request<Incoming>| {
            let (served, outlet, busy) = (Arc::clone(&served), Arc::clone(&outlet), Arc::new(presence.begin()));
            let version = request.version();
            let has_room = match version {
                Version::HTTP_2 => presence.has_streams(&served.wire.budget, HTTP2),
                _ => Ok(()),
            };
            // An upgraded connection stays in use after its answer.
            if request.method() == Method::CONNECT || request.headers().contains_key(UPGRADE) {
                request.extensions_mut().insert(Arc::clone(&busy));
            }
            async move {
                has_room.map_err(io::Error::other)?;
                let wire = &served.wire;
                let request = Lingering::wrap_request(request, &wire.drain).map(Body::new);
                match http::enter(wire, &served.places, peer, request).await {
                    Some(mut response) => {
                        // During the drain, an HTTP/1 connection closes after its answer.
                        if wire.is_draining() && version < Version::HTTP_2 {
                            let headers = response.headers_mut();
                            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
                        }
                        Ok(Answering::wrap_response(response, busy, &outlet))
                    }
                    None => Err(io::Error::other("there is no room, not even for an error message")),
                }
            }
        })
    };
    let stream = TokioIo::new(Progress::new(stream, options.write_timeout));
    let connection = builder.serve_connection_with_upgrades(stream, service);
    let silence = tokio::time::sleep(patience.head.min(patience.idle));
    // Read once: a connection that is accepted during the drain stays open until its first request is answered.
    let end = if wire.is_draining() {
        &wire.closed
    } else {
        &wire.closing
    };
    let (shuts_down, is_cut) = (end.cancelled(), wire.cut.cancelled());
    let given_up = outlet.wait_until_given_up();
    tokio::pin!(connection, silence, shuts_down, is_cut, given_up);
    let mut leaving = false;
    let mut closing = false;
    loop {
        tokio::select! {
            // Received data is handled before the silence timer, however late this task runs.
            biased;
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::trace!(%peer, error, "a connection ended early");
                    protocol_errors::count(&*error, peer);
                }
                return;
            }
            // Applies to every protocol, even before the protocol is known.
            () = silence.as_mut() => match presence.ends_at(patience) {
                None => silence.as_mut().reset(Instant::now() + patience.idle),
                Some(end) if end > Instant::now() => silence.as_mut().reset(end),
                Some(_) if leaving => return,
                Some(_) => {
                    leaving = true;
                    connection.as_mut().graceful_shutdown();
                    silence.as_mut().reset(Instant::now() + GOODBYE);
                }
            },
            () = &mut shuts_down, if !closing => {
                closing = true;
                connection.as_mut().graceful_shutdown();
            }
            () = &mut given_up => return,
            () = &mut is_cut => return,
        }
    }
}

fn builder(wire: &Wire) -> Builder<Streams> {
    let mut builder = Builder::new(Streams {
        outlets: Arc::clone(&wire.outlets),
        limit: wire.options.write_timeout,
    });
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(wire.options.idle_timeout)
        .max_buf_size(BUFFER);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(wire.options.ping_interval)
        .keep_alive_timeout(wire.options.ping_timeout)
        .max_send_buf_size(BUFFER)
        .initial_stream_window_size(WINDOW)
        .initial_connection_window_size(WINDOW)
        .max_concurrent_streams(STREAMS)
        .max_header_list_size(HEAD)
        .enable_connect_protocol();
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn enables_keepalive_and_nodelay_on_connections() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let (_near, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (stream, _) = accepted.expect("a connection");
        assert!(!SockRef::from(&stream).keepalive().expect("an option"));
        settle(&stream);
        assert!(SockRef::from(&stream).keepalive().expect("an option"));
        assert!(stream.nodelay().expect("an option"));
    }
}
