//! Options for opening a project.

use host_project_watch::editor_log::EditorLog;
use host_project_watch::watch::WatchMode;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use unity_files::Links;

/// The scenes that are loaded at start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpenScenes {
    /// The first enabled scene of the build list. If there is none, the first scene in path order.
    #[default]
    First,
    /// All enabled scenes of the build list.
    Build,
    All,
    /// The scenes with these asset paths.
    Paths(Vec<String>),
}

/// The options for opening a Unity project folder with a `ProjectBridge`.
#[derive(Clone, Debug)]
pub struct ProjectOptions {
    pub root: PathBuf,
    pub open: OpenScenes,
    pub watch: WatchMode,
    /// Whether the bridge follows symbolic links that lead out of the project folder.
    pub links: Links,
    /// Screen width and height in pixels for picks and layouts; `None` for the project's default resolution.
    pub screen: Option<(u32, u32)>,
    /// The folder of the console scripts, created by the first write. If `None`, script writes are rejected.
    pub scripts_folder: Option<PathBuf>,
    pub editor_log: EditorLog,
    /// The folder that stores indexes of references between project files from run to run. If `None`, each run builds
    /// them.
    pub index_folder: Option<PathBuf>,
    /// True if the host may write edited scenes to their files.
    pub allow_save: bool,
    /// True while the operator has revoked `allow_save`.
    pub save_taken_back: Arc<AtomicBool>,
    /// True for the sample project built into the program. It is never written, because other hosts may use it too.
    pub is_sample: bool,
    /// The folder for backups of files before a save. If `None`, the host writes no project file.
    pub backup_folder: Option<PathBuf>,
    /// The folder of the edit journal. If `None`, unsaved edits are lost when the host ends.
    pub journal_folder: Option<PathBuf>,
    /// Approximate memory limit in bytes for scenes, prefabs and their texts. Half of it is for loaded scenes.
    pub memory: usize,
}

impl ProjectOptions {
    /// Creates default options: load the first scene, watch the project, no saving, no scripts, no editor log.
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
