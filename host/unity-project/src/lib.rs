//! A Unity project folder as data: its files by guid, scenes and prefabs played out, fields, overrides, scripts, missing references.
//!
//! Belongs here: what the files say, after Unity's rules. Does not: sessions, changes, ids, what a guest may do.
//! Files are opened read-only and read whole; nothing here ever writes into the project.

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
