//! A connection that a Unity instance opened to the host, as a stream of complete messages.
//!
//! Belongs here: the types between the sockets and the code that handles the messages. Does not: the content of the
//! messages (`bridge-live`), the sockets (`wire`).

use crate::future::BoxFuture;
use std::fmt;
use tokio::sync::mpsc;

/// Maximum number of queued messages in each direction. It is small, because a message to Unity in it counts as sent.
const WAITING: usize = 4;

/// A message that arrives at the host from a connected Unity instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrived {
    Text(String),
    Binary(Vec<u8>),
    /// A WebSocket ping or pong frame, which only shows that the Unity instance still answers.
    Alive,
}

/// A message that the host sends to a connected Unity instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    Text(String),
    Binary(Vec<u8>),
    Ping,
    /// The last message, which closes the connection: a WebSocket close code, and a reason of at most 123 bytes.
    Close(u16, String),
}

/// One connection to a Unity instance, for the code that handles messages. Dropping the value closes it.
#[derive(Debug)]
pub struct Link {
    /// Received messages. The channel closes when the connection ends.
    pub incoming: mpsc::Receiver<Arrived>,
    pub outgoing: mpsc::Sender<Sent>,
}

/// One connection to a Unity instance, for the code that owns the socket: the other ends of a `Link`'s channels.
#[derive(Debug)]
pub struct Carrier {
    pub incoming: mpsc::Sender<Arrived>,
    /// Messages to send. The channel closes when the other side drops its `Link`.
    pub outgoing: mpsc::Receiver<Sent>,
}

impl Link {
    /// Creates both sides of a connection to a Unity instance.
    pub fn pair() -> (Self, Carrier) {
        let (to_server, incoming) = mpsc::channel(WAITING);
        let (outgoing, to_socket) = mpsc::channel(WAITING);
        let carrier = Carrier {
            incoming: to_server,
            outgoing: to_socket,
        };
        (Self { incoming, outgoing }, carrier)
    }
}

/// A service that handles the connections of Unity instances.
pub trait LinkService: fmt::Debug + Send + Sync + 'static {
    /// Handles one connection until it ends. A newer connection of the same instance can end it. Messages that are
    /// queued at the end are still sent.
    fn serve(&self, link: Link) -> BoxFuture<'_, ()>;
}
