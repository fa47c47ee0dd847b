//! Why a schema cannot be run, and where in it.

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason} at `{at}`")]
pub(crate) struct Refused {
    /// JSON pointer, `#` for the root.
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
