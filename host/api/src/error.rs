//! The error of a call. Each dialect (protocol) maps its kind to its own error codes.

use crate::json::Json;

/// The class of a call's error. Each client protocol has its own error codes for the classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// No published tool, resource or prompt has the requested name.
    UnknownName,
    /// The arguments do not match the schema, or the tool rejects a value.
    InvalidArgument,
    /// The arguments refer to an object that does not exist.
    NotFound,
    /// The policy forbids the call.
    PermissionDenied,
    /// The policy requires a confirmation that this call does not have.
    ConfirmationRequired,
    /// The tool's tier is above the operator's current tier.
    TierRestricted,
    /// The call needs something that is not available yet (a running instance, a loaded scene).
    NotReady,
    /// The connected bridge or this version of the host can never execute the call.
    Unsupported,
    /// The state changed before the call was complete, e.g. an object was removed.
    Conflict,
    /// Too many calls run at once; the client can try again later.
    RateLimited,
    /// The call exceeded its total wall time or its guest compute time.
    Timeout,
    Cancelled,
    /// The arguments, the result or one page of an import exceeds a size limit.
    TooLarge,
    /// The guest failed: it trapped, ran out of memory or returned invalid output.
    ToolFailed,
    /// Unity itself reported an error.
    Unity,
    /// The host sent a write to Unity and cannot know whether Unity executed it.
    OutcomeUnknown,
    /// The host has a defect.
    Internal,
}

impl ErrorKind {
    /// Returns the name of the kind in UnityExplorer's protocol, in `data.kind` and in logs.
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

/// The error that the caller receives. `message` is one sentence about the problem.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct CallError {
    pub kind: ErrorKind,
    pub message: String,
    /// The next step for the caller, with the setting, argument or command to use; `None` if there is none.
    pub hint: Option<String>,
    /// More details for logs and troubleshooting; `None` if there are none.
    pub detail: Option<String>,
    /// Machine-readable details, e.g. `{"missingParameters": ["scenePath"]}`; `None` if there are none.
    pub details: Option<Json>,
    pub diagnostics: Vec<String>,
    /// True if the guest trapped, exited or returned unreadable output; false for an error that it returns.
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

    /// Sets `hint`, the next step for the caller.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Sets `detail`, the text for logs.
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
