//! How a project is opened.

use std::path::PathBuf;

/// Which scenes are loaded at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpenScenes {
    /// The first enabled scene of the build list, else the first by path.
    #[default]
    First,
    /// All enabled scenes of the build list.
    Build,
    All,
    /// These asset paths.
    Paths(Vec<String>),
}

/// How changes on disk are noticed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WatchMode {
    /// Change events; polling where they do not arrive.
    #[default]
    Auto,
    Poll,
    Off,
}

/// Everything the bridge needs to know.
#[derive(Clone, Debug)]
pub struct ProjectOptions {
    pub root: PathBuf,
    pub open: OpenScenes,
    pub watch: WatchMode,
}

impl ProjectOptions {
    /// The first scene, watched.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            open: OpenScenes::First,
            watch: WatchMode::Auto,
        }
    }
}
