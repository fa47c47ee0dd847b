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

unity_tools::bundle![
    unity_status::unity_status,
    list_scenes::list_scenes,
    open_scene::open_scene,
    outline::outline,
    find_objects::find_objects,
    get_components::get_components,
    prefab_overrides::prefab_overrides,
    raycast::raycast,
    read_logs::read_logs
];
