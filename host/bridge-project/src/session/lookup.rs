//! What a question gets that more than looks at the world: the files, which it may read, and what others before it left behind.
//! What is loaded, what was edited, what is selected stays shared, so that no question changes it.
//!
//! Belongs here: what reading may change, and why. Does not: what a reader sees (`view`), what each question keeps.

use super::assets::table::AssetTable;
use super::camera::looked::{LastLook, Looked};
use super::edits::Edits;
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

/// How long one question goes on, about; it then answers with what it has, and the next goes on from there. Another only in tests.
pub(super) struct Patience {
    pub(super) query: Duration,
    /// For looking at files that nobody asked for before.
    pub(super) assets: Duration,
    /// One step of such a question: others go first behind it.
    pub(super) step: Duration,
    /// For C# sources that are not parsed yet; ordinary ones take less.
    pub(super) sources: Duration,
}

/// So many milliseconds; in a test a minute, since its answer must not depend on the machine.
const fn of_host(millis: u64) -> Duration {
    match cfg!(test) {
        true => Duration::from_secs(60),
        false => Duration::from_millis(millis),
    }
}

/// Queries that are kept.
const MOST_FOUND: usize = 4;

/// What reading keeps for the next question; without it each would be answered the same, only later.
pub(super) struct Kept {
    pub(super) looked: LastLook,
    pub(super) laid: Laid,
    pub(super) colliders: Colliders,
    pub(super) assets: AssetTable,
    pub(super) dumped: Option<Dumped>,
    pub(super) scan: Scan,
    /// Large files that are looked through for it.
    pub(super) scanned: Scanned,
    pub(super) settings: Sections,
    pub(super) unloaded: Unloaded,
    /// Queries under way or answered last, the newest at the end: several callers go on side by side.
    found: Vec<Found>,
    pub(super) users: Users,
    /// The command under way has more to do: others go first, then it is run again.
    more: bool,
    pub(super) patience: Patience,
    /// Differs whenever the same question may have another answer, changes of this session left out.
    pub(super) revision: u64,
}

/// One question under way.
pub(super) struct Lookup<'s> {
    /// Reads files, keeps their texts within its budget, and numbers types as it meets them.
    pub(super) library: &'s mut Library,
    pub(super) kept: &'s mut Kept,
    /// Objects of files that are read beside the session get the numbers that loading would give them.
    pub(super) numbers: &'s mut Numbers,
    pub(super) scenes: &'s [SceneSlot],
    pub(super) world: &'s World,
    pub(super) edits: &'s Edits,
    pub(super) options: &'s ProjectOptions,
    /// The session's; grows with each scene that is asked for.
    pub(super) clock: u64,
}

impl Lookup<'_> {
    /// The session's own objects.
    pub(super) fn view(&self) -> WorldView<'_> {
        WorldView::of(self.library, self.scenes, self.world, self.edits, self.options)
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

    /// Differs whenever the same question may have another answer.
    pub(super) fn stamp(&self) -> (u64, u64, u64) {
        (self.kept.revision, self.edits.writes, self.edits.revision())
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

    /// The query of that text that was kept, where nothing changed since.
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

    /// How long a question may go on before others go first, where it may go on for `patience` in all.
    pub(super) fn step(&self, patience: Duration) -> Duration {
        patience.min(self.patience.step)
    }

    /// The question stopped behind a step; it goes on where it may go on for longer than that.
    pub(super) fn stopped(&mut self, patience: Duration) {
        self.more |= patience > self.patience.step;
    }

    /// Whether the command that was run is to be run again, once others were served.
    pub(super) fn goes_on(&mut self) -> bool {
        std::mem::take(&mut self.more)
    }

    /// Forgets what a command may have worked out while it lacked sources.
    pub(super) fn forget_unsure(&mut self) {
        self.more = false;
        self.found.clear();
        self.looked = LastLook::default();
        self.laid = Laid::default();
        self.colliders = Colliders::default();
        self.scan.forget();
    }

    /// Forgets what whole-project questions remember.
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
