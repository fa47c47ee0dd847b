//! Creates a session after a panic: reads the files again, and applies the old session's edits if their record is
//! complete. `owner` catches panics.

use super::reload::Seen;
use super::scenes::{look, slot};
use crate::session::Session;
use host_bridge::{Event, ObjectId, SceneId, TimeScale};
use host_project_world::scene_slot::SceneSlot;
use std::sync::Arc;
use unity_files::{Project, ProjectProblem};
use unity_project::expand::Library;

/// A snapshot of the counts that every change of the session changes. Equal before a command and after its panic, it
/// proves that the command recorded no change.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mark {
    edits: u64,
    created: i64,
    hooks: (usize, usize),
    selection: Vec<ObjectId>,
    time: TimeScale,
}

impl Session {
    /// Returns a snapshot of the session's counts of changes. This is cheap: it copies a few numbers and the selection.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            edits: self.edits.revision(),
            created: self.created.revision(),
            hooks: self.hooks.revision(),
            selection: self.selection.clone(),
            time: self.time,
        }
    }

    /// Announces to clients that everything they read from this session may be outdated.
    pub(crate) fn announce_anew(&mut self) {
        let loaded = (0..).zip(&self.scenes).filter(|(_, slot)| slot.loaded.is_some());
        let changed = loaded.map(|(at, _)| SceneId(at)).collect();
        self.events.push(Event::ScenesChanged {
            added: Vec::new(),
            removed: Vec::new(),
            changed,
        });
        self.events.push(Event::SelectionChanged);
    }

    pub(crate) fn writes(&self) -> u64 {
        self.edits.writes
    }

    /// Creates a new session with the ids, edits and loaded scenes of this one. All other data is read and computed
    /// again.
    pub(crate) fn restore(self) -> Result<Self, ProjectProblem> {
        let project = Arc::new(self.library.project().open_again()?);
        let loaded: Vec<usize> = (0..self.scenes.len())
            .filter(|at| self.scenes.get(*at).is_some_and(|slot| slot.loaded.is_some()))
            .collect();
        // Components that were added in this session refer to their types by ids, so the types are kept.
        let types = self.library.into_types();
        let library = Library::with_memory(Arc::clone(&project), self.options.memory / 2).with_types(types);
        let mut session = Self::start(library, self.options, self.time, self.log);
        session.scenes = self.scenes.into_iter().map(|old| unload(&project, old)).collect();
        session.numbers = self.numbers;
        session.list_anew(&project, &Seen::default());
        session.first_time = self.first_time;
        session.edits = self.edits;
        session.sources = self.sources.after_panic();
        session.durable = self.durable;
        session.query_caches.scan = self.query_caches.scan;
        session.query_caches.scan.files_changed();
        session.created = self.created;
        session.test_ui = self.test_ui;
        session.selection = self.selection;
        session.editor_log = self.editor_log;
        session.hooks = self.hooks.without_index();
        session.clock = self.clock;
        session.events = self.events;
        session.lines = self.lines;
        for at in loaded {
            let _ = session.read_scene(at, super::room::Room::Leave);
        }
        session.rebuild();
        Ok(session)
    }
}

fn unload(project: &Project, old: SceneSlot) -> SceneSlot {
    let problem = look(project, &old.file).err();
    let fresh = slot(old.file, problem);
    SceneSlot {
        listed: old.listed,
        wanted: old.wanted,
        used: old.used,
        ..fresh
    }
}
