//! Options for opening a project.

use host_project_watch::editor_log::EditorLog;
use host_project_watch::watch::WatchMode;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use unity_files::Links;

/// The scenes that are loaded at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpenScenes {
    /// The first enabled scene of the build list; without one, the first scene by path.
    #[default]
    First,
    /// All enabled scenes of the build list.
    Build,
    All,
    /// The scenes with these asset paths.
    Paths(Vec<String>),
}

/// The options for opening a project with this bridge.
#[derive(Clone, Debug)]
pub struct ProjectOptions {
    pub root: PathBuf,
    pub open: OpenScenes,
    pub watch: WatchMode,
    /// Selects whether the bridge follows links that lead out of the project.
    pub links: Links,
    /// Width and height in pixels for picks and layouts; `None` = the default resolution of the project.
    pub screen: Option<(u32, u32)>,
    /// The folder of the console scripts, created at the first write. `None` = no folder, so that writes are rejected.
    pub scripts_folder: Option<PathBuf>,
    pub editor_log: EditorLog,
    /// The folder that keeps indexes of the references in project files between runs; `None` = each run builds them.
    pub index_folder: Option<PathBuf>,
    /// True if the host may write scenes to their files.
    pub allow_save: bool,
    /// True after the operator revoked `allow_save`, until the operator grants it again.
    pub save_taken_back: Arc<AtomicBool>,
    /// True if the project is the sample inside the program. Other hosts may use it too, so the host never writes to
    /// it.
    pub is_sample: bool,
    /// The folder for backups of files before a save; `None` = the host writes no project file.
    pub backup_folder: Option<PathBuf>,
    /// The folder of the edit journal, which keeps the session's edits after the host ends. `None` = the edits end with
    /// the host.
    pub journal_folder: Option<PathBuf>,
    /// Approximate limit in bytes for scenes, prefabs and their texts; half of it is for loaded scenes.
    pub memory: usize,
}

impl ProjectOptions {
    /// Creates default options: opens the first scene and watches the project, without scripts and editor log.
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
