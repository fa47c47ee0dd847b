//! The host's files about edits: the journal with the order and undo state of edits, and backups of overwritten files.
//!
//! This crate treats an edit as an opaque step, and a journal record as a line of text. `bridge-project` defines both.

// Files can contain any value. The journal reports a damaged one and never panics.
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

pub mod backups;
pub mod edit_journal;
pub mod journal;
