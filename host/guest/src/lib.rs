//! One run of one guest: its store with all limits, the gate before every use of Unity, and the implementation of its
//! imports.
//!
//! Belongs here: everything that a guest can use, one file for each imported interface. Does not: how components are
//! compiled, stored and entered (`runtime`), permissions (`policy`), the connection to Unity (`bridge-*`). This is a
//! separate crate for two reasons: the limits of a guest are separate from the code that compiles, stores and enters
//! it; and this crate is compiled for size, unlike the code that enters guests.

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
