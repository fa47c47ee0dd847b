//! The transport of messages between the socket of one Unity instance and two queues.

use crate::websocket::{self, Arriving, LAST_WORDS, Socket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use host_api::{Arrived, Carrier, Sent};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_util::sync::CancellationToken;

/// Maximum bytes of one WebSocket message from a Unity instance; a larger one ends its connection.
pub(super) const LARGEST: usize = 8 << 20;

/// Maximum time for sending a message to a Unity instance; after it the instance counts as disconnected.
const PATIENCE: Duration = Duration::from_secs(30);

enum Ending {
    /// The connection is lost: the Unity instance disconnected, or receives no data.
    Gone,
    /// A close frame was exchanged.
    Closed,
    Broken(CloseCode, String),
    /// The host ended the connection: its link service closed it, or the host shuts down.
    Over,
}

/// Passes messages between a Unity instance and the host until one of them ends, or until `over` is cancelled.
pub(super) async fn carry(socket: Socket, carrier: Carrier, arriving: &Arriving, over: &CancellationToken) {
    let Carrier { incoming, mut outgoing } = carrier;
    let (mut sink, mut stream) = socket.split();
    let ending = tokio::select! {
        ending = read(&mut stream, incoming, arriving) => ending,
        ending = write(&mut sink, &mut outgoing) => ending,
        () = over.cancelled() => Ending::Over,
    };
    let goodbye = match ending {
        Ending::Gone => return,
        Ending::Closed => None,
        Ending::Broken(code, reason) => Some((code, reason)),
        Ending::Over => Some((CloseCode::Normal, "the host ends".to_owned())),
    };
    let last_words = async {
        if let Some((code, reason)) = goodbye {
            let reason = reason.into();
            sink.send(Message::Close(Some(CloseFrame { code, reason }))).await?;
        }
        while stream.next().await.transpose()?.is_some() {}
        Ok::<(), tokio_tungstenite::tungstenite::Error>(())
    };
    // A connection that does not close in time is disconnected.
    if let Ok(Err(_)) = tokio::time::timeout(LAST_WORDS, last_words).await
        && let Ok(mut socket) = sink.reunite(stream)
    {
        websocket::hang_up(&mut socket).await;
    }
}

async fn read(stream: &mut SplitStream<Socket>, incoming: mpsc::Sender<Arrived>, arriving: &Arriving) -> Ending {
    loop {
        let message = stream.next().await;
        if let Some(Ok(Message::Text(_) | Message::Binary(_))) = &message {
            arriving.settle();
        }
        let arrived = match message {
            Some(Ok(Message::Text(text))) => Arrived::Text(text.to_string()),
            Some(Ok(Message::Binary(bytes))) => Arrived::Binary(bytes.into()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Arrived::Alive,
            Some(Ok(Message::Frame(_))) => continue,
            Some(Ok(Message::Close(frame))) => {
                let frame = frame.unwrap_or(CloseFrame {
                    code: CloseCode::Status,
                    reason: "".into(),
                });
                tracing::info!(
                    code = u16::from(frame.code),
                    "a Unity instance closed its link: {}",
                    frame.reason
                );
                return Ending::Closed;
            }
            Some(Err(error)) => {
                return match websocket::close_code(&error) {
                    Some(code) => Ending::Broken(code, websocket::reason(&error)),
                    None => Ending::Gone,
                };
            }
            None => return Ending::Gone,
        };
        if incoming.send(arrived).await.is_err() {
            // The writer still sends the last messages.
            std::future::pending::<()>().await;
        }
    }
}

async fn write(sink: &mut SplitSink<Socket, Message>, outgoing: &mut mpsc::Receiver<Sent>) -> Ending {
    while let Some(message) = outgoing.recv().await {
        let (message, is_last) = match message {
            Sent::Text(text) => (Message::text(text), false),
            Sent::Binary(bytes) => (Message::binary(bytes), false),
            Sent::Ping => (Message::Ping(Bytes::new()), false),
            Sent::Close(code, reason) => {
                let (code, reason) = (code.into(), reason.into());
                (Message::Close(Some(CloseFrame { code, reason })), true)
            }
        };
        match tokio::time::timeout(PATIENCE, sink.send(message)).await {
            Ok(Ok(())) if is_last => return Ending::Closed,
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return Ending::Gone,
        }
    }
    Ending::Over
}
