//! One scene of the session: its file, and the loaded data.

use super::ids::Ids;
use std::sync::Arc;
use unity_files::{AssetProblem, SceneFile};
use unity_project::expand::Flat;

/// One scene of the project; its position is its `scn:<n>`.
pub(super) struct SceneSlot {
    pub(super) file: SceneFile,
    /// False once the file left the project; the slot keeps its number.
    pub(super) listed: bool,
    pub(super) loaded: Option<LoadedScene>,
    pub(super) problem: Option<AssetProblem>,
    /// The scene was requested; it is read again once its file can be read.
    pub(super) wanted: bool,
    /// The scene was opened additively, to be viewed together with other scenes.
    pub(super) additive: bool,
    /// The session's clock at the last request.
    pub(super) used: u64,
}

#[derive(Clone)]
pub(super) struct LoadedScene {
    pub(super) flat: Arc<Flat>,
    pub(super) ids: Arc<Ids>,
    pub(super) problems: Vec<String>,
}
