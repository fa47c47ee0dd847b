//! Changes of files that take long to read: the folder is looked at, and large scenes are played out, while others are served.
//!
//! Belongs here: what is still to be read, and bringing it in. Does not: what a change means (`reload`).

use super::{Looked, Read, Session};
use crate::saved_files::Ground;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::sync::watch;
use unity_project::DiskChange;
use unity_project::beside::{Beside, Outcome, pending};
use unity_project::csharp_sources::turn;
use unity_project::expand::Library;
use unity_project::project::ProjectProblem;

/// What of the changes is not read yet.
#[derive(Default)]
pub(in crate::session) struct Behind {
    /// Others wait for the session.
    is_beside: bool,
    pub(super) look: Option<Look>,
    /// What changed meanwhile.
    later: Option<DiskChange>,
    /// Positions of loaded scenes that are to be read again.
    scenes: BTreeSet<usize>,
    /// The end of what is read for the first of them.
    playing_out: Option<watch::Receiver<bool>>,
}

/// A look at the folder that is under way.
pub(super) struct Look {
    /// What it is for.
    pub(super) change: DiskChange,
    /// The folders as they were before it.
    pub(super) ground: Ground,
    pub(super) look: Beside<Result<Looked, ProjectProblem>>,
}

impl Behind {
    pub(super) fn is_beside(&self) -> bool {
        self.is_beside
    }

    /// True while the folder is looked at: this change is read behind that.
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

    /// True for a scene that is read beside the session.
    pub(super) fn takes(&mut self, at: usize, path: &str, library: &Library) -> bool {
        let takes = self.is_beside && library.large(path).is_some();
        if takes {
            self.scenes.insert(at);
        }
        takes
    }

    /// The end of what is waited for; `None` where there is nothing to wait for.
    pub(in crate::session) fn awaits(&self) -> Option<watch::Receiver<bool>> {
        let look = self.look.as_ref().map(|under_way| under_way.look.ended());
        let ended = look.or_else(|| self.playing_out.clone())?;
        pending(ended)
    }

    /// Whether `read_behind` has something to do now.
    pub(in crate::session) fn has_work(&self) -> bool {
        (self.look.is_some() || !self.scenes.is_empty()) && self.awaits().is_none()
    }
}

impl Session {
    /// From now on others wait for the session: what takes long is read beside it.
    pub(crate) fn read_beside(&mut self) {
        self.behind.is_beside = true;
    }

    /// Brings in what was read beside the session, a piece of it; true where something may have changed.
    pub(in crate::session) fn read_behind(&mut self) -> bool {
        if let Some(Look { change, ground, look }) = self.behind.look.take() {
            let looked = match look.take(Duration::ZERO) {
                Outcome::UnderWay => {
                    self.behind.look = Some(Look { change, ground, look });
                    return false;
                }
                Outcome::Done(looked) => looked,
                Outcome::Lost => Looked::at(self.library.project(), &change),
            };
            // Also what was answered since the change.
            self.forget_answers(&change);
            self.looked(&change, ground, looked);
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
                self.behind.playing_out = Some(self.library.types().sources().ended(&awaited));
                return false;
            }
            self.announce_read(read);
            self.note_drops();
        }
        self.behind.scenes.remove(&at);
        true
    }
}
