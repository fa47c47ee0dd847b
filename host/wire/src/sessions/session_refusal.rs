//! The reasons why a session is not opened, or why it rejects a subscription.

use crate::budget::Full;

/// The reason why a new session cannot be opened.
#[derive(Debug)]
pub enum NoSession {
    /// The host has the maximum number of sessions, and none of them is idle, so none can be ended for the new one.
    AllInUse,
    NoRandomness,
    NoRoom(Full),
}

impl From<Full> for NoSession {
    fn from(full: Full) -> Self {
        Self::NoRoom(full)
    }
}

/// The reason why a resource cannot be subscribed to.
#[derive(Debug)]
pub enum Unwatched {
    /// The session has reached the maximum number or total size of the resources that it may subscribe to.
    TooMany,
    NoRoom(Full),
}

impl From<Full> for Unwatched {
    fn from(full: Full) -> Self {
        Self::NoRoom(full)
    }
}
