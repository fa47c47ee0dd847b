//! One run of one guest: its store with all limits, its gate before every use of Unity, and what its imports do.
//!
//! Belongs here: everything that a guest can reach, one file for each imported interface. Does not: how components are compiled,
//! kept and entered (`runtime`), who may do what (`policy`), how Unity is reached (`bridge-*`). That the crate is one of its own
//! has two reasons: what bounds a guest stands apart from what compiles, keeps and enters it, and it is compiled for size, which
//! the code that enters guests is not.

mod ask_rate;
pub mod bindings;
pub mod call;
mod denied_fields;
pub mod fault;
mod form_texts;
pub mod gate;
pub mod grants;
pub mod guest_memory;
pub mod host_side;
mod imports;
pub mod interfaces;
pub mod notes;
mod parts;
mod private_folder;
mod questions;
mod reaching_nothing;
pub mod rights;
pub mod state;
pub mod store;
mod wasi;

pub use parts::{HostFacts, HostParts};
pub use private_folder::private_folder;
