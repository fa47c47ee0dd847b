//! One scene as the session has it: its file, and what was read of it.

use super::ids::Ids;
use std::sync::Arc;
use unity_project::AssetProblem;
use unity_project::expand::Flat;
use unity_project::project::SceneFile;

/// One scene of the project; its position is its `scn:<n>`.
pub(super) struct SceneSlot {
    pub(super) file: SceneFile,
    /// False once the file left the project; the slot keeps its number.
    pub(super) listed: bool,
    pub(super) loaded: Option<LoadedScene>,
    pub(super) problem: Option<AssetProblem>,
    /// Was asked for; read again once its file can be read.
    pub(super) wanted: bool,
    /// Was opened to be looked at together with whatever else is.
    pub(super) additive: bool,
    /// When it was asked for last, by the session's clock.
    pub(super) used: u64,
}

#[derive(Clone)]
pub(super) struct LoadedScene {
    pub(super) flat: Arc<Flat>,
    pub(super) ids: Arc<Ids>,
    pub(super) problems: Vec<String>,
}
