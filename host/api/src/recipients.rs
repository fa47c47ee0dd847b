//! The recipients of an event: with several targets, not all clients.

use std::sync::Arc;

/// The clients that receive an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Whose {
    #[default]
    All,
    /// Clients that work on the target with this id.
    Unity(Arc<str>),
    /// Only the session with this id.
    Session(Arc<str>),
}

/// An event with its recipients.
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
