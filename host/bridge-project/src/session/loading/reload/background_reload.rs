//! Reads changed files in the background: scans the project folder and loads large scenes.

use super::{Looked, Read, Session};
use host_project_query::find_users::index::{Making, Patience};
use host_project_writer::Ground;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::sync::watch;
use unity_files::{DiskChange, ProjectProblem};
use unity_project::expand::Library;
use unity_scripts::background_files::{Beside, Outcome, pending};
use unity_scripts::csharp_sources::turn;

/// The file changes in the project that were reported but that the session has not read yet.
#[derive(Default)]
pub(in crate::session) struct Behind {
    /// True if slow reads must run in the background, because other commands wait for the session.
    is_beside: bool,
    pub(super) look: Option<Look>,
    /// True if the next reads wait for `look`.
    pub(in crate::session) is_awaited: bool,
    /// The file changes that were reported after the current folder scan began; `None` if there are none.
    later: Option<DiskChange>,
    /// Indexes of the loaded scenes that must be read again.
    scenes: BTreeSet<usize>,
    /// A signal that the background read of the first of `scenes` has ended; `None` if no background thread reads it.
    playing_out: Option<watch::Receiver<bool>>,
}

/// A scan of the project folder that runs in the background.
pub(super) struct Look {
    pub(super) change: DiskChange,
    /// Handles of the project folders, opened before the scan.
    pub(super) ground: Ground,
    pub(super) look: Beside<Result<Looked, ProjectProblem>>,
}

impl Behind {
    pub(super) fn is_beside(&self) -> bool {
        self.is_beside
    }

    /// If a scan is running, stores the change for later and returns true.
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

    /// Schedules a background read of a large scene. Returns false if the scene must be read immediately.
    pub(super) fn start_scene(&mut self, at: usize, path: &str, library: &Library) -> bool {
        let takes = self.is_beside && library.large(path).is_some();
        if takes {
            self.scenes.insert(at);
        }
        takes
    }

    pub(in crate::session) fn background_signal(&self) -> Option<watch::Receiver<bool>> {
        let look = self.look.as_ref().map(|under_way| under_way.look.end_signal());
        let ended = look.or_else(|| self.playing_out.clone())?;
        pending(ended)
    }

    /// True if the result of a background read can be applied, or if a scene must be read and no background read runs.
    pub(in crate::session) fn has_work(&self) -> bool {
        (self.look.is_some() || !self.scenes.is_empty()) && self.background_signal().is_none()
    }
}

impl Session {
    /// Makes slow reads run in the background from now on, because other commands wait for the session.
    pub(crate) fn read_beside(&mut self) {
        self.behind.is_beside = true;
    }

    /// Returns the scan of the project folder for which a read waits that did not find something. If the scan has ended,
    /// applies its result, and the read can run again at once. `None` if there is no scan.
    pub(in crate::session) fn scan_to_wait_for(&mut self) -> Option<Making> {
        let Some(look) = self.behind.look.as_ref() else {
            self.behind.is_awaited = false;
            return None;
        };
        let Some(ended) = pending(look.look.end_signal()) else {
            self.read_behind();
            return Some(Making::immediate());
        };
        Some(Making {
            ended,
            files: None,
            patience: Patience::Short,
        })
    }

    /// Applies some results of background reads. Returns true if the session's data may have changed.
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
            // Also drop results that were cached since the change.
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
