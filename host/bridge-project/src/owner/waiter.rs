//! Waits for a message or for the end of background work, whichever comes first.

use super::Message;
use std::io;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::Receiver;
use tokio::sync::watch;

/// The single-threaded async runtime in which the owner thread waits.
pub(super) struct Waiter(Runtime);

pub(super) enum Next {
    Message(Message),
    /// The background work for which the owner thread waited has ended.
    Made,
    /// No message can arrive any more, because all handles of the bridge were dropped.
    Over,
}

impl Waiter {
    pub(super) fn new() -> io::Result<Self> {
        Builder::new_current_thread().build().map(Self)
    }

    /// Waits for the next message to the owner thread or for the end of background work (`made`). Blocks the thread.
    pub(super) fn next(&self, queue: &mut Receiver<Message>, made: Option<watch::Receiver<bool>>) -> Next {
        let message = |message: Option<Message>| message.map_or(Next::Over, Next::Message);
        let Some(mut made) = made else {
            return message(queue.blocking_recv());
        };
        self.0.block_on(async {
            tokio::select! {
                biased;
                next = queue.recv() => message(next),
                // A closed channel also means that the work has ended.
                _ = made.wait_for(|made| *made) => Next::Made,
            }
        })
    }
}
