//! Opaque instances: prefab instances whose source is not read. Limits on the expansion, and texts for each reason.

use unity_files::AssetProblem;
use unity_yaml::Guid;

/// Maximum nesting of prefabs; deeper instances are shown as one unread object. The deepest known nesting is 6.
pub const MAX_NESTING: usize = 32;

/// Maximum number of objects in one expanded file; instances that exceed it are shown as one unread object.
pub const MAX_OBJECTS: usize = 250_000;

#[derive(Clone, Debug)]
pub(crate) enum Opaque {
    /// The source of the prefab instance is a 3D model file, which only Unity can read. This is a normal case.
    Model {
        path: String,
    },
    /// The source prefab of the instance is unknown: no asset has the guid that the instance names.
    Unknown {
        guid: Guid,
    },
    File {
        path: String,
        problem: AssetProblem,
    },
    Cycle {
        path: String,
    },
    TooDeep {
        path: String,
    },
    TooLarge {
        path: String,
    },
}

impl Opaque {
    /// Returns the name of the object that represents an unreadable instance without an override of its name.
    pub(crate) fn name(&self) -> String {
        let path = match self {
            Self::Unknown { .. } => return "<missing prefab>".to_owned(),
            Self::Model { path }
            | Self::File { path, .. }
            | Self::Cycle { path }
            | Self::TooDeep { path }
            | Self::TooLarge { path } => path,
        };
        let file = path.rsplit('/').next().unwrap_or_default();
        file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
    }

    /// Returns the reason why the instance cannot be expanded, as a clause such as "its source … contains itself".
    pub(super) fn sentence(&self) -> String {
        match self {
            Self::Model { path } => format!("only Unity reads its source {path}"),
            Self::Unknown { guid } => format!("its source (guid {guid}) is no asset of the project"),
            Self::File { path, problem } => format!("its source {path} cannot be read: {problem}"),
            Self::Cycle { path } => format!("its source {path} contains itself"),
            Self::TooDeep { path } => format!("its source {path} is nested deeper than {MAX_NESTING} levels"),
            Self::TooLarge { path } => {
                format!("its source {path} would make more than {MAX_OBJECTS} objects of the file")
            }
        }
    }

    /// Returns a message with the reason and the remedy; `None` for a model, which is not an error.
    pub(crate) fn problem(&self) -> Option<String> {
        Some(match self {
            Self::Model { .. } => return None,
            Self::Unknown { guid } => format!(
                "an instance's source (guid {guid}) is no asset of the project; restore it, or install the package it came from"
            ),
            Self::File { path, problem } => format!("the instance's source {path}: {}", problem.with_remedy()),
            Self::Cycle { path } => {
                format!("the prefab {path} contains itself; the inner one is left opaque; break the cycle in Unity")
            }
            Self::TooDeep { path } => {
                format!(
                    "prefabs are nested deeper than {MAX_NESTING} levels at {path}; deeper instances are left opaque"
                )
            }
            Self::TooLarge { path } => format!(
                "the file has more than {MAX_OBJECTS} objects with its prefab instances; the instance of {path} is left opaque"
            ),
        })
    }
}
