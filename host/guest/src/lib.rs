//! One run of one guest (a WebAssembly tool): its store with all limits, the permission check before every use of
//! Unity, and the implementation of its imports.
//!
//! Belongs here: everything that a guest can use, with one file for each imported interface. Does not: compiling,
//! storing and entering components (`runtime`), permissions (`policy`), the connection to Unity (`bridge-*`). This is a
//! separate crate for two reasons: the limits of a guest are separate from the code that compiles and runs it, and this
//! crate is compiled for small size, unlike that code.

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
mod null_host;
mod parts;
mod private_folder;
mod questions;
pub mod rights;
pub mod state;
pub mod store;
mod wasi;

pub use parts::{HostFacts, HostParts};
pub use private_folder::private_folder;
