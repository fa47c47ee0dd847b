//! The bundle `inspect`: scenes, objects and values, loaded or not.
//!
//! Belongs here: which tools the bundle has. Each tool is in its own file; shared arguments and answers are in
//! `answer.rs`, names of objects, scenes and fields in `naming.rs`.

mod answer;
mod find_objects;
mod get_components;
mod list_scenes;
mod naming;
mod open_scene;
mod outline;
mod prefab_overrides;
mod raycast;
mod read_logs;
mod unity_status;

use find_objects::FindObjects;
use list_scenes::ListScenes;
use raycast::Raycast;
use read_logs::ReadLogs;

unity_tools::bundle![
    unity_status::unity_status,
    ListScenes,
    open_scene::open_scene,
    outline::outline,
    FindObjects,
    get_components::get_components,
    prefab_overrides::prefab_overrides,
    Raycast,
    ReadLogs
];
