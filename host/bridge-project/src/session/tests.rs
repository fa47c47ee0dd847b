//! Tests of the session on generated projects: ids, edits, reloads and invalid files.

pub(super) mod assets;
pub(super) mod camera;
pub(super) mod find_users;
pub(super) mod hierarchy;
pub(super) mod lookup;
pub(super) mod members;
pub(super) mod pick_ui;
pub(super) mod pick_world;
pub(super) mod prefabs;
pub(super) mod query;
pub(super) mod references;
pub(super) mod references_scan;
pub(super) mod scene_names;
pub(super) mod script_types;
pub(super) mod transforms;
pub(super) mod typeless;
pub(super) mod unloaded;
pub(super) mod whole_tables;
pub(super) mod wireframe;
