//! Reports what other programs do to a project: changes of its files, and lines in the log of the Unity editor.
//!
//! This crate only looks: it writes no file. It names paths and lines of text, and cannot name a scene, an object or a
//! session. `bridge-project` decides what a change means.

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
