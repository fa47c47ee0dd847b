//! A session made anew after a panic: the files are read again, and what was changed in the session is laid over them where
//! its record is whole.
//!
//! Belongs here: what outlives a panic, and when its record can be trusted. Does not: catching (`owner`).

use super::Session;
use super::reload::Seen;
use super::scene_slot::SceneSlot;
use super::scenes::{look, slot};
use host_bridge::{Event, ObjectId, SceneId, TimeScale};
use std::sync::Arc;
use unity_project::expand::Library;
use unity_project::project::{Project, ProjectProblem};

/// How far the record of changes had come; equal marks before a command and after its panic say that it recorded nothing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mark {
    edits: u64,
    created: i64,
    hooks: (usize, usize),
    selection: Vec<ObjectId>,
    time: TimeScale,
}

impl Session {
    /// Cheap: a few numbers and the selection.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            edits: self.edits.revision(),
            created: self.created.revision(),
            hooks: self.hooks.revision(),
            selection: self.selection.clone(),
            time: self.time,
        }
    }

    /// Tells everybody that what they know of this session may not hold any more.
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

    /// Writes that a session opened anew would not know.
    pub(crate) fn writes(&self) -> u64 {
        self.edits.writes
    }

    /// A session of the same numbers, changes and loaded scenes, everything else read and worked out again. Blocking.
    ///
    /// # Errors
    /// Where the folder is no project any more.
    pub(crate) fn restored(self) -> Result<Self, ProjectProblem> {
        let project = Arc::new(self.library.project().open_again()?);
        let loaded: Vec<usize> = (0..self.scenes.len())
            .filter(|at| self.scenes.get(*at).is_some_and(|slot| slot.loaded.is_some()))
            .collect();
        // Components made in this session name their types by these numbers.
        let types = self.library.into_types();
        let library = Library::within(Arc::clone(&project), self.options.memory / 2).with_types(types);
        let mut session = Self::start(library, self.options, self.time, self.log);
        session.scenes = self.scenes.into_iter().map(|old| again(&project, old)).collect();
        session.numbers = self.numbers;
        session.list_anew(&project, &Seen::default());
        session.first_time = self.first_time;
        session.edits = self.edits;
        session.durable = self.durable;
        session.kept.scan = self.kept.scan;
        session.kept.scan.files_changed();
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

/// The slot as it was, nothing loaded.
fn again(project: &Project, old: SceneSlot) -> SceneSlot {
    let problem = look(project, &old.file).err();
    let fresh = slot(old.file, problem);
    SceneSlot {
        listed: old.listed,
        wanted: old.wanted,
        used: old.used,
        ..fresh
    }
}
