//! What a bridge announces by itself.

use crate::model::{LogLine, SceneId};
use serde::{Deserialize, Serialize};

/// Delivered in order to every subscriber; a subscriber that lags is told how many it missed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// The bridge's state or its capabilities changed.
    #[serde(rename = "state")]
    StateChanged,
    #[serde(rename = "selection")]
    SelectionChanged,
    /// Loaded, unloaded, re-read after a change on disk.
    #[serde(rename = "scenes")]
    ScenesChanged {
        added: Vec<SceneId>,
        removed: Vec<SceneId>,
        changed: Vec<SceneId>,
    },
    Log(LogLine),
}
