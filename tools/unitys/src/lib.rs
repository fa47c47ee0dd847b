//! The bundle `unitys`: which Unitys there are, and which one a session works on.
//!
//! Belongs here: which tools the bundle has. Each stands in its own file; what both tell of a Unity is in `unity.rs`.

mod list_unitys;
mod unity;
mod use_unity;

pub use list_unitys::ListUnitys;
pub use use_unity::UseUnity;

unity_tools::export! { tools: [ListUnitys, UseUnity] }
