//! The bounded queue of commands for the thread that serves a target. A full queue returns `Busy` without waiting.

use crate::error::{BridgeError, BridgeErrorKind};
use std::time::Duration;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver, WeakSender};

/// Maximum number of commands that wait in the queue of one target; a further command gets a `Busy` error.
pub const MOST_WAITING: usize = 1_024;

/// The delay before a retry that the `Busy` error of a full command queue recommends.
const BUSY: Duration = Duration::from_millis(250);

/// The sending side of the queue of commands for one target; the target's thread has the receiving side.
#[derive(Debug)]
pub struct CommandQueue<T>(mpsc::Sender<T>);

impl<T> CommandQueue<T> {
    /// Creates an empty command queue and returns its sending and receiving side.
    pub fn new() -> (Self, Receiver<T>) {
        let (sender, receiver) = mpsc::channel(MOST_WAITING);
        (Self(sender), receiver)
    }

    /// Adds a command at the end of the target's queue.
    ///
    /// # Errors
    /// `Busy` if the queue is full, `Internal` if its thread has ended.
    pub fn put(&self, command: T) -> Result<(), BridgeError> {
        self.0.try_send(command).map_err(|refused| match refused {
            TrySendError::Full(_) => busy(),
            TrySendError::Closed(_) => Self::ended_error(),
        })
    }

    /// Returns the error for a command that cannot be executed, because the thread of its target has ended.
    pub fn ended_error() -> BridgeError {
        BridgeError::new(
            BridgeErrorKind::Internal,
            "the part of the host that serves this target has ended",
        )
        .with_hint("restart the host; its log says why")
    }

    /// Returns the number of commands that wait in the queue.
    pub fn depth(&self) -> usize {
        MOST_WAITING - self.0.capacity()
    }

    /// Returns a sender that does not keep the queue open after all command senders are dropped.
    pub fn downgrade(&self) -> WeakSender<T> {
        self.0.downgrade()
    }
}

/// Returns the error for a command that does not fit into the full queue; it recommends a retry.
pub fn busy() -> BridgeError {
    let message = format!("{MOST_WAITING} commands already wait for this target");
    BridgeError::new(BridgeErrorKind::Busy, message)
        .with_hint("try again in a moment")
        .retry_after(BUSY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_queue_returns_busy_with_delay_and_closed_queue_fails() {
        let (queue, mut end) = CommandQueue::new();
        for number in 0..MOST_WAITING {
            queue.put(number).expect("room");
        }
        assert_eq!(queue.depth(), MOST_WAITING);
        let busy = queue.put(MOST_WAITING).expect_err("full");
        assert_eq!((busy.kind, busy.retry_after_ms), (BridgeErrorKind::Busy, Some(250)));
        assert_eq!(end.try_recv(), Ok(0));
        assert_eq!(queue.depth(), MOST_WAITING - 1);
        queue.put(MOST_WAITING).expect("room again");
        drop(end);
        assert_eq!(queue.put(0).expect_err("no end").kind, BridgeErrorKind::Internal);
    }
}
