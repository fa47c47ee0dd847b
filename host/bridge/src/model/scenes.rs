//! The data types of `scenes`: facts about scenes, and filters.

use super::SceneId;
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// The facts about one scene of the project, loaded or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct SceneCard {
    pub id: SceneId,
    /// Name of the scene: its file name without extension.
    pub name: String,
    /// Asset path of the scene, unique, e.g. `Assets/Scenes/Main.unity`.
    pub path: String,
    /// Position of the scene in the project order; equals the number in `id`.
    pub index: u32,
    /// Position of the scene in the build list, if the scene is enabled there.
    pub build_index: Option<u32>,
    pub is_loaded: bool,
    /// Number of root objects of the scene; 0 if the scene is not loaded.
    pub root_count: u32,
    /// The reason why the scene cannot be opened, e.g. a Git LFS pointer, and the next step; `None` if it can be.
    pub problem: Option<String>,
}

/// Filters for scenes; a scene must match all of them.
#[derive(Bounds, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SceneFilter {
    pub loaded_only: bool,
    /// Text that the name or the path must contain, case ignored; `None` means all scenes.
    #[bounds(at_most(TEXT))]
    pub name: Option<String>,
}
