//! The environment of commands that read, and the commands that may wait for files that are read in the background.

pub(super) mod background_reads;
pub(super) mod environment;
pub(super) mod pending_sources;
pub(super) mod session_view;
