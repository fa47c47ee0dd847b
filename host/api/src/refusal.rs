//! A refusal: the rejection of a request by a rule, with the reason and the next step.
//!
//! Belongs here: the parts of a refusal, and its conversion to an error. Does not: its texts (`rule`), the decision to
//! refuse (`policy`).

mod rule;

pub use rule::Rule;

use crate::error::{CallError, ErrorKind};
use crate::json::Json;
use std::fmt;

/// A rejection of a request by a rule. Only the table in `rule` creates it. `message` is short and never changes,
/// because clients compare it; `hint` has the setting to change or the next step.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Refusal {
    pub rule: Rule,
    pub kind: ErrorKind,
    pub message: String,
    pub hint: String,
    /// Machine-readable details, e.g. `{"requiredTier": "pro", "currentTier": "core"}`; `None` if there are none.
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

    /// Appends `obstacle`, another reason against the call, to the hint.
    #[must_use]
    pub fn with_obstacle(mut self, obstacle: &str) -> Self {
        self.hint = format!("{}; {obstacle}", self.hint);
        self
    }

    /// Converts the refusal to an error without the id of the rule, for messages that contain the whole reason.
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
            detail: Some(refusal.rule.detail()),
            details: refusal.details,
            diagnostics: Vec::new(),
            is_crash: false,
        }
    }
}
