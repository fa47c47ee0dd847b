//! The environment of read requests that need more than the world: files to read, and caches of earlier requests.
//!
//! The loaded scenes, the edits and the selection are shared references, so no request changes them. `view` has the
//! readers' view of objects.

use super::assets::table::AssetTable;
use super::camera::looked::{LastLook, Looked};
use super::changes::Changes;
use super::find_users::index::Users;
use super::hierarchy::dumped::Dumped;
use super::ids::Numbers;
use super::pick_ui::laid::Laid;
use super::pick_world::colliders::Colliders;
use super::query::found::Found;
use super::references_scan::scan::{Scan, Scanned};
use super::scene_slot::SceneSlot;
use super::settings::Sections;
use super::unloaded::files::Unloaded;
use super::view::WorldView;
use super::world::World;
use crate::options::ProjectOptions;
use host_bridge::{BridgeError, Viewer};
use std::sync::Arc;
use std::time::Duration;
use unity_project::expand::Library;

/// Approximate time limits of one request; it then answers with its results so far, and the next request continues.
/// Tests use other limits.
pub(super) struct Patience {
    pub(super) query: Duration,
    /// For scanning files that no earlier request scanned.
    pub(super) assets: Duration,
    /// One step of such a request: other commands run after it.
    pub(super) step: Duration,
    /// For C# sources that are not parsed yet; ordinary sources take less.
    pub(super) sources: Duration,
}

/// That many milliseconds; a minute in tests, because their results must not depend on the machine.
const fn of_host(millis: u64) -> Duration {
    match cfg!(test) {
        true => Duration::from_secs(60),
        false => Duration::from_millis(millis),
    }
}

/// Queries that are cached.
const MOST_FOUND: usize = 4;

/// Caches of read requests. Without them each request would have the same answer, only later.
pub(super) struct Kept {
    pub(super) looked: LastLook,
    pub(super) laid: Laid,
    pub(super) colliders: Colliders,
    pub(super) assets: AssetTable,
    pub(super) dumped: Option<Dumped>,
    pub(super) scan: Scan,
    /// Large files that are scanned for it in the background.
    pub(super) scanned: Scanned,
    pub(super) settings: Sections,
    pub(super) unloaded: Unloaded,
    /// Running queries and the last finished ones, the newest at the end: several callers continue side by side.
    found: Vec<Found>,
    pub(super) users: Users,
    /// The running command has more to do: other commands run first, then it runs again.
    more: bool,
    pub(super) patience: Patience,
    /// Differs whenever a request may have another answer, apart from this session's edits.
    pub(super) revision: u64,
}

/// One running request.
pub(super) struct Lookup<'s> {
    /// Reads files, caches their texts within its budget, and numbers types when they are loaded.
    pub(super) library: &'s mut Library,
    pub(super) kept: &'s mut Kept,
    /// Assigns to objects of files read in the background the ids that loading would assign.
    pub(super) numbers: &'s mut Numbers,
    pub(super) scenes: &'s [SceneSlot],
    pub(super) world: &'s World,
    /// The facts about unsaved changes.
    pub(super) changes: &'s dyn Changes,
    /// Width and height in pixels for picks and layouts; `None` = the default resolution of the project.
    pub(super) screen: Option<(u32, u32)>,
    /// Approximate limit in bytes for scenes, prefabs and their texts; half of it is for loaded scenes.
    pub(super) memory: usize,
    /// The session's clock; increases with each request for a scene.
    pub(super) clock: u64,
}

impl Lookup<'_> {
    /// A view of the session's own objects.
    pub(super) fn view(&self) -> WorldView<'_> {
        WorldView::of(self.library, self.scenes, self.world, self.changes, self.screen)
    }

    /// # Errors
    /// Those of `WorldView::looking_as`.
    pub(super) fn looked_as(&mut self, viewer: &Viewer) -> Result<Arc<Looked>, BridgeError> {
        let stamp = self.stamp();
        if let Some(looked) = self.kept.looked.of(stamp, viewer) {
            return Ok(looked);
        }
        let view = self.view();
        let looked = view.looked(view.looking_as(viewer)?);
        Ok(self.kept.looked.keep(stamp, *viewer, looked))
    }

    /// Differs whenever a request may have another answer.
    pub(super) fn stamp(&self) -> (u64, u64, u64) {
        (self.kept.revision, self.changes.writes(), self.changes.revision())
    }
}

impl Kept {
    pub(super) fn new(options: &ProjectOptions) -> Self {
        Self {
            looked: LastLook::default(),
            laid: Laid::default(),
            colliders: Colliders::default(),
            assets: AssetTable::default(),
            dumped: None,
            scan: Scan::default(),
            scanned: Scanned::default(),
            settings: Sections::default(),
            unloaded: Unloaded::default(),
            found: Vec::new(),
            users: Users::new(options, of_host(20)),
            more: false,
            patience: Patience {
                query: Duration::from_secs(3),
                assets: Duration::from_secs(5),
                step: of_host(20),
                sources: of_host(15),
            },
            revision: 0,
        }
    }

    /// The cached query with that text, if nothing has changed since.
    pub(super) fn take_found(&mut self, about: &str, stamp: (u64, u64, u64)) -> Option<Found> {
        self.found.retain(|found| found.stamp == stamp);
        let at = self.found.iter().position(|found| found.about == about)?;
        Some(self.found.remove(at))
    }

    pub(super) fn keep_found(&mut self, found: Found) {
        if self.found.len() >= MOST_FOUND {
            self.found.remove(0);
        }
        self.found.push(found);
    }

    /// How long a request may run before other commands run, if it may take `patience` in total.
    pub(super) fn step(&self, patience: Duration) -> Duration {
        patience.min(self.patience.step)
    }

    /// Notes that the request stopped after a step; it continues if `patience` is longer than a step.
    pub(super) fn stopped(&mut self, patience: Duration) {
        self.more |= patience > self.patience.step;
    }

    /// Whether the command must run again after other commands.
    pub(super) fn goes_on(&mut self) -> bool {
        std::mem::take(&mut self.more)
    }

    /// Drops results that a command may have derived while sources were missing.
    pub(super) fn forget_unsure(&mut self) {
        self.more = false;
        self.found.clear();
        self.looked = LastLook::default();
        self.laid = Laid::default();
        self.colliders = Colliders::default();
        self.scan.forget();
    }

    /// Drops the caches of requests about the whole project.
    pub(super) fn files_changed(&mut self) {
        self.found.clear();
        self.revision += 1;
        self.assets = AssetTable::default();
        self.dumped = None;
        self.scan.files_changed();
    }
}

#[cfg(test)]
mod tests;
