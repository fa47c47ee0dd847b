//! Whom something concerns that happened: with several Unitys, not everybody.

use std::sync::Arc;

/// They.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Whose {
    #[default]
    All,
    /// Who works on the Unity of that id.
    Unity(Arc<str>),
    /// The session of that id alone.
    Session(Arc<str>),
}

/// With what it was.
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
