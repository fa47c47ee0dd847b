//! Rust types and traits generated from `wit/`, one module for each contract version: imports and exports of guests.
//!
//! Belongs here: the interfaces of each version, the current version. Does not: their names and permissions
//! (`host_api::interface`, a table that contains the names of these modules).

pub mod v0_3;

/// Version 0.4 adds the package `unity-tools:authoring` to version 0.3.
pub mod v0_4 {
    pub use super::v0_3::unity_tools;

    /// The prefix of the contract versions that these types support, for imports.
    pub const TRACK: &str = "0.4.";
}

/// The types of the default version of the WIT contract. Code for another version names the module of that version.
pub use v0_3 as current;
