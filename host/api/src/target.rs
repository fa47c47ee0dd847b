//! Which Unity a request names, and which one answered it.
//!
//! Belongs here: what travels beside a call. Does not: who is there and who is chosen (`unitys`).

use std::sync::{Arc, OnceLock};

/// Where an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A game or an editor runs.
    Live,
    /// Files are read.
    Folder,
    /// A recording answers: of a game or an editor, or of a folder.
    Replay { live: bool },
}

impl Source {
    /// As clients read it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Folder => "folder",
            Self::Replay { .. } => "replay",
        }
    }
}

/// The Unity that answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// `Game@1a2b3c4d`.
    pub unity: String,
    pub source: Source,
}

/// The Unity of one request: the name that its address or header gives, and, once it is chosen, who it is. Clones share that.
#[derive(Clone, Debug, Default)]
pub struct UnityOfCall {
    /// An id, a project's name or a path.
    pub named: Option<String>,
    chosen: Arc<OnceLock<Target>>,
}

impl UnityOfCall {
    /// Of a request that gives this name, or none.
    pub fn named(named: Option<String>) -> Self {
        Self {
            named: named.filter(|name| !name.is_empty()),
            ..Self::default()
        }
    }

    /// Notes who it is; the first word counts.
    pub fn is(&self, target: Target) {
        let _ = self.chosen.set(target);
    }

    /// Who it is, where more than one could be.
    pub fn target(&self) -> Option<&Target> {
        self.chosen.get()
    }
}
