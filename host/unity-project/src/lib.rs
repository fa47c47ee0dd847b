//! A Unity project folder as data: expanded scenes and prefabs, values of fields, uses of assets, and missing
//! references.
//!
//! This crate interprets files by Unity's rules. It has no sessions, edits or object ids. It opens files read-only,
//! reads them whole, and never writes into the project.

pub mod asset_kind;
pub mod asset_objects;
pub mod expand;
pub mod missing;
pub mod references;
pub mod settings_sections;
pub mod ui_files;
pub mod values;
