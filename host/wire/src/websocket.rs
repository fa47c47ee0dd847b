//! WebSocket basics: the upgrade of an HTTP request, the limits of a socket, and an orderly close after an error.
//!
//! This module does not interpret messages: its users do.

mod frames;
mod metered_payload;
mod upgrade;

pub use metered_payload::Arriving;
pub use upgrade::{Terms, take};

use crate::http::answer;
use crate::http::refusal::Refusal;
use crate::jsonrpc::{Fault, INVALID_REQUEST};
use axum_core::body::Body;
use axum_core::response::Response;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::header::{
    CONNECTION, HeaderName, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use http::request::Parts;
use http::{HeaderMap, Method, StatusCode, Version};
use hyper::ext::Protocol;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use metered_payload::Metered;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{Error, ProtocolError};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

/// The host's side of a WebSocket connection, whose incoming data is counted in the memory budget.
pub type Socket = WebSocketStream<Metered<TokioIo<Upgraded>>>;

/// Initial size in bytes of each buffer of a WebSocket connection; a larger frame grows it.
const BUFFER: usize = 16 << 10;
/// Maximum unsent bytes of a WebSocket connection; after that, a writer has to wait.
const WRITE_BUFFER: usize = 4 << 20;
/// Bytes that a WebSocket connection reserves in addition to its message payload: three buffers (read from the socket,
/// in the library, to be written), and other state.
const LINK: usize = 3 * BUFFER + (8 << 10);
/// Maximum bytes that are read and discarded from a rejected WebSocket client, so that it can read the reason.
const DISCARD: usize = 16 << 20;
/// Maximum time for closing a WebSocket connection; after it the connection is cut.
pub const LAST_WORDS: Duration = Duration::from_secs(2);

pub(crate) fn is_upgrade(parts: &Parts) -> bool {
    match parts.version {
        Version::HTTP_2 | Version::HTTP_3 => {
            let protocol = parts.extensions.get::<Protocol>();
            parts.method == Method::CONNECT && protocol.is_some_and(|protocol| protocol.as_str() == "websocket")
        }
        _ => names(&parts.headers, &UPGRADE, "websocket"),
    }
}

struct Handshake {
    on_upgrade: OnUpgrade,
    response: Response,
}

/// Checks a request for an upgrade to WebSocket, and creates the response to it. The error is the response to send.
fn shake(parts: &mut Parts) -> Result<Handshake, Box<Response>> {
    let mut response = Response::new(Body::empty());
    if parts.method != Method::CONNECT {
        if parts.version < Version::HTTP_11 || parts.method != Method::GET {
            return refuse("a WebSocket requires a GET of HTTP/1.1 or later");
        }
        if !names(&parts.headers, &CONNECTION, "upgrade") {
            return refuse("the header `Connection: Upgrade` is missing");
        }
        let key = parts.headers.get(SEC_WEBSOCKET_KEY).map(HeaderValue::as_bytes);
        let Some(key) = key.filter(|key| STANDARD.decode(key).is_ok_and(|bytes| bytes.len() == 16)) else {
            return refuse("`Sec-WebSocket-Key` is not 16 bytes in base64");
        };
        let accept = HeaderValue::from_str(&derive_accept_key(key)).expect("base64 is header text");
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    }
    if !names(&parts.headers, &SEC_WEBSOCKET_VERSION, "13") {
        return Err(Box::new(upgrade_wanted("`Sec-WebSocket-Version` is not 13")));
    }
    match parts.extensions.remove::<OnUpgrade>() {
        Some(on_upgrade) => Ok(Handshake { on_upgrade, response }),
        None => refuse("this connection cannot be upgraded"),
    }
}

/// Returns a 426 response with the headers that describe the required upgrade.
pub fn upgrade_wanted(message: &str) -> Response {
    let refusal = Refusal::new(StatusCode::UPGRADE_REQUIRED, INVALID_REQUEST, message);
    let mut response = answer::refusal(refusal, None);
    let headers = response.headers_mut();
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
    response
}

fn refuse(message: &str) -> Result<Handshake, Box<Response>> {
    Err(Box::new(answer::refusal(Fault::invalid_request(message), None)))
}

/// True if the comma-separated header `header` contains `word`.
fn names(headers: &HeaderMap, header: &HeaderName, word: &str) -> bool {
    headers
        .get_all(header)
        .iter()
        .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
        .any(|part| part.trim_ascii().eq_ignore_ascii_case(word.as_bytes()))
}

/// Waits until the response was sent, and returns the socket. The connection fails if a message has more than
/// `max_message` bytes, or takes longer than `patience` to arrive.
async fn open(
    on_upgrade: OnUpgrade,
    max_message: usize,
    arriving: Arriving,
    patience: Duration,
) -> Result<Socket, hyper::Error> {
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(WRITE_BUFFER)
        .max_message_size(Some(max_message))
        .max_frame_size(Some(max_message));
    let upgraded = TokioIo::new(on_upgrade.await?);
    let upgraded = Metered::new(upgraded, arriving, BUFFER, max_message, patience);
    Ok(WebSocketStream::from_raw_socket(upgraded, Role::Server, Some(config)).await)
}

/// Returns the close code for a frame that cannot be read; `None` if the connection itself is lost.
pub fn close_code(error: &Error) -> Option<CloseCode> {
    match error {
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        Error::Io(error) if metered_payload::is_no_room(error) => Some(CloseCode::Again),
        Error::Io(error) if metered_payload::is_unfit(error) => Some(CloseCode::Policy),
        Error::Capacity(_) => Some(CloseCode::Size),
        Error::Utf8(_) => Some(CloseCode::Invalid),
        Error::Protocol(_) | Error::AttackAttempt => Some(CloseCode::Protocol),
        _ => None,
    }
}

/// Returns the reason why a frame cannot be read, as text.
pub fn reason(error: &Error) -> String {
    match error {
        Error::Io(error) => error.to_string(),
        other => other.to_string(),
    }
}

/// Closes a socket after an unreadable frame. Reads and discards further data, because the client could lose the close
/// frame if unread bytes remained at the end.
pub async fn hang_up(socket: &mut Socket) {
    let raw = socket.get_mut().inner_mut();
    let discard = async {
        if raw.shutdown().await.is_err() {
            return;
        }
        let mut heap = vec![0; BUFFER];
        let mut thrown = 0;
        while thrown < DISCARD {
            match raw.read(&mut heap).await {
                Ok(0) | Err(_) => return,
                Ok(bytes) => thrown += bytes,
            }
        }
    };
    // A client that does not close its side in time is disconnected.
    let _ = tokio::time::timeout(LAST_WORDS, discard).await;
}
