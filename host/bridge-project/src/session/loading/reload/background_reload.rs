//! Reads changed files that take long in the background: scans the folder, and expands large scenes.
//!
//! Contains the pending reads and applies their results; `reload` decides the effect of a change.

use super::{Looked, Read, Session};
use host_project_writer::Ground;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::sync::watch;
use unity_files::{DiskChange, ProjectProblem};
use unity_project::expand::Library;
use unity_scripts::background_files::{Beside, Outcome, pending};
use unity_scripts::csharp_sources::turn;

/// The changes of files that the session has not read yet.
#[derive(Default)]
pub(in crate::session) struct Behind {
    /// True if other commands wait for the session, so that slow reads must run in the background.
    is_beside: bool,
    pub(super) look: Option<Look>,
    /// The changes that arrived since the start of the scan.
    later: Option<DiskChange>,
    /// Positions of the loaded scenes that must be reloaded.
    scenes: BTreeSet<usize>,
    /// Signals that the first of these scenes was expanded.
    playing_out: Option<watch::Receiver<bool>>,
}

/// A scan of the project folder that runs in the background.
pub(super) struct Look {
    /// The change for which the scan was started.
    pub(super) change: DiskChange,
    /// The identity of the folders, taken before the scan.
    pub(super) ground: Ground,
    pub(super) look: Beside<Result<Looked, ProjectProblem>>,
}

impl Behind {
    pub(super) fn is_beside(&self) -> bool {
        self.is_beside
    }

    /// Stores the change for later and returns true, if the folder is being scanned now.
    pub(super) fn keep_for_later(&mut self, change: &DiskChange) -> bool {
        if self.look.is_none() {
            return false;
        }
        let later = self.later.get_or_insert_default();
        later.assets.extend(change.assets.iter().cloned());
        later.structure |= change.structure;
        later.everything |= change.everything;
        true
    }

    /// Schedules reading the scene in the background; returns false if it is read immediately.
    pub(super) fn start_scene(&mut self, at: usize, path: &str, library: &Library) -> bool {
        let takes = self.is_beside && library.large(path).is_some();
        if takes {
            self.scenes.insert(at);
        }
        takes
    }

    /// Returns a signal for the end of the current background work; `None` without background work.
    pub(in crate::session) fn background_signal(&self) -> Option<watch::Receiver<bool>> {
        let look = self.look.as_ref().map(|under_way| under_way.look.end_signal());
        let ended = look.or_else(|| self.playing_out.clone())?;
        pending(ended)
    }

    /// True if `read_behind` has work to do.
    pub(in crate::session) fn has_work(&self) -> bool {
        (self.look.is_some() || !self.scenes.is_empty()) && self.background_signal().is_none()
    }
}

impl Session {
    /// Makes slow reads run in the background from now on, because other commands wait for the session.
    pub(crate) fn read_beside(&mut self) {
        self.behind.is_beside = true;
    }

    /// Applies a part of the results of background reads. Returns true if the session may have changed.
    pub(in crate::session) fn read_behind(&mut self) -> bool {
        if let Some(Look { change, ground, look }) = self.behind.look.take() {
            let looked = match look.take(Duration::ZERO) {
                Outcome::UnderWay => {
                    self.behind.look = Some(Look { change, ground, look });
                    return false;
                }
                Outcome::Done(looked) => looked,
                Outcome::Lost => Looked::scan(self.library.project(), &change),
            };
            // Including answers given since the change.
            self.forget_answers(&change);
            self.apply_scan(&change, ground, looked);
            if let Some(later) = self.behind.later.take() {
                self.read_changed(&later);
            }
            self.note_drops();
            return true;
        }
        self.behind.playing_out = None;
        let Some(at) = self.behind.scenes.first().copied() else {
            return false;
        };
        let slot = self.scenes.get(at);
        if slot.is_some_and(|slot| slot.listed && slot.loaded.is_some()) {
            let mut read = Read::default();
            turn::begin(Duration::ZERO);
            let is_read = self.read_again(at, &mut read);
            let awaited: Vec<String> = turn::end().awaited.into_iter().collect();
            if !is_read {
                self.behind.playing_out = Some(self.library.types().sources().end_signal(&awaited));
                return false;
            }
            self.announce_read(read);
            self.note_drops();
        }
        self.behind.scenes.remove(&at);
        true
    }
}
