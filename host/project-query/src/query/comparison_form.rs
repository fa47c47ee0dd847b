//! The form in which a value is compared, or the reason why it cannot be compared.
//!
//! Only the types; `forms`, `bits` and `reference_form` choose the form.

use serde_json::Value;

/// Why a value cannot be compared, and similar names.
pub(super) type Refused = (String, Vec<String>);

/// The compared value.
#[derive(Debug)]
pub(super) enum Form {
    Value(Value),
    /// A text, compared letter by letter.
    Text(String),
    /// The number of an enum or layer, or all bits of a mask.
    Number(i64),
    /// The value has all of these bits.
    Bits(i64),
    /// The number of the enum is compared with this number.
    Ordered(Value),
    /// The list contains one of these items.
    Either([Value; 2]),
    /// A reference to a target with this name.
    Named(String),
    /// A broken reference that is stored as this guid or file id.
    Lost(String),
}

pub(super) fn refuse<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err((why.into(), Vec::new()))
}
