//! The bundle `objects`: tools that list and search scenes, objects and components.
//!
//! Belongs here: the list of the bundle's tools and resources. Each tool is in its own file, together with the resource
//! that has the same answer. Common types are in `card.rs`.

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

use events::Events;
use get_components::ComponentsResource;
use get_object::ObjectResource;
use get_status::StatusResource;
use list_objects::SceneObjectsResource;
use list_scenes::ScenesResource;
use scene_resource::{ActiveSceneResource, SceneResource};
use search_objects::SearchResource;

unity_tools::export! {
    tools: [
        get_status::get_status,
        get_version::get_version,
        list_scenes::list_scenes,
        list_objects::list_objects,
        get_object::get_object,
        get_components::get_components,
        search_objects::search_objects,
    ],
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
