//! Errors of reading a project file: the content is no text in Unity's YAML dialect, the file cannot be opened, or it
//! exceeds a limit of the host.

use std::any::Any;
use unity_yaml::FileProblem;

/// The reason why a file cannot be read, or cannot be used completely.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AssetProblem {
    /// The content of the file is not text in Unity's YAML dialect.
    #[error(transparent)]
    Text(#[from] FileProblem),
    #[error("the file has {size} bytes, more than the limit of {limit}")]
    TooLarge { size: u64, limit: u64 },
    #[error("its objects are nested {levels} levels deep, which makes their paths too long to serve")]
    TooNested { levels: usize },
    #[error("the paths of its objects would take {bytes} bytes together, more than the limit of {limit}")]
    LongPaths { bytes: usize, limit: usize },
    #[error("{excess}")]
    OverBudget { excess: Excess },
    #[error("reading it failed inside this host: {reason}")]
    Crashed { reason: String },
    #[error("there is no such file")]
    Missing,
    /// The file is large, and another thread is expanding it.
    #[error("it is still being read")]
    BeingRead,
    #[error("the file cannot be opened: {reason}")]
    Unreadable { reason: String },
}

/// The limit that a file exceeds when the host expands it, that is, copies the objects of its prefabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Excess {
    #[error("with its prefabs it needs more than {limit} bytes of memory, its share of `project.memory`")]
    Memory { limit: usize },
    #[error("the loaded scenes leave no room for it: they share {limit} bytes, its share of `project.memory`")]
    Room { limit: usize },
    #[error("expanding its prefabs takes more than {limit} steps")]
    Steps { limit: usize },
}

impl AssetProblem {
    /// Converts the payload of a caught panic in the host to an error with the panic's message.
    pub fn from_panic(why: &(dyn Any + Send)) -> Self {
        let text = why.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let reason = text.or_else(|| why.downcast_ref::<String>().cloned());
        Self::Crashed {
            reason: reason.unwrap_or_else(|| "it gave no reason".to_owned()),
        }
    }

    /// Returns the action with which the user can solve the problem.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Text(problem) => problem.remedy(),
            Self::TooLarge { .. } => {
                "split the scene, or keep large data (baked meshes, terrain) in assets of their own"
            }
            Self::TooNested { .. } => "flatten the hierarchy in Unity; no real scene is nested like this",
            Self::LongPaths { .. } => "shorten the names in Unity; no real object has one like this",
            Self::OverBudget {
                excess: Excess::Room { .. },
            } => "open it by itself, which closes other scenes, or raise `project.memory`",
            Self::OverBudget { .. } => {
                "split the scene or look for prefabs that multiply each other; if this is intended, raise `project.memory`"
            }
            Self::Crashed { .. } => {
                "report this message with the file as a bug of the host; all other files are served"
            }
            Self::BeingRead => "repeat the call in a moment; reading continues",
            Self::Missing => "restore the file, or remove its entry from the build list",
            Self::Unreadable { .. } => "close the program that holds the file, or give this user the right to read it",
        }
    }

    /// Returns the reason and the remedy in one sentence, for diagnostics.
    pub fn with_remedy(&self) -> String {
        format!("{self}; {}", self.remedy())
    }
}
