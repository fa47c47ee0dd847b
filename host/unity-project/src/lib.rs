//! A Unity project folder as data: expanded scenes and prefabs with the overrides of their instances, values, uses and
//! missing references.
//!
//! This crate interprets files by Unity's rules. It has no sessions, changes or object ids. Files are opened
//! read-only and read completely; nothing here writes into the project.

pub mod asset_kind;
pub mod asset_objects;
pub mod expand;
pub mod missing;
pub mod references;
pub mod settings_sections;
pub mod ui_files;
pub mod values;
