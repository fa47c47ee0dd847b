//! One scene of the session: its file, and the loaded data.

use crate::ids::Ids;
use std::sync::Arc;
use unity_files::{AssetProblem, SceneFile};
use unity_project::expand::Flat;

/// One scene of the project; its position is its `scn:<n>`.
pub struct SceneSlot {
    /// The file of the scene.
    pub file: SceneFile,
    /// False once the file left the project; the slot keeps its number.
    pub listed: bool,
    /// The objects, if the scene is loaded.
    pub loaded: Option<LoadedScene>,
    /// Why the file cannot be read.
    pub problem: Option<AssetProblem>,
    /// The scene was requested; it is read again once its file can be read.
    pub wanted: bool,
    /// The scene was opened additively, to be viewed together with other scenes.
    pub additive: bool,
    /// The session's counter of requests at the last request for this scene; the lowest loaded scene is closed first.
    pub used: u64,
}

/// The objects of a loaded scene.
#[derive(Clone)]
pub struct LoadedScene {
    /// The objects of the file, expanded.
    pub flat: Arc<Flat>,
    /// Their ids, in the same order.
    pub ids: Arc<Ids>,
    /// Problems of the file and its prefabs.
    pub problems: Vec<String>,
}
