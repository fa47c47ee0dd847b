//! The bounded queue before a Unity's one thread: whoever finds it full is told to come again, nobody waits for room.

use crate::error::{BridgeError, BridgeErrorKind};
use std::time::Duration;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver, WeakSender};

/// Commands that may wait for one Unity.
pub const MOST_WAITING: usize = 1_024;

/// After this long a full queue has room again, most likely.
const BUSY: Duration = Duration::from_millis(250);

/// Where commands are put; its `Receiver` is the thread's.
#[derive(Debug)]
pub struct CommandQueue<T>(mpsc::Sender<T>);

impl<T> CommandQueue<T> {
    /// An empty one, and its end.
    pub fn new() -> (Self, Receiver<T>) {
        let (sender, receiver) = mpsc::channel(MOST_WAITING);
        (Self(sender), receiver)
    }

    /// Puts one behind all others.
    ///
    /// # Errors
    /// `Busy` where the queue is full, `Internal` where nobody takes from it any more.
    pub fn put(&self, command: T) -> Result<(), BridgeError> {
        self.0.try_send(command).map_err(|refused| match refused {
            TrySendError::Full(_) => busy(),
            TrySendError::Closed(_) => Self::ended(),
        })
    }

    /// What is said where the thread behind the queue is gone.
    pub fn ended() -> BridgeError {
        BridgeError::new(BridgeErrorKind::Internal, "the session with this Unity has ended")
            .with_hint("restart the host; its log says why")
    }

    /// How many wait.
    pub fn depth(&self) -> usize {
        MOST_WAITING - self.0.capacity()
    }

    /// For whoever puts something beside the commands, as long as there is somebody who puts those.
    pub fn downgrade(&self) -> WeakSender<T> {
        self.0.downgrade()
    }
}

/// What is said where so many wait already.
pub fn busy() -> BridgeError {
    let message = format!("{MOST_WAITING} commands wait for this Unity already");
    BridgeError::new(BridgeErrorKind::Busy, message)
        .with_hint("try again in a moment")
        .retry_after(BUSY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_queue_refuses_with_when_to_come_again_and_one_without_an_end_says_so() {
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
