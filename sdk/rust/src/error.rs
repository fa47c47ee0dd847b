//! Why there is no result.
//!
//! Belongs here: the error a tool returns, and what Unity's and the host's errors become. Numbers are the host's affair.

pub use crate::shared::types::ErrorKind;

use crate::shared::types::Error;
use serde::Serialize;
use std::fmt;
use std::ops::Deref;

/// A value is shown up to this many characters.
const SHOWN: usize = 60;

/// What a tool gives back: its answer, or why there is none.
pub type Result<T, E = ToolError> = std::result::Result<T, E>;

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
    /// Machine-readable details: JSON text. No `Value`, whose code most components would have for this alone.
    pub details: Option<String>,
    /// When the same call is worth another try, in milliseconds from now.
    pub retry_after_ms: Option<u32>,
}

impl ToolError {
    /// To put in other words.
    pub(crate) fn parts(&mut self) -> &mut Failure {
        &mut self.0
    }
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
            retry_after_ms: None,
        }))
    }

    /// A value is wrong: say which, what it was and what would be right.
    pub fn invalid_argument(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidArgument, message)
    }

    /// An argument breaks a rule that its schema cannot say. Its details are those of the host's own check of a schema, so a
    /// protocol that names wrong arguments names this one as well.
    pub fn violation(parameter: &str, expected: &str, got: impl Serialize) -> Self {
        let got = serde_json::to_string(&got).unwrap_or_default();
        let got = match got.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &got[..end]),
            None => got,
        };
        let violation = Violation {
            parameter,
            expected,
            got: &got,
        };
        Self::invalid_argument(format!("{parameter} is {got}, expected {expected}")).details(Violations {
            violations: [violation],
        })
    }

    /// An argument is not there that the others or the tool itself ask for; `expected` says what it has to be, with an example:
    /// "a component type, since per is component, e.g. Rigidbody".
    pub fn missing(parameter: &str, expected: &str) -> Self {
        let message = match expected {
            "" => format!("argument `{parameter}` is missing"),
            expected => format!("argument `{parameter}` is missing: {expected}"),
        };
        let got = "nothing";
        Self::invalid_argument(message).details(Violations {
            violations: [Violation {
                parameter,
                expected,
                got,
            }],
        })
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

    /// Adds machine-readable details: anything that can be written as JSON. What cannot is told in the detail.
    #[must_use]
    pub fn details(mut self, details: impl Serialize) -> Self {
        match serde_json::to_string(&details) {
            Ok(json) => self.0.details = Some(json),
            Err(problem) => self.0.detail = Some(format!("the details cannot be written as JSON: {problem}")),
        }
        self
    }

    /// Says when the same call is worth another try, in milliseconds from now.
    #[must_use]
    pub fn retry_after_ms(mut self, millis: u32) -> Self {
        self.0.retry_after_ms = Some(millis);
        self
    }
}

/// As the host's own check of a schema tells it.
#[derive(Serialize)]
struct Violations<'a> {
    violations: [Violation<'a>; 1],
}

#[derive(Serialize)]
struct Violation<'a> {
    parameter: &'a str,
    expected: &'a str,
    got: &'a str,
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
            data: error.details,
            retry_after_ms: error.retry_after_ms,
        }
    }
}

impl From<Error> for ToolError {
    fn from(error: Error) -> Self {
        Self(Box::new(Failure {
            kind: error.kind,
            message: error.message,
            hint: error.hint,
            detail: error.detail,
            details: error.data,
            retry_after_ms: error.retry_after_ms,
        }))
    }
}
