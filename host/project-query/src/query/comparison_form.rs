//! The value of a comparison after its preparation, or the reason why the value cannot be compared.
//!
//! This module has only the types; `forms`, `bits` and `reference_form` create them.

use serde_json::Value;

/// The error for a value that a query cannot compare: the reason, and names similar to a wrong name in the value.
pub(super) type Refused = (String, Vec<String>);

/// The value of a test in a query, prepared for the comparison with field values of one kind.
#[derive(Debug)]
pub(super) enum Form {
    Value(Value),
    /// A text, compared exactly.
    Text(String),
    /// The number of an enum value or layer, or all bits of a mask.
    Number(i64),
    /// Bits that the value must contain.
    Bits(i64),
    /// The number with which the numbers of enum values are compared by an operator such as `Less`.
    Ordered(Value),
    /// Two values, such as a guid as text and as asset reference; one of them must be in the list.
    Either([Value; 2]),
    /// The name of a reference's target.
    Named(String),
    /// The guid or file id that the file contains for a broken reference.
    Lost(String),
}

pub(super) fn refuse<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err((why.into(), Vec::new()))
}
