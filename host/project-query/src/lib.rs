//! Queries about a Unity project: values, members, objects by facts, references, users, assets and settings.
//!
//! Each request borrows the world, so no query changes it. This crate depends on `project-world` and `project-view`, so
//! it cannot name a session, an edit or a journal. A value that is to be set is only checked here: the result is the
//! edit that fits, which `bridge-project` makes.

// Callers and files can contain any value, such as a stale id or an index out of range. This crate answers such a value
// and never panics.
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
