//! The bundle `inspect`: tools that show scenes, objects and values, loaded or not.
//!
//! Belongs here: the list of the bundle's tools. Each tool is in its own file; `answer.rs` has common arguments and
//! answers, `naming.rs` resolves names of objects, scenes and fields.

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
