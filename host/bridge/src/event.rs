//! Events that a bridge announces without a request. Log lines have a separate stream (`LogBuffer::subscribe`).

use crate::model::SceneId;
use serde::{Deserialize, Serialize};

/// A change that a bridge reports to its subscribers, in order. A subscriber that lags gets the number of lost events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// The state of the bridge or its set of capabilities changed.
    #[serde(rename = "state")]
    StateChanged,
    #[serde(rename = "selection")]
    SelectionChanged,
    /// Scenes were loaded, unloaded, or read again after a change on disk.
    #[serde(rename = "scenes")]
    ScenesChanged {
        added: Vec<SceneId>,
        removed: Vec<SceneId>,
        changed: Vec<SceneId>,
    },
    /// The game began to play, was paused, or ended.
    PlayMode { playing: bool, paused: bool },
    /// A hook fired; `times` counts the calls since the last event.
    HookFired { signature: String, times: u32 },
    /// A running instance announced a different set of commands.
    CommandsChanged,
    /// The connection to a running Unity instance was opened, for the first time or again.
    Connected,
    /// Events before this one may have been lost, so data that the subscriber read earlier may be out of date.
    Resync,
}
