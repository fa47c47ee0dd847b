//! Why a session is not opened, or does not do what it is asked for.

use crate::budget::Full;

/// Why there is no new session.
#[derive(Debug)]
pub(crate) enum NoSession {
    /// All places are taken by sessions in use.
    AllInUse,
    NoRandomness,
    NoRoom(Full),
}

impl From<Full> for NoSession {
    fn from(full: Full) -> Self {
        Self::NoRoom(full)
    }
}

/// Why a resource is not watched.
#[derive(Debug)]
pub(crate) enum Unwatched {
    /// The session watches as many as it may.
    TooMany,
    NoRoom(Full),
}

impl From<Full> for Unwatched {
    fn from(full: Full) -> Self {
        Self::NoRoom(full)
    }
}
