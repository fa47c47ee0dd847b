//! The bundle `unitys`: lists the targets, and selects one for a session.
//!
//! Belongs here: which tools the bundle has. Each tool is in its own file; the shared type is in `unity.rs`.

mod list_unitys;
mod unity;
mod use_unity;

unity_tools::bundle![list_unitys::list_unitys, use_unity::use_unity];
