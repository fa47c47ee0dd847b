//! The list of scenes: which scenes exist, which are loaded, and why a scene cannot be loaded.

use super::room::Room;
use crate::options::OpenScenes;
use crate::session::OnScene;
use crate::session::Session;
use crate::session::edits::Edit;
use host_bridge::{BridgeError, BridgeErrorKind, Event, ObjectFilter, ObjectId, PageRequest, Replied, Reply, SceneId};
use host_project_world::scene_slot::SceneSlot;
use host_project_world::world::{Part, World};
use std::collections::BTreeSet;
use std::io::Read;
use std::sync::Arc;
use unity_files::{AssetProblem, Excess, Project, SceneFile};
use unity_scripts::csharp_sources::turn;
use unity_yaml::{File, FileProblem};

/// What to do with an edit that no longer fits the files, when the session's objects are built again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Unfitting {
    /// Drop the edit, because its object does not exist any more.
    Drop,
    /// Keep the edits and return the first that does not fit, because the objects are built only to test an undo.
    Tell,
}

pub(in crate::session) fn slot(file: SceneFile, problem: Option<AssetProblem>) -> SceneSlot {
    SceneSlot {
        problem,
        ..new_slot(file)
    }
}

fn new_slot(file: SceneFile) -> SceneSlot {
    SceneSlot {
        problem: None,
        file,
        listed: true,
        loaded: None,
        wanted: false,
        additive: false,
        used: 0,
    }
}

pub(in crate::session) fn removed_slot(file: SceneFile) -> SceneSlot {
    SceneSlot {
        listed: false,
        ..new_slot(file)
    }
}

/// Creates the session's list of all scenes without checking their files, which `load_first` does later.
pub(in crate::session) fn slots(project: &Project) -> Vec<SceneSlot> {
    project.scenes.iter().cloned().map(new_slot).collect()
}

/// Checks the first bytes of a scene file. This detects a Git LFS pointer, a binary file and an empty file.
pub(in crate::session) fn look(project: &Project, file: &SceneFile) -> Result<(), AssetProblem> {
    if !file.exists {
        return Err(AssetProblem::Missing);
    }
    let unreadable = |error: std::io::Error| AssetProblem::Unreadable {
        reason: error.to_string(),
    };
    let (opened, facts) = project.roots().open(&file.path)?;
    let size = facts.len();
    let limit = unity_files::MAX_FILE_BYTES;
    if size > limit {
        return Err(AssetProblem::TooLarge { size, limit });
    }
    let mut start = Vec::with_capacity(256);
    opened.take(256).read_to_end(&mut start).map_err(unreadable)?;
    match File::parse(&start) {
        // The bytes may end inside a character or before the first document. Reading the file detects real problems.
        Ok(_) | Err(FileProblem::InvalidUtf8 { .. } | FileProblem::NoDocuments | FileProblem::BadHead { .. }) => Ok(()),
        Err(problem) => Err(problem.into()),
    }
}

impl Session {
    pub(in crate::session) fn load_first(&mut self, open: &OpenScenes, on_scene: OnScene<'_>) {
        let project = Arc::clone(self.library.project());
        for problem in &project.problems {
            self.log("warn", problem.clone());
        }
        let enabled = |slot: &SceneSlot| slot.file.build_index.is_some();
        let all = 0..self.scenes.len();
        let first_of =
            |wanted: &dyn Fn(&SceneSlot) -> bool| all.clone().find(|at| self.scenes.get(*at).is_some_and(wanted));
        let chosen: Vec<usize> = match open {
            OpenScenes::First => first_of(&enabled).or_else(|| first_of(&|_| true)).into_iter().collect(),
            OpenScenes::Build => all.filter(|at| self.scenes.get(*at).is_some_and(enabled)).collect(),
            OpenScenes::All => all.collect(),
            OpenScenes::Paths(paths) => {
                let mut chosen = Vec::new();
                for path in paths {
                    match self.scenes.iter().position(|slot| slot.file.path == *path) {
                        Some(at) => chosen.push(at),
                        None => self.log(
                            "warn",
                            format!("project.open names {path}, which is no scene of the project"),
                        ),
                    }
                }
                chosen
            }
        };
        let total = u32::try_from(chosen.len()).unwrap_or(u32::MAX);
        if !on_scene(0, total) {
            return;
        }
        for (done, at) in (1..).zip(chosen) {
            let _ = self.read_scene(at, Room::Leave);
            if !on_scene(done, total) {
                break;
            }
        }
        for slot in self.scenes.iter_mut().filter(|slot| !slot.wanted) {
            slot.problem = look(&project, &slot.file).err();
        }
        self.rebuild();
        self.events.clear();
        self.lines.clear();
    }

    /// Builds the objects of all loaded scenes again and applies the session's edits to them.
    pub(in crate::session) fn rebuild(&mut self) {
        self.rebuild_with(Unfitting::Drop);
    }

    /// Builds the objects of all loaded scenes again and applies the edits. `unfitting` tells what to do with an edit
    /// that does not fit: drop it, or keep and return it.
    pub(in crate::session) fn rebuild_with(&mut self, unfitting: Unfitting) -> Option<Edit> {
        // Waits for type names, because an edit must not be dropped only because its type is not known yet.
        turn::patiently(|| self.built_again(unfitting))
    }

    fn built_again(&mut self, unfitting: Unfitting) -> Option<Edit> {
        self.caches.revision += u64::from(unfitting == Unfitting::Drop);
        let parts = (0..).zip(&self.scenes).filter_map(|(scene, slot)| {
            let loaded = slot.loaded.as_ref()?;
            Some(Part {
                scene,
                flat: Arc::clone(&loaded.flat),
                ids: Arc::clone(&loaded.ids),
            })
        });
        let parts: Vec<Part> = parts.collect();
        // The old world is freed first, because both together would need twice the memory.
        self.world = World::default();
        self.discard_left();
        self.world = World::from_parts(parts);
        self.scene_caches.forget_layout();
        self.scene_caches.forget_camera();
        let scenes = &self.scenes;
        let is_loaded = |object: ObjectId| {
            let slot = host_project_world::ids::scene_of(object).and_then(|at| scenes.get(at));
            slot.is_none_or(|slot| slot.loaded.is_some() || !slot.listed)
        };
        if self.edits.journal.all().next().is_some() {
            self.library.types_mut().name_unsure();
        }
        let (world, types) = (&mut self.world, self.library.types());
        self.edits.settle_written(world, types);
        self.edits.settle_held(world, types);
        let mut given_way = BTreeSet::new();
        if unfitting == Unfitting::Drop {
            given_way = self.edits.give_way(world, types, is_loaded);
        }
        self.edits.lay_originals(world, types);
        let mut unfit = None;
        let mut gone = Vec::new();
        match unfitting {
            Unfitting::Drop => {
                gone = self.edits.lay_over(world, types, is_loaded);
                self.edits.prune_originals();
            }
            Unfitting::Tell => unfit = self.edits.try_over(world, types, is_loaded),
        }
        self.world.arrange();
        if unfitting == Unfitting::Drop {
            self.note_targets();
        }
        for object in given_way {
            self.log(
                "info",
                format!("saved edits of {object} were changed in its file since; the file's values count, and these edits can no longer be undone"),
            );
        }
        self.note_dropped(&gone);
        for (_, edit) in gone {
            self.log(
                "warn",
                format!(
                    "a session edit was dropped because its {} is gone from the files: {edit}",
                    edit.requirement()
                ),
            );
        }
        let before = self.selection.len();
        let world = &self.world;
        self.selection.retain(|object| world.find(*object).is_some());
        if self.selection.len() != before {
            self.events.push(Event::SelectionChanged);
        }
        unfit
    }

    /// Loads the scene if it is not loaded, and announces that. Returns a note for each scene closed to free memory.
    pub(in crate::session) fn ensure_loaded(&mut self, scene: SceneId) -> Result<Vec<String>, BridgeError> {
        self.clock += 1;
        let now = self.clock;
        let is_loaded = self.view().slot(scene)?.loaded.is_some();
        if let Some(slot) = self.scenes.get_mut(scene.0 as usize) {
            slot.used = now;
        }
        if is_loaded {
            return Ok(Vec::new());
        }
        let Some(closed) = self.read_scene(scene.0 as usize, Room::Make) else {
            self.facts_are_there()?;
            let message = format!("{scene} is still being read");
            return Err(BridgeError::new(BridgeErrorKind::NotReady, message).with_hint("try again"));
        };
        let slot = self.view().slot(scene)?;
        if let Some(problem) = &slot.problem {
            let mut message = format!("{scene} ({}) cannot be opened: {problem}", slot.file.path);
            let mut remedy = problem.remedy();
            let excess = matches!(
                problem,
                AssetProblem::OverBudget {
                    excess: Excess::Room { .. }
                }
            );
            let changed = self.view().changed_beside(scene.0 as usize).filter(|_| excess);
            let changed: Vec<&str> = changed.map(|slot| slot.file.path.as_str()).collect();
            if !changed.is_empty() {
                message += &format!(
                    "; scenes with changes that are not saved aren't closed for it: {}",
                    changed.join(", ")
                );
                remedy =
                    "save these scenes (save_scenes) or undo their changes (undo_edits), or raise `project.memory`";
            }
            return Err(BridgeError::new(BridgeErrorKind::NotReady, message).with_hint(remedy));
        }
        let message = format!("opened {scene} ({})", slot.file.path);
        self.rebuild();
        self.log("info", message);
        let notes: Vec<String> = closed.iter().map(|scene| self.closed_note(*scene)).collect();
        for note in &notes {
            self.log("warn", note.clone());
        }
        self.events.push(Event::ScenesChanged {
            added: vec![scene],
            removed: closed,
            changed: Vec::new(),
        });
        Ok(notes)
    }

    fn closed_note(&self, scene: SceneId) -> String {
        let path = self.view().slot(scene).map_or("", |slot| &slot.file.path);
        format!(
            "{scene} ({path}) was closed to make room within `project.memory`; its file holds all that this session changed in it"
        )
    }

    /// Lists one page of the objects that match the filter. First loads the scene that the filter specifies.
    pub(in crate::session) fn list_objects(
        &mut self,
        filter: &ObjectFilter,
        page: &PageRequest,
    ) -> Result<Replied, BridgeError> {
        let closed = match filter.scene {
            Some(scene) => self.ensure_loaded(scene)?,
            None => Vec::new(),
        };
        let mut replied = self.view().objects(filter, page)?;
        replied.diagnostics.extend(closed);
        Ok(replied)
    }

    pub(in crate::session) fn open_scene(
        &mut self,
        scene: SceneId,
        additive: Option<bool>,
    ) -> Result<Replied, BridgeError> {
        let mut notes = self.ensure_loaded(scene)?;
        if let (Some(slot), Some(additive)) = (self.scenes.get_mut(scene.0 as usize), additive) {
            slot.additive = additive;
            // The active camera depends on which scenes are open additively.
            self.scene_caches.forget_camera();
        }
        if let Some(loaded) = &self.view().slot(scene)?.loaded {
            notes.extend(loaded.problems.iter().cloned());
        }
        let card = self.view().scene_card(scene.0 as usize);
        card.map(|card| Replied {
            reply: Reply::Scene(card),
            diagnostics: notes,
        })
        .ok_or_else(|| BridgeError::new(BridgeErrorKind::NotFound, format!("there is no scene {scene}")))
    }
}
