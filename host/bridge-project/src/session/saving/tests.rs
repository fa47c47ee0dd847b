//! Tests of saving on real and small projects.

use super::*;
use crate::options::{OpenScenes, ProjectOptions};
use crate::session::changing::batch::tests::{apply, entries, set, undo};
use host_bridge::{Command, EditDone, EditRequest, EditTarget, ObjectId};
use serde_json::json;
use std::path::Path;
use tempfile::TempDir;
use tests_projects::tree_hash;

mod afterwards;
mod all_or_none;
mod as_unity_writes;
mod blocked;
mod changed_since;
mod dangling;
mod dropped;
mod every_kind;
mod instance_lists;
mod meanwhile;
mod needs;
mod odd;
mod random;
mod redeclared;
mod refused;
mod undone;
mod undone_references;
mod unity_enums;

/// A copy of a project in which saving is allowed, and a folder for backups.
struct Copy {
    folder: TempDir,
}

impl Copy {
    fn of_project(project: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        tests_projects::copy(project, &folder.path().join("after"), |bytes| bytes);
        Self { folder }
    }

    fn sample() -> Self {
        Self::of_project(&crate::session::changing::batch::tests::sample())
    }

    fn root(&self) -> std::path::PathBuf {
        self.folder.path().join("after")
    }

    fn read(&self, asset: &str) -> String {
        std::fs::read_to_string(self.root().join(asset)).expect("a file")
    }

    fn backups(&self) -> std::path::PathBuf {
        self.folder.path().join("backups/project")
    }

    fn open_with(&self, allow_save: bool) -> Session {
        let options = ProjectOptions {
            open: OpenScenes::All,
            allow_save,
            backup_folder: Some(self.backups()),
            ..ProjectOptions::new(self.root())
        };
        Session::open(&self.root(), &options, &|_, _| true).expect("a project")
    }

    fn open(&self) -> Session {
        self.open_with(true)
    }
}

fn preview_save(session: &mut Session, files: &[&str]) -> Result<Vec<FileChanges>, BridgeError> {
    let files = files.iter().map(|file| (*file).to_owned()).collect();
    match session.run(Command::PreviewSave { files })?.reply {
        Reply::FileChanges(changes) => Ok(changes),
        other => panic!("{other:?}"),
    }
}

fn save(session: &mut Session, files: &[&str]) -> Result<Vec<SavedFile>, BridgeError> {
    let files = files.iter().map(|file| (*file).to_owned()).collect();
    match session.run(Command::SaveFiles { files, needs: None })?.reply {
        Reply::Saved(saved) => Ok(saved),
        other => panic!("{other:?}"),
    }
}

const MAIN: &str = "Assets/Scenes/Main.unity";

/// Returns the differing lines of two texts that have the same number of lines.
fn other_lines<'t>(one: &'t str, other: &'t str) -> Vec<(usize, &'t str, &'t str)> {
    let (one, other): (Vec<_>, Vec<_>) = (one.split('\n').collect(), other.split('\n').collect());
    assert_eq!(one.len(), other.len());
    let pairs = one.into_iter().zip(other).enumerate();
    pairs
        .filter(|(_, (one, other))| one != other)
        .map(|(at, (one, other))| (at + 1, one, other))
        .collect()
}

fn own_object(session: &Session) -> ObjectId {
    let at = (0..session.world.count())
        .filter_map(|place| session.world.node_at_place(place))
        .find(|at| {
            let scene = session.world.node(*at).map(|node| node.scene);
            let path = scene
                .and_then(|scene| session.scenes.get(scene as usize))
                .map(|slot| slot.file.path.as_str());
            path == Some(MAIN) && session.world.object(*at).is_some_and(|object| object.instance == 0)
        });
    session.world.node(at.expect("an own object")).expect("a node").id
}

/// Makes one edit of a field that the scene's own file contains.
fn raise(session: &mut Session, object: ObjectId) -> EditDone {
    let edit = set(object, "Transform", "m_LocalPosition.y", &json!(12.5));
    apply(session, vec![edit], None).expect("done")
}

#[test]
fn saves_only_the_changed_line_and_undo_restores_the_bytes() {
    let copy = Copy::sample();
    let before = copy.read(MAIN);
    let mut session = copy.open();
    let object = own_object(&session);
    let done = raise(&mut session, object);
    assert_eq!(copy.read(MAIN), before, "the session alone");
    let rows = preview_save(&mut session, &[MAIN]).expect("changes");
    assert_eq!((rows.len(), rows[0].total, rows[0].lines.len()), (1, 1, 1), "{rows:?}");
    let saved = save(&mut session, &[MAIN]).expect("saved");
    let after = copy.read(MAIN);
    let lines = other_lines(&before, &after);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].2.contains("y: 12.5"), "{lines:?}");
    assert_eq!(rows[0].lines[0].line, lines[0].0 as u64);
    assert_eq!(rows[0].lines[0].new.as_deref(), Some(lines[0].2));
    assert_eq!((saved[0].file.as_str(), saved[0].bytes), (MAIN, after.len() as u64));
    let backup = copy.folder.path().join(&saved[0].backup);
    assert_eq!(std::fs::read_to_string(backup).expect("a backup"), before);
    let known = entries(&mut session).rows;
    assert!(known[0].saved && known[0].fixed.is_none(), "{known:?}");
    assert_eq!(preview_save(&mut session, &[]).expect("changes"), []);

    undo(&mut session, &[done.entry]).expect("undone");
    assert_eq!(copy.read(MAIN), after, "the session alone");
    let rows = preview_save(&mut session, &[]).expect("changes");
    assert_eq!((rows.len(), rows[0].total), (1, 1), "{rows:?}");
    save(&mut session, &[MAIN]).expect("saved");
    assert_eq!(copy.read(MAIN), before);
    assert_eq!(preview_save(&mut session, &[]).expect("changes"), []);
}

#[test]
fn saving_unchanged_scenes_writes_nothing() {
    let Some(folder) = tests_projects::folder() else { return };
    for (name, _) in tests_projects::expected(&folder) {
        let copy = Copy::of_project(&folder.join(&name));
        let before = tree_hash(&copy.root());
        let mut session = copy.open();
        let files: Vec<String> = session.scenes.iter().map(|slot| slot.file.path.clone()).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        for files in files.chunks(100) {
            assert_eq!(save(&mut session, files).expect("nothing to do"), []);
        }
        assert_eq!(tree_hash(&copy.root()), before, "{name}");
    }
}

#[test]
fn saving_keeps_byte_order_mark_line_ends_and_file_mode() {
    let copy = Copy::sample();
    let path = copy.root().join(MAIN);
    let crlf = format!("\u{feff}{}", copy.read(MAIN).replace('\n', "\r\n"));
    std::fs::write(&path, &crlf).expect("a file");
    #[cfg(unix)]
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o640)).expect("a mode");
    let mut session = copy.open();
    let object = own_object(&session);
    let active = EditRequest::SetActive {
        object: EditTarget::Object(object),
        active: false,
    };
    apply(&mut session, vec![active], None).expect("done");
    save(&mut session, &[MAIN]).expect("saved");
    let lines = copy.read(MAIN);
    let lines = other_lines(&crlf, &lines);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!((lines[0].1, lines[0].2), ("  m_IsActive: 1\r", "  m_IsActive: 0\r"));
    #[cfg(unix)]
    {
        let mode = std::fs::metadata(&path).expect("a file").permissions();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode) & 0o777, 0o640);
    }
}

#[test]
fn warns_if_saving_is_not_verified_for_the_unity_version() {
    let scene = "Assets/Scenes/Main.unity";
    for (version, is_told) in [
        ("2020.3.1f1", false),
        ("2022.3.45f1", false),
        ("2019.4.40f1", true),
        ("2023.2.1f1", true),
        ("6000.0.23f1", true),
        ("soon", true),
    ] {
        let copy = Copy::sample();
        let settings = copy.root().join("ProjectSettings/ProjectVersion.txt");
        std::fs::write(settings, format!("m_EditorVersion: {version}\n")).expect("a version");
        let mut session = copy.open();
        let files = vec![scene.to_owned()];
        let notes = |session: &mut Session, files: Vec<String>| {
            let replied = session.run(Command::PreviewSave { files }).expect("a preview");
            replied
                .diagnostics
                .iter()
                .any(|note| note.contains("verified only for 2020.3 to 2022.3"))
        };
        assert!(!notes(&mut session, files.clone()), "{version}: nothing is to be saved");
        let object = own_object(&session);
        let active = session.view().find(object).map(|at| session.view().card(at).active);
        let edit = EditRequest::SetActive {
            object: EditTarget::Object(object),
            active: !active.expect("an object"),
        };
        apply(&mut session, vec![edit], None).expect("changed");
        assert_eq!(notes(&mut session, files), is_told, "{version}");
    }
}
