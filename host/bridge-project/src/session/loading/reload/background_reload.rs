//! Changes of files that take long to read: the folder is scanned, and large scenes are expanded, in the background.
//!
//! Holds the pending reads and applies their results; `reload` decides what a change means.

use super::{Looked, Read, Session};
use crate::saved_files::Ground;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::sync::watch;
use unity_files::{DiskChange, ProjectProblem};
use unity_project::expand::Library;
use unity_scripts::background_files::{Beside, Outcome, pending};
use unity_scripts::csharp_sources::turn;

/// The changes that are not read yet.
#[derive(Default)]
pub(in crate::session) struct Behind {
    /// Other commands wait for the session.
    is_beside: bool,
    pub(super) look: Option<Look>,
    /// Changes since the start of the scan.
    later: Option<DiskChange>,
    /// Positions of loaded scenes that must be reloaded.
    scenes: BTreeSet<usize>,
    /// Signals the end of the read of the first of them.
    playing_out: Option<watch::Receiver<bool>>,
}

/// A running scan of the folder.
pub(super) struct Look {
    /// The change that caused it.
    pub(super) change: DiskChange,
    /// The folders before the scan.
    pub(super) ground: Ground,
    pub(super) look: Beside<Result<Looked, ProjectProblem>>,
}

impl Behind {
    pub(super) fn is_beside(&self) -> bool {
        self.is_beside
    }

    /// Whether the folder is being scanned; then this change is read afterwards.
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

    /// Whether the scene is read in the background.
    pub(super) fn start_scene(&mut self, at: usize, path: &str, library: &Library) -> bool {
        let takes = self.is_beside && library.large(path).is_some();
        if takes {
            self.scenes.insert(at);
        }
        takes
    }

    /// Signals the end of the current background work; `None` without background work.
    pub(in crate::session) fn background_signal(&self) -> Option<watch::Receiver<bool>> {
        let look = self.look.as_ref().map(|under_way| under_way.look.end_signal());
        let ended = look.or_else(|| self.playing_out.clone())?;
        pending(ended)
    }

    /// Whether `read_behind` has work to do.
    pub(in crate::session) fn has_work(&self) -> bool {
        (self.look.is_some() || !self.scenes.is_empty()) && self.background_signal().is_none()
    }
}

impl Session {
    /// From now on other commands wait for the session: slow reads run in the background.
    pub(crate) fn read_beside(&mut self) {
        self.behind.is_beside = true;
    }

    /// Applies a part of the results of background reads; true if something may have changed.
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
