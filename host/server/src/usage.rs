//! The error type for a wrong command line, which differs from a failed command in its exit code.

/// An invalid command line or setting: the program exits with code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);
