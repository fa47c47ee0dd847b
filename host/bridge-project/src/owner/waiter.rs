//! Waiting for a message or for what is made beside the session, whichever is first.

use super::Message;
use std::io;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::Receiver;
use tokio::sync::watch;

/// The owner's thread has no runtime of its own.
pub(super) struct Waiter(Runtime);

pub(super) enum Next {
    Message(Message),
    /// What is made beside the session came to its end.
    Made,
    /// Nobody asks any more.
    Over,
}

impl Waiter {
    pub(super) fn new() -> io::Result<Self> {
        Builder::new_current_thread().build().map(Self)
    }

    /// Blocking.
    pub(super) fn next(&self, queue: &mut Receiver<Message>, made: Option<watch::Receiver<bool>>) -> Next {
        let message = |message: Option<Message>| message.map_or(Next::Over, Next::Message);
        let Some(mut made) = made else {
            return message(queue.blocking_recv());
        };
        self.0.block_on(async {
            tokio::select! {
                biased;
                next = queue.recv() => message(next),
                // Closed is an end too.
                _ = made.wait_for(|made| *made) => Next::Made,
            }
        })
    }
}
