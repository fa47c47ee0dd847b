//! What the host keeps on disk about edits: the journal with their order and their undo, and copies of saved files.
//!
//! This crate knows an edit only as an opaque step, and a record of the file only as a line of text. It depends on no
//! crate of the project bridge, so it cannot name an object, a scene or a session. `bridge-project` defines the edits
//! and the content of the records.

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
