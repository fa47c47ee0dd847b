//! Access of read commands to the session, and commands that wait for files that a background thread reads.

pub(super) mod background_reads;
pub(super) mod environment;
pub(super) mod pending_sources;
pub(super) mod session_view;
