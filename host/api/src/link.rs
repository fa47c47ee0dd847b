//! A connection that a Unity dialled in on, as whole messages.
//!
//! Belongs here: what the wire carries and what whoever serves it gets. Does not: what the messages say (`bridge-live`), sockets
//! (`wire`).

use crate::future::BoxFuture;
use std::fmt;
use tokio::sync::mpsc;

/// Messages that may lie between the socket and whoever serves it, each way. Few: what is handed over counts as sent.
const WAITING: usize = 4;

/// What came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrived {
    Text(String),
    Binary(Vec<u8>),
    /// A ping, or the answer to one: somebody is there.
    Alive,
}

/// What goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    Text(String),
    Binary(Vec<u8>),
    Ping,
    /// The last one: the close code, and a reason of at most 123 bytes.
    Close(u16, String),
}

/// One connection as it is served. Dropped, it ends.
#[derive(Debug)]
pub struct Link {
    /// Ends where the connection does.
    pub incoming: mpsc::Receiver<Arrived>,
    pub outgoing: mpsc::Sender<Sent>,
}

/// The same connection as the wire carries it.
#[derive(Debug)]
pub struct Carrier {
    pub incoming: mpsc::Sender<Arrived>,
    /// Ends where nobody serves the connection any more.
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

/// Whoever takes connections of Unitys.
pub trait LinkService: fmt::Debug + Send + Sync + 'static {
    /// Serves one to its end, which may be another's doing; what was put in before still goes out.
    fn serve(&self, link: Link) -> BoxFuture<'_, ()>;
}
