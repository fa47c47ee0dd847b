//! A connection that a Unity instance opened, as a stream of whole messages.
//!
//! Belongs here: the types between the wire and the code that serves a link. Does not: the content of the messages
//! (`bridge-live`), sockets (`wire`).

use crate::future::BoxFuture;
use std::fmt;
use tokio::sync::mpsc;

/// Maximum number of messages queued between the socket and the serving code, in each direction. Few, because a queued
/// message counts as sent.
const WAITING: usize = 4;

/// A message that the peer sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrived {
    Text(String),
    Binary(Vec<u8>),
    /// A ping, or the answer to a ping: the peer is alive.
    Alive,
}

/// A message to send to the peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    Text(String),
    Binary(Vec<u8>),
    Ping,
    /// The last message: the close code, and a reason of at most 123 bytes.
    Close(u16, String),
}

/// One connection, as the serving code sees it. Dropping it closes the connection.
#[derive(Debug)]
pub struct Link {
    /// Received messages; the channel closes when the connection ends.
    pub incoming: mpsc::Receiver<Arrived>,
    pub outgoing: mpsc::Sender<Sent>,
}

/// One connection, as the wire sees it: the opposite ends of the channels of a `Link`.
#[derive(Debug)]
pub struct Carrier {
    pub incoming: mpsc::Sender<Arrived>,
    /// Messages to send; the channel closes when the serving code drops its `Link`.
    pub outgoing: mpsc::Receiver<Sent>,
}

impl Link {
    /// Creates both ends of a connection.
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

/// Accepts connections of Unity instances.
pub trait LinkService: fmt::Debug + Send + Sync + 'static {
    /// Serves one connection until it ends; a newer connection of the same instance can end it. Messages that were
    /// queued before the end are still sent.
    fn serve(&self, link: Link) -> BoxFuture<'_, ()>;
}
