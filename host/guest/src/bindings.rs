//! Rust types and traits that are generated from `wit/`. There is one module for each version of the contract (the WIT
//! packages): the interfaces that guests import, and those that they can export.
//!
//! Belongs here: the interfaces of each version, and the current version. Does not: the names of interfaces and their
//! permissions (`host_api::interface`, whose rows refer to these modules).

pub mod v0_3;

/// The version of the WIT packages whose types this crate uses. Code for another version uses that version's module.
pub use v0_3 as current;
