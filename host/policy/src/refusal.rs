//! A refusal: a rejection with its rule id and a hint.

use host_api::{CallError, ErrorKind, Json};

/// Why a request is rejected. `message` is short and stable (clients compare it); `hint` names the setting.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    pub kind: ErrorKind,
    pub message: String,
    pub hint: Option<String>,
    /// The rule id for the audit line, e.g. `policy.allow-writes`.
    pub rule: &'static str,
    /// Machine-readable details, e.g. `{"requiredTier": "pro", "currentTier": "core"}`.
    pub details: Option<Json>,
}

impl Refusal {
    pub(crate) const OF_EFFECT: &'static str = "permit.effect";

    pub(crate) fn new(
        kind: ErrorKind,
        rule: &'static str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: Some(hint.into()),
            rule,
            details: None,
        }
    }
}

impl Refusal {
    /// True if one of the operator's allowlists does not contain the target.
    pub fn is_of_allowlist(&self) -> bool {
        self.rule.contains("allowlist")
    }

    /// True if the declared effect of the tool does not cover the attempted access.
    pub fn is_of_effect(&self) -> bool {
        self.rule == Self::OF_EFFECT
    }

    /// Adds another obstacle to the hint, besides the rule.
    #[must_use]
    pub fn and_also(mut self, obstacle: &str) -> Self {
        self.hint = Some(match self.hint {
            Some(hint) => format!("{hint}; {obstacle}"),
            None => obstacle.to_owned(),
        });
        self
    }
}

impl From<Refusal> for CallError {
    fn from(refusal: Refusal) -> Self {
        Self {
            kind: refusal.kind,
            message: refusal.message,
            hint: refusal.hint,
            detail: Some(format!("refused by {}", refusal.rule)),
            details: refusal.details,
            diagnostics: Vec::new(),
            is_crash: false,
        }
    }
}
