//! The target that a request names, and the one that answered it.
//!
//! Belongs here: the data that accompanies a call. Does not: which targets exist and which one is chosen (`targets`).

use std::sync::{Arc, OnceLock};

/// The source of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A running game or editor.
    Live,
    /// The files of a project.
    Folder,
    /// A recording: of a game or an editor, or of a folder.
    Replay { live: bool },
}

impl Source {
    /// The value that clients read.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Folder => "folder",
            Self::Replay { .. } => "replay",
        }
    }
}

/// The target that answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The id, such as `Game@1a2b3c4d`.
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
    /// For a request that gives this name, or none.
    pub fn from_name(named: Option<String>) -> Self {
        Self {
            named: named.filter(|name| !name.is_empty()),
            ..Self::default()
        }
    }

    /// Stores the chosen target; only the first call has an effect.
    pub fn is(&self, target: Target) {
        let _ = self.chosen.set(target);
    }

    /// The chosen target, if there was a choice.
    pub fn target(&self) -> Option<&Target> {
        self.chosen.get()
    }
}
