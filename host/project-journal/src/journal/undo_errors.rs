//! The error messages for entries that cannot be undone.

use std::fmt;

/// The reason why entries cannot be undone together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No entry with this id exists or ever existed.
    Unknown {
        id: u64,
        last: u64,
    },
    /// The entry can no longer be undone: it was removed from the journal's list to stay within the limits.
    Fallen {
        id: u64,
        kept: usize,
    },
    Undone {
        id: u64,
        by: u64,
    },
    /// The entry can never be undone, for example because its target no longer exists.
    Lost {
        id: u64,
        why: String,
    },
    /// Later entries depend on the entry and are not undone with it. `by` contains the ids of at most 5 of them.
    Needed {
        id: u64,
        by: Vec<u64>,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { id, last: 0 } => write!(f, "there is no entry {id}: nothing was changed yet"),
            Self::Unknown { id, last } => write!(f, "there is no entry {id}: the newest is {last}"),
            Self::Fallen { id, kept } => {
                write!(
                    f,
                    "entry {id} fell out of the journal, which keeps {kept} entries now; what it changed stays"
                )
            }
            Self::Undone { id, by } => write!(f, "entry {id} was undone already, by entry {by}"),
            Self::Lost { id, why } => write!(f, "entry {id} can't be undone any more: {why}"),
            Self::Needed { id, by } => {
                let named: Vec<String> = by.iter().map(u64::to_string).collect();
                write!(
                    f,
                    "entry {id} can't be undone alone: later changes build on it, entries {}",
                    named.join(", ")
                )
            }
        }
    }
}
