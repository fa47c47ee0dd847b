//! Queries about a Unity project: values, members, objects by conditions, references, users, assets and settings.
//!
//! Each request borrows the loaded objects (`World`), so no query changes them. This crate depends on `project-world`
//! and `project-view`, so it does not know sessions, edits or the journal. For a write, this crate checks the value and
//! returns the matching edit; `bridge-project` applies it.

// Callers and files can contain any value, such as a stale id or an index out of range. This crate returns an error for
// such a value and never panics.
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

mod asset_detail;
pub mod asset_objects;
pub mod assets;
pub mod class_marks;
pub mod find_users;
mod found_assets;
pub mod hierarchy;
pub mod members;
pub mod needs_unity;
mod prefabs;
pub mod query;
pub mod query_lookup;
pub mod query_view;
pub mod references_scan;
pub mod script_types;
pub mod settings;
pub mod values;
