//! The reason why a schema cannot be compiled, with its location.

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason} at `{at}`")]
pub(crate) struct Refused {
    /// The JSON pointer of the rejected part of the schema, after `#`; `#` alone for the root.
    at: String,
    reason: String,
}

impl Refused {
    pub(super) fn new(at: &str, reason: String) -> Self {
        Self {
            at: format!("#{}", at.chars().take(200).collect::<String>()),
            reason,
        }
    }
}
