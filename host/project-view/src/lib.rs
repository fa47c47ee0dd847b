//! What a camera sees of the scenes of a Unity project: cameras, UI layouts, picks (objects at a point) and wireframes.
//!
//! This crate computes positions and hits from a [`scene_view::SceneView`], a read-only view of a world. It depends on
//! `project-world` only, so it cannot change a world. The arithmetic is in `unity-layout`.

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

mod built_in;
pub mod camera;
mod event_systems;
pub mod pick_ui;
pub mod pick_world;
pub mod scene_lookup;
pub mod scene_view;
mod unread_notes;
pub mod wireframe;
