//! The recipients of an event. If the host has several targets, some events are not for all clients.

use std::sync::Arc;

/// The clients that receive an event: all, or only those of one target or session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Whose {
    #[default]
    All,
    /// The clients that use the target with this id.
    Unity(Arc<str>),
    /// The client that has the session with this id.
    Session(Arc<str>),
}

/// An event or log line, with its recipients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced<T> {
    pub whose: Whose,
    pub what: T,
}

impl<T> From<T> for Announced<T> {
    fn from(what: T) -> Self {
        Self {
            whose: Whose::All,
            what,
        }
    }
}
