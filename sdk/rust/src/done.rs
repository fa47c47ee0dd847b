//! The answer of a tool that only reports success.
//! Belongs here: the answer `{"ok":true}`. Does not: answers with more content.

use crate::Reply;
use schemars::JsonSchema;
use serde::Serialize;

/// The answer `{"ok":true}`, for a tool that reports only its success.
///
/// ```
/// use unity_tools::{Done, serde_json};
///
/// assert_eq!(serde_json::to_string(&Done::new()).unwrap(), r#"{"ok":true}"#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Done {
    /// Always true; a failure is an error.
    ok: bool,
}

impl Done {
    /// Creates the answer `{"ok":true}`.
    pub fn new() -> Self {
        Self { ok: true }
    }
}

impl Default for Done {
    fn default() -> Self {
        Self::new()
    }
}

impl Reply<Done> {
    /// Creates a reply with the answer `{"ok":true}`.
    pub fn done() -> Self {
        Self::new(Done::new())
    }
}

#[cfg(test)]
mod tests {
    use crate::Reply;

    #[test]
    fn done_reply_contains_only_ok() {
        let reply = Reply::done();
        assert_eq!(serde_json::to_string(reply.value().unwrap()).unwrap(), r#"{"ok":true}"#);
        assert!(reply.notes().is_empty());
    }
}
