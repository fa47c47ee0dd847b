//! What a bridge announces by itself.

use crate::model::{LogLine, SceneId};

/// Delivered in order to every subscriber; a subscriber that lags is told how many it missed.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The bridge's state or its capabilities changed.
    StateChanged,
    SelectionChanged,
    /// Loaded, unloaded, re-read after a change on disk.
    ScenesChanged {
        added: Vec<SceneId>,
        removed: Vec<SceneId>,
        changed: Vec<SceneId>,
    },
    Log(LogLine),
}
