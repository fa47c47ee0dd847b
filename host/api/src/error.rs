//! One error for a call that did not give a result; dialect files map `kind` to their own numbers.

use crate::json::Json;

/// Why a call failed. Dialects map these; nothing else in the host knows a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// No tool, resource, prompt of that name is served.
    UnknownName,
    /// Arguments do not fit the schema, or the tool says that a value is wrong.
    InvalidArgument,
    /// The thing the arguments name does not exist.
    NotFound,
    /// The policy forbids it.
    PermissionDenied,
    /// The policy wants a confirmation that this call does not carry.
    ConfirmationRequired,
    /// The tool stands above the operator's tier.
    TierRestricted,
    /// Needs something that is not there yet (a running Unity, a loaded scene).
    NotReady,
    /// This bridge or this host version can never do it.
    Unsupported,
    /// The state changed in between (compare-and-set, a removed object).
    Conflict,
    /// Too many at once; try again later.
    RateLimited,
    /// Total wall time or guest compute time used up.
    Timeout,
    Cancelled,
    /// Arguments, result or page over a size limit.
    TooLarge,
    /// The guest broke: trap, out of memory, invalid output.
    ToolFailed,
    /// Unity itself reported an error.
    Unity,
    /// A write went out and nobody knows whether it happened.
    OutcomeUnknown,
    /// A defect of the host.
    Internal,
}

impl ErrorKind {
    /// Explorer's spelling, used in `data.kind` and in logs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UnknownName => "UnknownName",
            Self::InvalidArgument => "InvalidArgument",
            Self::NotFound => "NotFound",
            Self::PermissionDenied => "PermissionDenied",
            Self::ConfirmationRequired => "ConfirmationRequired",
            Self::TierRestricted => "TierRestricted",
            Self::NotReady => "NotReady",
            Self::Unsupported => "Unsupported",
            Self::Conflict => "Conflict",
            Self::RateLimited => "RateLimited",
            Self::Timeout => "Timeout",
            Self::Cancelled => "Cancelled",
            Self::TooLarge => "TooLarge",
            Self::ToolFailed => "ToolFailed",
            Self::Unity => "Unity",
            Self::OutcomeUnknown => "OutcomeUnknown",
            Self::Internal => "Internal",
        }
    }
}

/// What the caller is told. `message` is one sentence; `hint` says what to do.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct CallError {
    pub kind: ErrorKind,
    pub message: String,
    /// What to do about it, naming the setting, argument or command.
    pub hint: Option<String>,
    /// More for a log or a curious person; never needed to act.
    pub detail: Option<String>,
    /// Machine-readable details, e.g. `{"missingParameters": ["scenePath"]}`.
    pub details: Option<Json>,
    pub diagnostics: Vec<String>,
    /// The guest broke: it trapped, ended itself or gave nothing that can be read. What it answers as an error is none.
    pub is_crash: bool,
}

impl CallError {
    /// An error with a message alone.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
            detail: None,
            details: None,
            diagnostics: Vec::new(),
            is_crash: false,
        }
    }

    /// Adds what to do.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds detail for a log.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Adds machine-readable details.
    #[must_use]
    pub fn with_details(mut self, details: &serde_json::Value) -> Self {
        self.details = Some(Json::from_value(details));
        self
    }
}
