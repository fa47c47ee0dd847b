//! The bundle `objects`: lists and searches scenes, objects and components.
//!
//! Belongs here: which tools and resources the bundle has. Each tool is in its own file, with the resource of the same
//! answer; shared types are in `card.rs`.

mod card;
mod events;
mod get_components;
mod get_object;
mod get_status;
mod get_version;
mod list_objects;
mod list_scenes;
mod scene_resource;
mod search_objects;

pub use events::Events;
pub use get_components::{ComponentsResource, GetComponents};
pub use get_object::{GetObject, ObjectResource};
pub use get_status::{GetStatus, StatusResource};
pub use get_version::GetVersion;
pub use list_objects::{ListObjects, SceneObjectsResource};
pub use list_scenes::{ListScenes, ScenesResource};
pub use scene_resource::{ActiveSceneResource, SceneResource};
pub use search_objects::{SearchObjects, SearchResource};

unity_tools::export! {
    tools: [GetStatus, GetVersion, ListScenes, ListObjects, GetObject, GetComponents, SearchObjects],
    resources: [
        StatusResource,
        ScenesResource,
        SceneObjectsResource,
        ObjectResource,
        ComponentsResource,
        SearchResource,
        ActiveSceneResource,
        SceneResource,
    ],
    events: Events,
}

#[cfg(test)]
mod tests;
