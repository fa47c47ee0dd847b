//! The reasons why a session is not opened, or rejects a request.

use crate::budget::Full;

/// The reason why there is no new session.
#[derive(Debug)]
pub enum NoSession {
    /// All slots belong to sessions in use, which cannot be ended for a new one.
    AllInUse,
    NoRandomness,
    NoRoom(Full),
}

impl From<Full> for NoSession {
    fn from(full: Full) -> Self {
        Self::NoRoom(full)
    }
}

/// The reason why a resource is not watched.
#[derive(Debug)]
pub enum Unwatched {
    /// The session watches the maximum number of resources.
    TooMany,
    NoRoom(Full),
}

impl From<Full> for Unwatched {
    fn from(full: Full) -> Self {
        Self::NoRoom(full)
    }
}
