//! The error type for a wrong command line, as distinct from a failed command.

/// A flag with an invalid value, wherever it is detected: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);
