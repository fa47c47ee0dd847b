//! Rust types and traits generated from `wit/`, one module for each contract version: imports and exports of guests.
//!
//! Belongs here: the interfaces of each version, the current version. Does not: their names and permissions
//! (`host_api::interface`, a table that contains the names of these modules).

pub mod v0_3;

/// The types of the default version of the WIT contract. Code for another version names the module of that version.
pub use v0_3 as current;
