//! Detects what other programs do to a project: changes of its files, and new lines in the log of the Unity editor.
//!
//! This crate writes no file and has no access to scenes or sessions. `bridge-project` interprets the changes.

// Logs and folders can contain any value. This crate skips such a value and never panics.
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::get_unwrap,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unreachable
    )
)]

pub mod editor_log;
pub mod watch;
