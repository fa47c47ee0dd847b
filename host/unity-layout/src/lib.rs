//! Where things are and what a ray or a point hits, as arithmetic after Unity's rules: transforms, lenses, solids, UI layout.
//!
//! Belongs here: pure functions over plain values. Does not: files, fields, sessions, and what an answer says.

pub mod geometry;
pub mod ui;
