//! The bundle `targets`: tools that list the targets of the host and select one for a session.
//!
//! Belongs here: the list of the bundle's tools. Each tool is in its own file; `target_info.rs` has the common type.

mod list_unitys;
mod target_info;
mod use_unity;

unity_tools::bundle![list_unitys::list_unitys, use_unity::use_unity];
