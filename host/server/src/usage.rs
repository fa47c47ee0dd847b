//! A command line that is wrong, told apart from work that failed.

/// A flag that cannot be followed: exit code 2, wherever it was found out.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);
