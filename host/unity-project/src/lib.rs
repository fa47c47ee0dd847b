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

pub use unity_fields as fields;
pub use unity_fields::{event_calls, is_bookkeeping, managed_refs, property, reference_walk};
pub use unity_files as project;
pub use unity_files::{AssetProblem, DiskChange, Excess, text_assets};
pub use unity_scripts as scripts;
pub use unity_scripts::{beside, csharp_index, csharp_sources, script_info};
