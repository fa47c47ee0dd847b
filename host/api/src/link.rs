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

/// A received message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrived {
    Text(String),
    Binary(Vec<u8>),
    /// A ping, or the answer to one: the peer is alive.
    Alive,
}

/// A message to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    Text(String),
    Binary(Vec<u8>),
    Ping,
    /// The last message: the close code, and a reason of at most 123 bytes.
    Close(u16, String),
}

/// One connection for the serving code. Dropping it closes the connection.
#[derive(Debug)]
pub struct Link {
    /// Ends when the connection ends.
    pub incoming: mpsc::Receiver<Arrived>,
    pub outgoing: mpsc::Sender<Sent>,
}

/// The same connection for the wire.
#[derive(Debug)]
pub struct Carrier {
    pub incoming: mpsc::Sender<Arrived>,
    /// Ends when the serving code drops its end.
    pub outgoing: mpsc::Receiver<Sent>,
}

impl Link {
    /// Both ends of a connection.
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
    /// Serves one connection until it ends, possibly because of another one; messages that were queued before are still
    /// sent.
    fn serve(&self, link: Link) -> BoxFuture<'_, ()>;
}
