//! Why a file of the project is not served: it is no text of the dialect, it cannot be opened, or it takes more than this host gives.
//!
//! Belongs here: each case with its remedy. Does not: what makes bytes a text of the dialect (`unity_yaml::FileProblem`).

use std::any::Any;
use unity_yaml::FileProblem;

/// Why a file cannot be read, or is not served whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AssetProblem {
    /// What its bytes are is no text that can be read.
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
    /// It is large and is being played out beside its caller.
    #[error("it is still being read")]
    BeingRead,
    #[error("the file cannot be opened: {reason}")]
    Unreadable { reason: String },
}

/// Which bound a file met while its prefabs were played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Excess {
    #[error("with its prefabs it needs more than {limit} bytes of memory, its share of `project.memory`")]
    Memory { limit: usize },
    #[error("the loaded scenes leave no room for it: they share {limit} bytes, its share of `project.memory`")]
    Room { limit: usize },
    #[error("playing out its prefabs takes more than {limit} steps")]
    Steps { limit: usize },
}

impl AssetProblem {
    /// What a panic says.
    pub(crate) fn crashed(why: &(dyn Any + Send)) -> Self {
        let text = why.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let reason = text.or_else(|| why.downcast_ref::<String>().cloned());
        Self::Crashed {
            reason: reason.unwrap_or_else(|| "it gave no reason".to_owned()),
        }
    }

    /// What the person who owns the project can do.
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
            } => "open it by itself, which closes others for it, or raise `project.memory`",
            Self::OverBudget { .. } => {
                "split the scene or look for prefabs that multiply each other; where it is meant, raise `project.memory`"
            }
            Self::Crashed { .. } => {
                "report this message with the file as a defect of the host; everything else is served"
            }
            Self::BeingRead => "ask again in a moment; the reading goes on",
            Self::Missing => "restore the file, or remove its entry from the build list",
            Self::Unreadable { .. } => "close the program that holds the file, or give this user the right to read it",
        }
    }

    /// Reason and remedy in one sentence for diagnostics.
    pub fn with_remedy(&self) -> String {
        format!("{self}; {}", self.remedy())
    }
}
