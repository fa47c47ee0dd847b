//! Why Unity did not do it.

/// The kinds a guest sees as WIT `unity-error` cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BridgeErrorKind {
    NotFound,
    InvalidArgument,
    /// Needs something that is not there yet; the hint says what.
    NotReady,
    /// This bridge can never do it.
    Unsupported,
    Conflict,
    /// The queue to Unity's main thread is full.
    Busy,
    Timeout,
    /// A write went out and its answer never came.
    OutcomeUnknown,
    /// Unity reported an error of its own.
    Unity,
    Internal,
}

impl BridgeErrorKind {
    /// True where Unity surely did nothing: it was not asked, or it refused.
    pub fn leaves_all_as_it_was(self) -> bool {
        match self {
            Self::NotFound
            | Self::InvalidArgument
            | Self::NotReady
            | Self::Unsupported
            | Self::Conflict
            | Self::Busy => true,
            Self::Timeout | Self::OutcomeUnknown | Self::Unity | Self::Internal => false,
        }
    }
}

/// One error of a bridge: a sentence, and what to do.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{message}")]
pub struct BridgeError {
    pub kind: BridgeErrorKind,
    pub message: String,
    pub hint: Option<String>,
}

impl BridgeError {
    /// An error with a message alone.
    pub fn new(kind: BridgeErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
        }
    }

    /// Adds what to do.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
