//! The error of a call without a result; each dialect maps `kind` to its own codes.

use crate::json::Json;

/// The class of an error. Only the dialects map it to numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// No tool, resource or prompt of that name is served.
    UnknownName,
    /// Arguments do not fit the schema, or the tool rejects a value.
    InvalidArgument,
    /// The object that the arguments name does not exist.
    NotFound,
    /// The policy forbids the call.
    PermissionDenied,
    /// The policy requires a confirmation that this call does not have.
    ConfirmationRequired,
    /// The tool is above the operator's tier.
    TierRestricted,
    /// The call needs something that is not available yet (a running instance, a loaded scene).
    NotReady,
    /// This bridge or this host version can never execute the call.
    Unsupported,
    /// The state changed before the call was complete (compare-and-set, a removed object).
    Conflict,
    /// Too many calls at once; try again later.
    RateLimited,
    /// The call exceeded its total wall time or its guest compute time.
    Timeout,
    Cancelled,
    /// Arguments, result or page exceed a size limit.
    TooLarge,
    /// The guest failed: trap, out of memory, invalid output.
    ToolFailed,
    /// Unity itself reported an error.
    Unity,
    /// A write was sent, and the host cannot know whether it happened.
    OutcomeUnknown,
    /// A defect of the host.
    Internal,
}

impl ErrorKind {
    /// Returns Explorer's spelling, used in `data.kind` and in logs.
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

/// The error that the caller receives. `message` is one sentence; `hint` says what to do.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct CallError {
    pub kind: ErrorKind,
    pub message: String,
    /// The next step, with the name of the setting, argument or command.
    pub hint: Option<String>,
    /// More details for a log or an interested reader; never needed to act.
    pub detail: Option<String>,
    /// Machine-readable details, e.g. `{"missingParameters": ["scenePath"]}`.
    pub details: Option<Json>,
    pub diagnostics: Vec<String>,
    /// True if the guest failed: it trapped, exited or returned unreadable output. False for an error that the guest
    /// returns itself.
    pub is_crash: bool,
}

impl CallError {
    /// Creates an error with only a kind and a message.
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

    /// Sets the hint.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Sets the detail for a log.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Sets the machine-readable details.
    #[must_use]
    pub fn with_details(mut self, details: &serde_json::Value) -> Self {
        self.details = Some(Json::from_value(details));
        self
    }
}
