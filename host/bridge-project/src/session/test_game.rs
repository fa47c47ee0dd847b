//! A small project in a temporary folder, and sessions that may write into it.

use super::Session;
use crate::options::ProjectOptions;
use host_project_journal::edit_journal::EditJournal;
use std::path::PathBuf;
use std::sync::Arc;
use tempfile::TempDir;
use tests_projects::{TinyProject, tree_hash};

pub(super) struct Game {
    pub(super) project: TinyProject,
    /// The data folder of the host.
    pub(super) data: TempDir,
}

impl Game {
    pub(super) fn new(project: TinyProject) -> Self {
        Self {
            project,
            data: tempfile::tempdir().expect("a folder"),
        }
    }

    pub(super) fn open_with(&self, allow_save: bool) -> Session {
        let root = self.project.root();
        let options = ProjectOptions {
            allow_save,
            backup_folder: Some(self.data.path().join("backups/game")),
            ..ProjectOptions::new(root)
        };
        Session::open(root, &options, &|_, _| true).expect("a project")
    }

    pub(super) fn open(&self) -> Session {
        self.open_with(true)
    }

    /// Opens a session with the edit journal of the project, as a start of the host does.
    pub(super) fn open_kept(&self) -> Session {
        self.open_kept_with(true)
    }

    pub(super) fn open_kept_with(&self, allow_save: bool) -> Session {
        let journal = EditJournal::open(&self.data.path().join("edits")).expect("the lock");
        let mut session = self.open_with(allow_save);
        session.keep_edits(&Arc::new(journal));
        session
    }

    pub(super) fn path(&self, asset: &str) -> PathBuf {
        self.project.root().join(asset)
    }

    pub(super) fn has(&self, asset: &str) -> bool {
        self.path(asset).exists()
    }

    pub(super) fn read(&self, asset: &str) -> String {
        std::fs::read_to_string(self.path(asset)).expect("a file")
    }

    pub(super) fn guid(&self, asset: &str) -> String {
        let meta = self.read(&format!("{asset}.meta"));
        let line = meta.lines().find_map(|line| line.strip_prefix("guid: "));
        line.expect("a guid").to_owned()
    }

    /// Returns a hash of all files below `Assets`.
    pub(super) fn hash(&self) -> String {
        tree_hash(&self.path("Assets"))
    }

    /// Returns the texts of all backups.
    pub(super) fn backups(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.data.path().join("backups/game"));
        let texts = entries.into_iter().flatten().map(|entry| {
            let path = entry.expect("an entry").path();
            std::fs::read_to_string(path).expect("a text")
        });
        texts.collect()
    }
}
