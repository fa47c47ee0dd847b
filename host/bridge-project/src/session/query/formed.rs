//! What a value is compared as, and why one cannot be compared.
//!
//! Belongs here: the types alone. Does not: which form a value gets (`forms`, `bits`, `refer`).

use serde_json::Value;

/// Why a value can't be compared, and which names are near.
pub(super) type Refused = (String, Vec<String>);

/// What is compared.
#[derive(Debug)]
pub(super) enum Form {
    Value(Value),
    /// A text, letter by letter.
    Text(String),
    /// The number of an enumeration or layer, or all bits of a mask.
    Number(i64),
    /// All of these bits are set.
    Bits(i64),
    /// The number of an enumeration is larger or smaller than this number.
    Ordered(Value),
    /// One of these is an item of a list.
    Either([Value; 2]),
    /// A reference to something with this name.
    Named(String),
    /// A reference that is written as this guid or file id, and leads nowhere.
    Lost(String),
}

pub(super) fn refuse<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err((why.into(), Vec::new()))
}
