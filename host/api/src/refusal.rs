//! A refusal: a rejection by a rule, with its reason and the next step.
//!
//! Belongs here: the parts of a refusal, and its conversion to an error. Does not: the texts (`rule`), the decision
//! (`policy`).

mod rule;

pub use rule::Rule;

use crate::error::{CallError, ErrorKind};
use crate::json::Json;
use std::fmt;

/// A rejection of a request by a rule. Only the table of rules creates one. `message` is short and stable (clients
/// compare it); `hint` names the setting or the next step.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Refusal {
    pub rule: Rule,
    pub kind: ErrorKind,
    pub message: String,
    pub hint: String,
    /// Machine-readable details, e.g. `{"requiredTier": "pro", "currentTier": "core"}`.
    pub details: Option<Json>,
}

impl Refusal {
    fn new(rule: Rule, kind: ErrorKind, message: fmt::Arguments<'_>, hint: fmt::Arguments<'_>) -> Self {
        Self {
            rule,
            kind,
            message: message.to_string(),
            hint: hint.to_string(),
            details: None,
        }
    }

    /// Appends another obstacle, which is independent of the rule, to the hint.
    #[must_use]
    pub fn with_obstacle(mut self, obstacle: &str) -> Self {
        self.hint = format!("{}; {obstacle}", self.hint);
        self
    }

    /// Converts the refusal to an error that does not name the rule, because the message is the whole reason.
    pub fn without_rule(self) -> CallError {
        CallError {
            detail: None,
            ..self.into()
        }
    }
}

impl From<Refusal> for CallError {
    fn from(refusal: Refusal) -> Self {
        Self {
            kind: refusal.kind,
            message: refusal.message,
            hint: Some(refusal.hint),
            detail: Some(format!("refused by {}", refusal.rule)),
            details: refusal.details,
            diagnostics: Vec::new(),
            is_crash: false,
        }
    }
}
