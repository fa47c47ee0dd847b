//! Rust types and traits that are generated from `wit/`, with one module for each version of the contract: the
//! interfaces that guests import, and those that they export.
//!
//! Belongs here: the interfaces of each version, and the current version. Does not: names and permissions of interfaces
//! (`host_api::interface`, a table that contains the names of these modules).

pub mod v0_3;

/// The contract version that this crate uses by default. Code for another version names the module of that version.
pub use v0_3 as current;
