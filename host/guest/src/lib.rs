//! One run of a guest (a WebAssembly tool component): its wasmtime store with all limits, the policy check before every
//! command to Unity, and the implementation of its imports.
//!
//! Belongs here: everything that a guest can use. Does not: compiling, caching and starting components (`runtime`),
//! permissions (`policy`), the connection to Unity (`bridge-*`). Cargo compiles this crate for size, unlike `runtime`.

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
