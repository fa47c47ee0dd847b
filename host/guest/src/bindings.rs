//! Rust types and traits made from `wit/`, one module for each version of the contract: its imports, and the exports that a
//! guest may have.
//!
//! Belongs here: which interfaces a version has, and which version is the current one. Does not: what they are called and who
//! gets them (`host_api::interface`, whose rows name these modules).

pub mod v0_2;

/// The version in whose types this crate speaks. What serves another one names that one's module.
pub use v0_2 as current;
