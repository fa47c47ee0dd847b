//! Rust types and traits generated from `wit/`, one module for each version of the contract: its imports, and the
//! exports that a guest may have.
//!
//! Belongs here: the interfaces of each version, and which version is current. Does not: the names of interfaces and
//! who gets them (`host_api::interface`, whose rows name these modules).

pub mod v0_3;

/// The version whose types this crate uses. Code for another version names that version's module.
pub use v0_3 as current;
