//! The environment of commands that read, and the commands that may wait for files in the background.

pub(super) mod asking;
pub(super) mod awaited;
pub(super) mod reads;
pub(super) mod session_view;
