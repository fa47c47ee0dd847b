//! Positions of objects, and hits of rays and points, computed by Unity's rules: transforms, camera lenses, solids, UI
//! layout.
//!
//! Pure functions over plain values: no files, fields, sessions or texts of answers.

pub mod geometry;
pub mod ui;
