//! Positions of objects, and hits of rays and points, computed with Unity's rules: transforms, camera projections,
//! solid shapes, and UI layout.
//!
//! All functions compute with plain values. This crate does not read files or fields and contains no texts for users.

pub mod geometry;
pub mod ui;
