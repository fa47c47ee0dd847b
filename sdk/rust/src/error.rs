//! Why there is no result.
//!
//! Belongs here: the error a tool returns, and what Unity's and the host's errors become. Numbers are the host's affair.

pub use crate::types::ErrorKind;

use crate::host::client::{AskError, Feature};
use crate::host::state::StateError;
use crate::types::Error;
use crate::unity::types::{Fault, UnityError};
use serde_json::{Value, json};
use std::fmt;
use std::ops::Deref;

/// A value is shown up to this many characters.
const SHOWN: usize = 60;

/// A failure: its kind, one sentence, and what to do. Return it with `?`; Unity's errors become one by themselves. Its
/// parts, a [`Failure`], are read as its own fields; they lie in a box, so that a result stays small.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolError(Box<Failure>);

/// The parts of a [`ToolError`].
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// What kind of failure; each protocol has its own number for it.
    pub kind: ErrorKind,
    /// One sentence: the thing, its value, what would be right.
    pub message: String,
    /// What to do about it, naming the setting, argument or command.
    pub hint: Option<String>,
    /// More, for a log.
    pub detail: Option<String>,
    /// Machine-readable details.
    pub details: Option<Value>,
}

impl Deref for ToolError {
    type Target = Failure;

    fn deref(&self) -> &Failure {
        &self.0
    }
}

impl ToolError {
    /// An error of any kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Failure {
            kind,
            message: message.into(),
            hint: None,
            detail: None,
            details: None,
        }))
    }

    /// A value is wrong: say which, what it was and what would be right.
    pub fn invalid_argument(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidArgument, message)
    }

    /// An argument breaks a rule that its schema cannot say. Its details are those of the host's own check of a schema, so a
    /// protocol that names wrong arguments names this one as well.
    pub fn violation(parameter: &str, expected: &str, got: impl fmt::Debug) -> Self {
        let got = format!("{got:?}");
        let got = match got.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &got[..end]),
            None => got,
        };
        let violation = json!({ "parameter": parameter, "expected": expected, "got": got });
        Self::invalid_argument(format!("{parameter} is {got}, expected {expected}"))
            .details(json!({ "violations": [violation] }))
    }

    /// What the arguments name does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotFound, message)
    }

    /// Needs something that is not there yet; the hint says what.
    pub fn not_ready(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotReady, message)
    }

    /// Can never be done here.
    pub fn unsupported(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unsupported, message)
    }

    /// The tool itself is at fault.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// Adds what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Adds detail for a log.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.0.detail = Some(detail.into());
        self
    }

    /// Adds machine-readable details.
    #[must_use]
    pub fn details(mut self, details: Value) -> Self {
        self.0.details = Some(details);
        self
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ToolError {}

impl From<ToolError> for Error {
    fn from(error: ToolError) -> Self {
        let error = *error.0;
        Self {
            kind: error.kind,
            message: error.message,
            hint: error.hint,
            detail: error.detail,
            details_json: error.details.map(|details| details.to_string()),
            extra: Vec::new(),
        }
    }
}

impl From<UnityError> for ToolError {
    fn from(error: UnityError) -> Self {
        let of = |kind, fault: Fault| {
            let mut error = Self::new(kind, fault.message);
            error.0.hint = fault.hint;
            error
        };
        match error {
            UnityError::NotFound(fault) => of(ErrorKind::NotFound, fault),
            UnityError::InvalidArgument(fault) => of(ErrorKind::InvalidArgument, fault),
            UnityError::Denied(fault) => of(ErrorKind::PermissionDenied, fault),
            UnityError::NotReady(fault) => of(ErrorKind::NotReady, fault),
            UnityError::Unsupported(fault) => of(ErrorKind::Unsupported, fault),
            UnityError::Conflict(fault) => of(ErrorKind::Conflict, fault),
            UnityError::Busy(fault) => of(ErrorKind::Busy, fault),
            UnityError::Timeout(fault) => of(ErrorKind::Timeout, fault),
            UnityError::Cancelled(fault) => of(ErrorKind::Cancelled, fault),
            UnityError::Limit(fault) => of(ErrorKind::TooLarge, fault),
            UnityError::OutcomeUnknown(fault) => of(ErrorKind::OutcomeUnknown, fault),
            UnityError::Unity(fault) => of(ErrorKind::Unity, fault),
            UnityError::Other((name, fault)) => of(ErrorKind::Other(name), fault),
        }
    }
}

impl From<StateError> for ToolError {
    fn from(error: StateError) -> Self {
        match error {
            StateError::Conflict(current) => Self::new(
                ErrorKind::Conflict,
                format!("the stored value was changed by another call; its version is {current} now"),
            )
            .hint("call again"),
            StateError::TooLarge(what) => Self::new(ErrorKind::TooLarge, what),
            StateError::Unavailable(why) => Self::not_ready(why),
            StateError::Other(what) => Self::new(ErrorKind::Other("state".to_owned()), what),
        }
    }
}

impl From<AskError> for ToolError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Unsupported(feature) => {
                let (what, capability) = match feature {
                    Feature::ElicitForm => ("a form to fill in", "elicitation"),
                    Feature::ElicitUrl => ("a page to open", "elicitation.url"),
                    Feature::Sample => ("a completion by its model", "sampling"),
                    Feature::SampleTools => ("a completion in which its model calls tools", "sampling.tools"),
                    Feature::Roots => ("its root folders", "roots"),
                    Feature::Progress => ("progress", "progress"),
                };
                Self::unsupported(format!("the client cannot be asked for {what}"))
                    .hint(format!("use a client that declares the capability {capability}"))
            }
            AskError::TimedOut => Self::new(ErrorKind::Timeout, "nobody answered the question in time"),
            AskError::Cancelled => Self::new(ErrorKind::Cancelled, "the call was cancelled while a question was open"),
            AskError::Refused(why) => Self::new(
                ErrorKind::PermissionDenied,
                format!("the client refused the question: {why}"),
            ),
            AskError::Invalid(what) => Self::internal(format!("the tool asked a malformed question: {what}")),
            AskError::Other(what) => Self::new(ErrorKind::Other("ask".to_owned()), what),
        }
    }
}
