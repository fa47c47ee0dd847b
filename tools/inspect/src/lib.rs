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

pub use find_objects::FindObjects;
pub use get_components::GetComponents;
pub use list_scenes::ListScenes;
pub use open_scene::OpenScene;
pub use outline::Outline;
pub use prefab_overrides::PrefabOverrides;
pub use raycast::Raycast;
pub use read_logs::ReadLogs;
pub use unity_status::UnityStatus;

unity_tools::export! { tools: [UnityStatus, ListScenes, OpenScene, Outline, FindObjects, GetComponents, PrefabOverrides, Raycast, ReadLogs] }
