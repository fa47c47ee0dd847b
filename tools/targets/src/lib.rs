//! The bundle `targets`: lists the targets, and selects one for a session.
//!
//! Belongs here: which tools the bundle has. Each tool is in its own file; the shared type is in `target_info.rs`.

mod list_unitys;
mod target_info;
mod use_unity;

unity_tools::bundle![list_unitys::list_unitys, use_unity::use_unity];
