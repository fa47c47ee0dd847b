//! Tests of the session on generated projects: ids, edits, reloads, problem files.

pub(in crate::session) mod assets;
pub(in crate::session) mod camera;
pub(in crate::session) mod find_users;
pub(in crate::session) mod hierarchy;
pub(in crate::session) mod lookup;
pub(in crate::session) mod members;
pub(in crate::session) mod pick_ui;
pub(in crate::session) mod pick_world;
pub(in crate::session) mod prefabs;
pub(in crate::session) mod query;
pub(in crate::session) mod references;
pub(in crate::session) mod references_scan;
pub(in crate::session) mod scene_names;
pub(in crate::session) mod script_types;
pub(in crate::session) mod transforms;
pub(in crate::session) mod typeless;
pub(in crate::session) mod unloaded;
pub(in crate::session) mod whole_tables;
pub(in crate::session) mod wireframe;
