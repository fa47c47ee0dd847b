//! The target that a request names, and the target that answered it.
//!
//! Belongs here: the data that accompanies a call. Does not: which targets exist and which one is chosen (`targets`).

use std::sync::{Arc, OnceLock};

/// The source of an answer: a running instance, a folder or a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A running game or editor.
    Live,
    /// The files of a project.
    Folder,
    /// A recording; `live` is true for one of a game or an editor, false for one of a folder.
    Replay { live: bool },
}

impl Source {
    /// Returns the spelling for clients.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Folder => "folder",
            Self::Replay { .. } => "replay",
        }
    }
}

/// The target that answered a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The id of the target, such as `Game@1a2b3c4d`.
    pub unity: String,
    pub source: Source,
}

/// The target of one request: the name from its address or header and, after the choice, the chosen target. Clones
/// share the choice.
#[derive(Clone, Debug, Default)]
pub struct UnityOfCall {
    /// The target that the request names: an id, the name of a project or a path.
    pub named: Option<String>,
    chosen: Arc<OnceLock<Target>>,
}

impl UnityOfCall {
    /// Creates the target of a request that names `named`, or none.
    pub fn from_name(named: Option<String>) -> Self {
        Self {
            named: named.filter(|name| !name.is_empty()),
            ..Self::default()
        }
    }

    /// Stores the chosen target; only the first call of this method has an effect.
    pub fn is(&self, target: Target) {
        let _ = self.chosen.set(target);
    }

    /// Returns the chosen target, if there was a choice.
    pub fn target(&self) -> Option<&Target> {
        self.chosen.get()
    }
}
