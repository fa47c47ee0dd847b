//! What a bridge announces by itself. Log lines have a stream of their own (`LogBuffer::subscribe`).

use crate::model::SceneId;
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
    /// The game began to play, was paused, or ended.
    PlayMode { playing: bool, paused: bool },
    /// A hook fired, so often since it was last told.
    HookFired { signature: String, times: u32 },
    /// The peer announced other commands.
    CommandsChanged,
    /// A link to Unity stands, or stands again.
    Connected,
    /// Events may have been missed: what was read before may be out of date.
    Resync,
}
