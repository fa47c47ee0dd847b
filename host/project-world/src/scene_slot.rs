//! One scene of the session: its file, and the loaded data.

use crate::ids::Ids;
use std::sync::Arc;
use unity_files::{AssetProblem, SceneFile};
use unity_project::expand::Flat;

/// One scene of the project. Its position in the session's list is the number in its id `scn:<n>`.
pub struct SceneSlot {
    /// The file of the scene.
    pub file: SceneFile,
    /// False if the project no longer contains the file; the slot keeps its number.
    pub listed: bool,
    /// The objects, if the scene is loaded.
    pub loaded: Option<LoadedScene>,
    /// The reason why the file cannot be read.
    pub problem: Option<AssetProblem>,
    /// True if a caller requested the scene; it is read again as soon as its file can be read.
    pub wanted: bool,
    /// True if the scene was opened additively, to be viewed together with other scenes.
    pub additive: bool,
    /// The session's counter of requests at the last request for this scene. The loaded scene with the lowest value is
    /// closed first.
    pub used: u64,
}

/// The objects of a loaded scene.
#[derive(Clone)]
pub struct LoadedScene {
    /// The objects of the file, expanded.
    pub flat: Arc<Flat>,
    /// The ids of these objects, in the same order as `flat`.
    pub ids: Arc<Ids>,
    /// Problems of the file and its prefabs.
    pub problems: Vec<String>,
}
