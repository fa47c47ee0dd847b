//! The target (Unity instance or project folder) that a request selects, and the target that answered it.
//!
//! Belongs here: the data that accompanies a call. Does not: the list of targets and the choice of one (`targets`).

use std::sync::{Arc, OnceLock};

/// The kind of a target: where the answers about a Unity project come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A running game or Unity editor.
    Live,
    /// The files of a Unity project.
    Folder,
    /// A recording of earlier answers. `live` is true if a game or an editor was recorded, false for a folder.
    Replay { live: bool },
}

impl Source {
    /// Returns the name of the kind that clients see.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Folder => "folder",
            Self::Replay { .. } => "replay",
        }
    }
}

/// The Unity instance, project folder or recording that answered a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The id of the target, such as `Game@1a2b3c4d`.
    pub unity: String,
    pub source: Source,
}

/// The target of one request: the requested name, and the chosen target after the choice. Clones share the choice.
#[derive(Clone, Debug, Default)]
pub struct UnityOfCall {
    /// The requested target: an id, the name of a project or a path. `None` if the request selects no target.
    pub named: Option<String>,
    chosen: Arc<OnceLock<Target>>,
}

impl UnityOfCall {
    /// Creates the value for a request that selects the target `named`. `None` or an empty text selects no target.
    pub fn from_name(named: Option<String>) -> Self {
        Self {
            named: named.filter(|name| !name.is_empty()),
            ..Self::default()
        }
    }

    /// Stores the target that the host chose for this request. Only the first call of this method has an effect.
    pub fn is(&self, target: Target) {
        let _ = self.chosen.set(target);
    }

    /// Returns the chosen target; `None` before the choice.
    pub fn target(&self) -> Option<&Target> {
        self.chosen.get()
    }
}
