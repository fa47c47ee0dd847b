//! Fields of Unity's documents: names, paths and kinds of their values, the fields of Unity's own types, and the
//! references, event calls and managed objects that fields contain.
//!
//! All facts come from built-in tables and from texts that the caller passes. No code here opens a file or depends on a
//! project, its scripts or its objects.

mod assets;
mod bases;
mod bookkeeping;
mod channels;
mod children;
pub mod class;
mod effective_kind;
mod engine;
mod enums;
pub mod event_calls;
mod int_form;
mod kind;
pub mod managed_refs;
mod nested_properties;
mod package_fields;
mod packed_arrays;
pub mod property;
pub mod reference_walk;
mod run_time;
mod shape;
mod source;
mod zero;

pub use assets::importer_kind;
pub use bases::{base_names, bases_of, derived_names, derives_from};
pub use bookkeeping::is_bookkeeping;
pub use channels::{CHANNELS, channel_byte, channel_text, packed_color};
pub use effective_kind::fit_kind;
pub use engine::{Spec, by_rule, component_names, csharp_name, declared_kind, find_type, property_name};
pub use enums::{EnumNames, find_for_scripts, static_flags};
pub use int_form::IntForm;
pub use kind::Kind;
pub use nested_properties::nested_path;
pub use package_fields::{find_in_block, find_in_package};
pub use packed_arrays::{is_packed, pack, unpack};
pub use run_time::is_run_time_only;
pub use shape::{is_json_number, shape};
pub use source::Source;
pub use zero::{zero, zero_element};
