//! Kinds of value in component fields: from Unity's classes, from a script's source, or from the value's form.
//!
//! This module has kinds, enum names and the engine's default fields. `expand` assigns components to objects;
//! `unity_yaml` parses text.

mod assets;
mod bases;
mod channels;
pub mod class;
mod engine;
mod enums;
mod fitting;
mod int_form;
mod kind;
mod nested;
mod package_fields;
mod packed;
mod run_time;
mod shape;
mod source;
mod zero;

pub use assets::importer_kind;
pub use bases::{base_names, bases_of, derived_names, derives_from};
pub use channels::{CHANNELS, channel_byte, channel_text, packed_color, set_channel};
pub use engine::{Spec, by_rule, component_names, csharp_name, declared, of_type, property_name};
pub(crate) use enums::of_scripts;
pub use enums::{EnumNames, static_flags};
pub use fitting::fitting;
pub use int_form::IntForm;
pub use kind::Kind;
pub use nested::nested;
pub use package_fields::{of_block, of_package};
pub use packed::{is_packed, pack, packed_len, resize_packed, set_packed, unpack};
pub use run_time::is_run_time_only;
pub use shape::{is_json_number, shape};
pub use source::Source;
pub use zero::{zero, zero_element};
