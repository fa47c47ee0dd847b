//! How a project is opened.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use unity_project::project::Links;

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

/// Where the editor's own log is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EditorLog {
    /// The place that Unity uses on this system.
    #[default]
    Auto,
    Off,
    File(PathBuf),
}

/// Everything the bridge needs to know.
#[derive(Clone, Debug)]
pub struct ProjectOptions {
    pub root: PathBuf,
    pub open: OpenScenes,
    pub watch: WatchMode,
    /// Whether links that lead out of the project are followed.
    pub links: Links,
    /// Width and height in pixels that picks and layouts reckon with; `None` = the project's default resolution.
    pub screen: Option<(u32, u32)>,
    /// The console's script files; made at the first write. `None` = there are none and writing is refused.
    pub scripts_folder: Option<PathBuf>,
    pub editor_log: EditorLog,
    /// Where indexes of what the projects' files refer to are kept between runs; `None` = they are made by each run.
    pub index_folder: Option<PathBuf>,
    /// Whether scenes may be written to their files.
    pub allow_save: bool,
    /// True once the operator took `allow_save` back, and until they give it again.
    pub save_taken_back: Arc<AtomicBool>,
    /// It is the sample inside the program, which others may use as well: nothing of it is ever written.
    pub is_sample: bool,
    /// Where files go before they are written; `None` = none is written.
    pub backup_folder: Option<PathBuf>,
    /// Where the session's changes are kept over the end of the host; `None` = they end with it.
    pub journal_folder: Option<PathBuf>,
    /// Bytes that scenes, prefabs and their texts may take, about; half of it for loaded scenes.
    pub memory: usize,
}

impl ProjectOptions {
    /// The first scene, watched; no scripts and no editor log.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            open: OpenScenes::First,
            watch: WatchMode::Auto,
            links: Links::Stay,
            screen: None,
            scripts_folder: None,
            editor_log: EditorLog::Off,
            index_folder: None,
            allow_save: false,
            save_taken_back: Arc::default(),
            is_sample: false,
            backup_folder: None,
            journal_folder: None,
            memory: unity_project::expand::DEFAULT_MEMORY,
        }
    }
}
