//! The loaded scenes of a Unity project as one set of objects (`World`), and read access to the project's other files.
//!
//! This crate contains objects with their ids, components, positions and references, and a read-only view of them. It
//! depends on no crate that edits or saves. [`changes::Changes`] gives readers facts about unsaved changes.

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

pub mod changes;
pub mod components;
pub mod ids;
mod info;
pub mod lookup;
mod memory;
pub mod numbered_file;
mod objects;
pub mod references;
mod scene_list;
mod scene_names;
pub mod scene_slot;
pub mod targets;
mod text_index;
pub mod transforms;
pub mod unimported_assets;
mod unloaded_files;
mod unread_notes;
pub mod view;
pub mod world;
