//! Tests of sessions that end without a shutdown and are opened again with the same edit journal.

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use crate::session::changing::batch::tests::{apply, entries, sample, set, undo, visible_state};
use host_bridge::{Command, EditRequest, EditTarget, FileChanges, ObjectId, Reply};
use host_project_journal::edit_journal::EditJournal;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use tempfile::TempDir;

mod damaged;
mod ends;
mod file;
mod hostile;
mod saves;
mod taken_over;

const MAIN: &str = "Assets/Scenes/Main.unity";

/// A temporary folder with a copy of the sample project and a data folder for the journal.
struct Kept {
    folder: TempDir,
}

impl Kept {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        tests_projects::copy(&sample(), &folder.path().join("game"), |bytes| bytes);
        Self { folder }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("game")
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data/edits")
    }

    fn journal(&self) -> PathBuf {
        self.data().join("journal")
    }

    fn main(&self) -> String {
        std::fs::read_to_string(self.root().join(MAIN)).expect("the scene")
    }

    /// Opens the project without an edit journal.
    fn plain(&self) -> Session {
        let options = ProjectOptions {
            open: OpenScenes::All,
            allow_save: true,
            backup_folder: Some(self.folder.path().join("backups")),
            ..ProjectOptions::new(self.root())
        };
        Session::open(&self.root(), &options, &|_, _| true).expect("a project")
    }

    /// Opens the project with its edit journal, like a starting host. The previous session must be dropped first.
    fn open(&self) -> Session {
        let journal = EditJournal::open(&self.data()).expect("the lock");
        let mut session = self.plain();
        session.keep_edits(&Arc::new(journal));
        session
    }

    /// Returns the names of the renamed old journal files.
    fn set_aside_files(&self) -> Vec<String> {
        let names = std::fs::read_dir(self.data()).expect("a folder");
        let names = names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.starts_with("journal.")).collect();
        names.sort();
        names
    }
}

/// Returns the objects and the journal entries, as text for comparison.
fn state(session: &mut Session) -> (String, String) {
    let seen = visible_state(session);
    let objects = seen.rsplit_once('\n').map_or("", |(objects, _)| objects);
    let mut rows = entries(session).rows;
    for row in &mut rows {
        // After a restart no caller is known to own the entry.
        row.mine = false;
    }
    (objects.to_owned(), format!("{rows:#?}"))
}

fn object(session: &Session, name: &str) -> ObjectId {
    let places = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
    let named = |at: &u32| session.world.object(*at).is_some_and(|object| &*object.name == name);
    let at = places.into_iter().find(named).expect("an object of that name");
    session.world.node(at).expect("a node").id
}

fn deactivate(object: ObjectId) -> Vec<EditRequest> {
    vec![EditRequest::SetActive {
        object: EditTarget::Object(object),
        active: false,
    }]
}

fn move_height(object: ObjectId, to: f64) -> Vec<EditRequest> {
    vec![set(object, "Transform", "m_LocalPosition.y", &json!(to))]
}

fn save(session: &mut Session) {
    let files = vec![MAIN.to_owned()];
    session.run(Command::SaveFiles { files, needs: None }).expect("saved");
}

fn preview_save(session: &mut Session) -> Vec<FileChanges> {
    let files = Vec::new();
    match session.run(Command::PreviewSave { files }).expect("a preview").reply {
        Reply::FileChanges(changes) => changes,
        other => panic!("{other:?}"),
    }
}

fn has_log(session: &Session, part: &str) -> bool {
    session.lines.iter().any(|line| line.message.contains(part))
}

/// Returns the first object of the main scene that the scene's own file contains.
fn own_object(session: &Session) -> ObjectId {
    let scene = session.scenes.iter().position(|slot| slot.file.path == MAIN);
    let places = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
    let is_own = |at: &u32| {
        let node = session.world.node(*at).expect("a node");
        Some(node.scene as usize) == scene && session.world.object(*at).is_some_and(|object| object.instance == 0)
    };
    let at = places.into_iter().find(is_own).expect("an own object");
    session.world.node(at).expect("a node").id
}
