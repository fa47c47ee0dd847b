//! The in-memory session: loaded scenes, the edits on them, selection, time and log. One thread owns it.
//!
//! Belongs here: what every command does to or reads from that state. Does not: threads and queues (`owner`), files' form
//! (`yaml`, `expand`).

mod components;
mod edits;
mod ids;
mod info;
mod logs;
mod objects;
mod pages;
mod reload;
mod scenes;
mod text_index;
mod world;
mod writes;

pub(crate) use reload::DiskChange;

use crate::expand::Library;
use crate::options::OpenScenes;
use crate::project::{Project, ProjectProblem};
use edits::Edits;
use host_bridge::{BridgeError, Command, Event, ObjectId, ProjectInfo, Replied, Reply, TimeScale};
use logs::Logs;
use scenes::SceneSlot;
use std::path::Path;
use std::sync::Arc;
use world::World;

/// Told after each scene: how many are done, how many there are; `false` stops the opening.
pub(crate) type OnScene<'a> = &'a dyn Fn(u32, u32) -> bool;

/// All state of one opened project.
pub(crate) struct Session {
    library: Library,
    /// In the order of `scn:<n>`; slots are never removed.
    scenes: Vec<SceneSlot>,
    world: World,
    edits: Edits,
    selection: Vec<ObjectId>,
    time: TimeScale,
    logs: Logs,
    /// Announced by the owner after each command.
    events: Vec<Event>,
}

/// Every successful write says this.
pub(crate) const SESSION_ONLY: &str =
    "changed in this host's session only; no project file and no running editor was changed";

impl Session {
    /// Opens the folder and loads the wanted scenes. Blocking.
    ///
    /// # Errors
    /// Only where the folder is no project; scenes that cannot be read are listed with their problem.
    pub(crate) fn open(root: &Path, open: &OpenScenes, on_scene: OnScene<'_>) -> Result<Self, ProjectProblem> {
        let project = Arc::new(Project::open(root)?);
        let mut session = Self {
            scenes: scenes::slots(&project),
            time: TimeScale {
                value: project.settings.time_scale,
                locked: false,
            },
            library: Library::new(project),
            world: World::default(),
            edits: Edits::default(),
            selection: Vec::new(),
            logs: Logs::default(),
            events: Vec::new(),
        };
        session.load_first(open, on_scene);
        Ok(session)
    }

    /// Runs one command on the state as it is now.
    pub(crate) fn run(&mut self, command: Command) -> Result<Replied, BridgeError> {
        match command {
            Command::ProjectInfo => Ok(Reply::Project(Box::new(self.info())).into()),
            Command::ListScenes { filter, page } => Ok(Reply::Scenes(self.list_scenes(&filter, &page)).into()),
            Command::OpenScene { scene } => self.open_scene(scene),
            Command::ListObjects { filter, page } => self.list_objects(&filter, &page),
            Command::GetObject { object } => Ok(Reply::Object(self.card(self.find(object)?)).into()),
            Command::FindObjects { path, page } => self.find_by_path(&path, &page),
            Command::ListComponents { object, page } => self.list_components(object, &page),
            Command::GetSelection => Ok(Reply::Selection(self.selection()).into()),
            Command::GetTimeScale => Ok(Reply::TimeScale(self.time).into()),
            Command::TailLogs {
                count,
                min_level,
                max_bytes,
            } => self.logs.tail(count, min_level.as_deref(), max_bytes),
            Command::AppendLog { line } => {
                self.append(line);
                Ok(Reply::Done.into())
            }
            Command::SetActive { object, active } => self.set_active(object, active),
            Command::Reparent { object, parent } => self.reparent(object, parent),
            Command::DestroyObject { object } => self.destroy(object),
            Command::Select { objects } => self.select(objects),
            Command::SetTimeScale { value, lock } => self.set_time_scale(value, lock),
        }
    }

    /// What happened since the last call, in order.
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    pub(crate) fn has_events(&self) -> bool {
        !self.events.is_empty()
    }

    /// The facts that are known without asking the owner.
    pub(crate) fn project_info(&self) -> ProjectInfo {
        self.info()
    }
}

#[cfg(test)]
mod tests;
