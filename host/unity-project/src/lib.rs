//! A Unity project folder as data: its files by guid, expanded scenes and prefabs, fields, overrides, scripts,
//! missing references.
//!
//! This crate interprets files by Unity's rules. It has no sessions, changes or object ids. Files are opened
//! read-only and read completely; nothing here writes into the project.

pub mod asset_kind;
pub mod asset_objects;
mod asset_problem;
pub mod beside;
mod bookkeeping;
pub mod csharp_index;
pub mod csharp_sources;
mod disk_change;
pub mod event_calls;
pub mod expand;
pub mod fields;
pub mod managed_refs;
pub mod missing;
pub mod project;
pub mod property;
pub mod reference_walk;
pub mod references;
pub mod script_info;
pub mod scripts;
pub mod settings_sections;
pub mod text_assets;
pub mod ui_files;
pub mod values;

pub use asset_problem::{AssetProblem, Excess};
pub use bookkeeping::is_bookkeeping;
pub use disk_change::DiskChange;
