//! One scene of the project in the session: its file, and its objects if it is loaded.

use crate::ids::Ids;
use std::sync::Arc;
use unity_files::{AssetProblem, SceneFile};
use unity_project::expand::Flat;

/// One scene of the project. Its position in the session's list is the number `n` of its id `scn:<n>`.
pub struct SceneSlot {
    pub file: SceneFile,
    /// True if the project still contains the file. The slot of a deleted file keeps its number.
    pub listed: bool,
    /// The objects of the scene; `None` if the scene is not loaded.
    pub loaded: Option<LoadedScene>,
    /// The reason why the file cannot be read; `None` if there is no problem.
    pub problem: Option<AssetProblem>,
    /// True if a caller requested the scene. The host reads it as soon as its file can be read.
    pub wanted: bool,
    /// True if the scene was opened additively, that is in addition to other scenes.
    pub additive: bool,
    /// The session's request counter at the last request. To free memory, the scene with the lowest value is closed.
    pub used: u64,
}

/// The objects of a loaded scene.
#[derive(Clone)]
pub struct LoadedScene {
    /// The objects of the scene's file, including those of its prefab instances.
    pub flat: Arc<Flat>,
    /// The ids of these objects, in the same order as `flat`.
    pub ids: Arc<Ids>,
    /// Messages about problems in the file and in the prefabs that it uses.
    pub problems: Vec<String>,
}
