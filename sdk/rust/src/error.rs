//! Errors of tools.
//!
//! Belongs here: the error that a tool returns, and the conversion of Unity's and the host's errors. The host assigns
//! error numbers.

pub use crate::shared::types::ErrorKind;

use crate::shared::types::Error;
use serde::Serialize;
use std::fmt;
use std::ops::Deref;

/// Maximum number of characters of a wrong value that an error message shows.
const SHOWN: usize = 60;

/// The result of a tool: its answer or its error.
pub type Result<T, E = ToolError> = std::result::Result<T, E>;

/// The error of a tool: its kind, one sentence, and a hint. A tool returns it with `?`, which also converts errors of
/// Unity. It dereferences to a [`Failure`], so `error.kind` works. The fields are boxed, so that a result stays small.
///
/// ```
/// use unity_tools::{ErrorKind, ToolError};
///
/// let error = ToolError::not_found("no scene is called Twon").hint("did you mean Town?");
/// assert_eq!((error.kind.clone(), error.hint.as_deref()), (ErrorKind::NotFound, Some("did you mean Town?")));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ToolError(Box<Failure>);

/// The parts of a [`ToolError`].
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The kind of failure; each protocol maps it to its own error number.
    pub kind: ErrorKind,
    /// One sentence that names the wrong thing, its value, and the expected value.
    pub message: String,
    /// The next step for the caller, with the setting, argument or command. `None` if there is no advice.
    pub hint: Option<String>,
    /// Additional text about the failure that only the host's log contains; `None` if there is none.
    pub detail: Option<String>,
    /// Machine-readable details as JSON text; `None` if there are none. Not a `serde_json::Value`, because most
    /// components would contain that type's code only for this field.
    pub details: Option<String>,
    /// The delay in milliseconds after which a retry of the same call can succeed; `None` if it is unknown.
    pub retry_after_ms: Option<u32>,
}

impl ToolError {
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
    /// Creates an error of any kind with a message.
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

    /// Creates the error for a wrong value. The message should name the argument, its value and the expected value.
    pub fn invalid_argument(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidArgument, message)
    }

    /// Creates the error for an argument that breaks a rule which its schema cannot express. Its JSON details have the
    /// same form as those of the host's own schema check.
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

    /// Creates the error for a missing argument that other arguments or the tool require. `expected` describes it, with
    /// an example: "a component type, since per is component, e.g. Rigidbody".
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

    /// Creates the error for arguments that refer to something that does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotFound, message)
    }

    /// Creates the error for a call that needs something which is not available yet. The hint should name it.
    pub fn not_ready(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotReady, message)
    }

    /// Creates the error for an operation that the Unity instance can never do.
    pub fn unsupported(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unsupported, message)
    }

    /// Creates the error for a bug of the tool itself.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// Sets the hint of the error: the next step for the caller.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Sets further text about the error, which is only for a log.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.0.detail = Some(detail.into());
        self
    }

    /// Sets the machine-readable details of the error to a JSON value. If `details` cannot be written as JSON, the
    /// error gets the reason as its text for the log instead.
    #[must_use]
    pub fn details(mut self, details: impl Serialize) -> Self {
        match serde_json::to_string(&details) {
            Ok(json) => self.0.details = Some(json),
            Err(problem) => self.0.detail = Some(format!("the details cannot be written as JSON: {problem}")),
        }
        self
    }

    /// Sets the delay in milliseconds after which a retry of the failed call can succeed.
    #[must_use]
    pub fn retry_after_ms(mut self, millis: u32) -> Self {
        self.0.retry_after_ms = Some(millis);
        self
    }
}

/// Machine-readable details about one wrong argument, in the form of the host's schema errors.
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
