//! Removes steps from the journal when their target no longer exists or the file's content takes precedence.

use super::{Journal, Step};

impl<S: Step, A> Journal<S, A> {
    /// Drops each step in effect for which `fits` is false, and marks its entry as lost with the reason `why`. Calls
    /// `fits` on the oldest step first. Returns the dropped steps, each with the id of its entry, or with `None` for a
    /// step of the base or of the current call.
    pub fn keep(&mut self, mut fits: impl FnMut(&S) -> bool, why: impl Fn(&S) -> String) -> Vec<(Option<u64>, S)> {
        let undone = self.undone_entries();
        let mut dropped = Vec::new();
        let mut keep = |steps: &mut Vec<S>, entry: Option<u64>| {
            let mut lost = None;
            steps.retain(|step| {
                let stays = fits(step);
                if !stays {
                    lost.get_or_insert_with(|| why(step));
                    dropped.push((entry, step.clone()));
                }
                stays
            });
            lost
        };
        keep(&mut self.base, None);
        for entry in self.entries.iter_mut().filter(|entry| !undone.contains_key(&entry.id)) {
            if let Some(why) = keep(&mut entry.steps, Some(entry.id)) {
                entry.lost.get_or_insert(why);
            }
        }
        keep(&mut self.open, None);
        if !dropped.is_empty() {
            self.is_reshaped = true;
            self.recount();
        }
        dropped
    }

    /// Drops every edit step for which `gone` returns true, undone or not. Marks the journal entries of these steps as
    /// lost, with the reason `why`.
    pub fn forget(&mut self, gone: impl Fn(&S) -> bool, why: &str) {
        self.is_reshaped = true;
        self.base.retain(|step| !gone(step));
        self.open.retain(|step| !gone(step));
        for entry in &mut self.entries {
            let before = entry.steps.len();
            entry.steps.retain(|step| !gone(step));
            if entry.steps.len() != before {
                entry.lost.get_or_insert_with(|| why.to_owned());
            }
        }
        self.recount();
    }

    /// Drops the steps for which `gone` is true, but only from the base and from entries whose id is at most `until`.
    /// Marks these entries as lost.
    pub fn forget_until(&mut self, until: u64, gone: impl Fn(&S) -> bool, why: &str) {
        self.is_reshaped = true;
        self.base.retain(|step| !gone(step));
        for entry in self.entries.iter_mut().filter(|entry| entry.id <= until) {
            let before = entry.steps.len();
            entry.steps.retain(|step| !gone(step));
            if entry.steps.len() != before {
                entry.lost.get_or_insert_with(|| why.to_owned());
            }
        }
        self.recount();
    }

    /// Marks an entry as lost: it can never be undone. `why` is the reason shown to the user.
    pub fn lose(&mut self, id: u64, why: &str) {
        self.is_reshaped = true;
        if let Some(entry) = self.position(id).and_then(|at| self.entries.get_mut(at)) {
            entry.lost.get_or_insert_with(|| why.to_owned());
        }
    }

    pub(super) fn recount(&mut self) {
        self.base_bytes = self.base.iter().map(Step::bytes).sum();
        self.steps = self.entries.iter().map(|entry| entry.steps.len()).sum();
    }

    /// Returns true if entries or steps were changed or dropped since the last call of this method, so that the journal
    /// file must be rewritten as a whole.
    pub fn take_reshaped(&mut self) -> bool {
        std::mem::take(&mut self.is_reshaped)
    }
}
