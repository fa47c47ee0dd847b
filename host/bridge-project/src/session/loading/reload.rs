//! Updates the session after files changed on disk: scans the project folder and reloads the affected scenes. Object
//! ids and edits are kept.

pub(in crate::session) mod background_reload;
mod folder_scan;

use super::room::Room;
use super::scenes::slot;
use crate::session::Session;
use background_reload::{Behind, Look};
pub(in crate::session) use folder_scan::{Looked, Seen};
use foldhash::fast::RandomState;
use host_bridge::{Event, SceneId};
use host_project_writer::Ground;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;
use unity_files::{DiskChange, Project, ProjectProblem, has_extension};
use unity_scripts::background_files::{Beside, discard};
use unity_scripts::csharp_sources::turn;
use unity_yaml::Guid;

/// Maximum number of changed files that are read without a scan of the folder.
const FEW: usize = 64;

impl Session {
    /// Updates the session to the changed files, announces the changes and writes the edit journal. After a call of
    /// `read_beside`, large files are read later in the background.
    pub(crate) fn disk_changed(&mut self, change: &DiskChange) {
        if !self.behind.keep_for_later(change) {
            self.read_changed(change);
        }
        self.note_drops();
    }

    /// Looks for files that were created, moved or removed. The next reads wait until that is done.
    pub(crate) fn look_again(&mut self) {
        self.behind.is_awaited = true;
        self.disk_changed(&DiskChange {
            structure: true,
            ..DiskChange::default()
        });
    }

    /// Reads all files again in this thread; other commands wait meanwhile.
    pub(crate) fn read_all(&mut self) {
        // Results of background reads belong to older files.
        self.behind = Behind::default();
        self.disk_changed(&DiskChange {
            everything: true,
            ..DiskChange::default()
        });
    }

    /// Updates the session to the changed files and announces the changes, but does not write the edit journal.
    pub(in crate::session) fn read_changed(&mut self, change: &DiskChange) {
        self.forget_answers(change);
        // The notes are returned to callers that read the log.
        let _ = self.look_at_editor_log();
        let known = |session: &Self, path: &str| {
            let index = &session.library.project().index;
            index.guid(path).is_some_and(|guid| !index.is_gone(guid)) && !index.is_bare(path)
        };
        let is_new = change
            .assets
            .iter()
            .any(|path| !has_extension(path, "meta") && !known(self, path));
        let is_large = change.assets.len() > FEW;
        let project = Arc::clone(self.library.project());
        let ground = Ground::open_folders(project.root());
        if !(change.structure || change.everything || is_new || is_large) {
            return self.read_assets(change, ground, Looked::unchanged(project));
        }
        let looked_for = change.clone();
        let look = move || Looked::scan(&project, &looked_for);
        if self.behind.is_beside() {
            let sources = self.library.types().sources();
            let look = Beside::begin(sources, "the project's folder", look);
            self.behind.look = Some(Look {
                change: change.clone(),
                ground,
                look,
            });
        } else {
            self.apply_scan(change, ground, look());
        }
    }

    /// Drops cached results that the changed files make invalid.
    fn forget_answers(&mut self, change: &DiskChange) {
        self.hooks.disk_changed(change);
        self.scene_caches.forget_layout();
        self.caches.revision += 1;
        self.query_caches.files_changed(change);
    }

    fn apply_scan(&mut self, change: &DiskChange, ground: Ground, looked: Result<Looked, ProjectProblem>) {
        match looked {
            Ok(looked) => {
                self.list_anew(&looked.project, &looked.scenes);
                for problem in &looked.problems {
                    self.log("warn", problem.clone());
                }
                self.read_assets(change, ground, looked);
            }
            Err(problem) => self.log("error", format!("the project cannot be read any more: {problem}")),
        }
    }

    fn read_assets(&mut self, change: &DiskChange, ground: Ground, looked: Looked) {
        let Looked {
            project,
            changed,
            mut assets,
            scenes,
            ..
        } = looked;
        assets.extend(change.assets.iter().cloned());
        let mut touched = changed;
        touched.extend(assets.iter().filter_map(|path| project.index.guid(path)));
        if change.everything {
            touched.extend(self.library.kept_assets());
        }
        if !touched.is_empty() {
            // One of the changed assets may be a prefab in a file that is being read.
            self.numbering.clear();
        }
        let before = Arc::clone(self.library.project());
        if self.behind.is_beside() {
            // Slow reads of type names run in the background too. The next command waits for those that it needs.
            turn::begin(Duration::ZERO);
        }
        self.library.refresh(project, &touched);
        turn::end();
        discard(self.library.types().sources(), before);
        let change = DiskChange {
            assets,
            structure: change.structure,
            everything: change.everything,
        };
        self.caches.unloaded.forget(&change, &touched);
        self.read_touched(&change, &touched, &scenes);
        if change.everything {
            self.ground.read_again(ground);
        }
    }

    fn note_drops(&mut self) {
        if let Err(why) = self.write_records() {
            self.log(
                "error",
                format!("the edit journal cannot be written: {why}; edits are refused until it can"),
            );
        }
    }

    /// Updates the list of scenes after a scan of the project folder. Scenes keep their indexes. `seen` has the scan's
    /// results for the scenes that it checked.
    pub(in crate::session) fn list_anew(&mut self, project: &Project, seen: &Seen) {
        let by_path = project.scenes.iter().map(|file| (file.path.as_str(), file));
        let mut by_path: HashMap<&str, _, RandomState> = by_path.collect();
        for slot in &mut self.scenes {
            let found = by_path.remove(slot.file.path.as_str());
            slot.listed = found.is_some();
            if let Some(file) = found.filter(|file| **file != slot.file) {
                slot.file = file.clone();
            }
        }
        let new = project.scenes.iter();
        for file in new.filter(|file| by_path.contains_key(file.path.as_str())) {
            let problem = seen.problem(project, file);
            self.scenes.push(slot(file.clone(), problem));
        }
    }

    fn read_touched(&mut self, change: &DiskChange, touched: &BTreeSet<Guid>, seen: &Seen) {
        let mut read = Read::default();
        for at in 0..self.scenes.len() {
            let Some(slot) = self.scenes.get_mut(at) else { continue };
            let was_loaded = slot.loaded.is_some();
            let own = change.everything || change.assets.contains(&slot.file.path);
            let through_prefab = slot
                .loaded
                .as_ref()
                .is_some_and(|loaded| loaded.flat.needs.iter().any(|guid| touched.contains(guid)));
            if !slot.listed {
                slot.loaded = None;
                if was_loaded {
                    read.removed.push(number(at));
                }
                continue;
            }
            if !(own || through_prefab) {
                continue;
            }
            if !slot.wanted {
                // The scene was never requested, so only its problem is determined again.
                slot.problem = seen.problem(self.library.project(), &slot.file);
                continue;
            }
            if !(was_loaded && self.behind.start_scene(at, &slot.file.path, &self.library)) {
                // Without a `turn`, the scene is always read immediately.
                let _ = self.read_again(at, &mut read);
            }
        }
        self.announce_read(read);
    }

    /// Reads the file of a loaded scene again. Returns false while a background thread still reads it.
    fn read_again(&mut self, at: usize, read: &mut Read) -> bool {
        let is_loaded = |session: &Self| session.scenes.get(at).is_some_and(|slot| slot.loaded.is_some());
        let was_loaded = is_loaded(self);
        if self.read_scene(at, Room::Leave).is_none() {
            return false;
        }
        match (was_loaded, is_loaded(self)) {
            (true, true) => read.changed.push(number(at)),
            (false, true) => read.added.push(number(at)),
            (true, false) => read.removed.push(number(at)),
            (false, false) => {}
        }
        true
    }

    fn announce_read(&mut self, read: Read) {
        let Read {
            added,
            removed,
            changed,
        } = read;
        if added.is_empty() && removed.is_empty() && changed.is_empty() {
            return;
        }
        self.rebuild();
        let names = |scenes: &[SceneId]| scenes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        self.log(
            "info",
            format!(
                "files changed on disk; re-read: [{}], opened: [{}], gone: [{}]",
                names(&changed),
                names(&added),
                names(&removed)
            ),
        );
        self.events.push(Event::ScenesChanged {
            added,
            removed,
            changed,
        });
    }
}

#[derive(Default)]
struct Read {
    added: Vec<SceneId>,
    removed: Vec<SceneId>,
    changed: Vec<SceneId>,
}

fn number(at: usize) -> SceneId {
    SceneId(u32::try_from(at).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;
