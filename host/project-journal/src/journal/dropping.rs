//! Removal of steps from the journal: their target is gone, or the content of the file takes precedence.

use super::{Journal, Step};

impl<S: Step, A> Journal<S, A> {
    /// Checks each step in effect, in order, and drops the steps that no longer fit. Returns each dropped step with its
    /// entry, which is marked as lost; `None` for a step outside of the entries.
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

    /// Drops every step for which `gone` is true, in effect or not, and marks their entries as lost.
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

    /// As `forget`, but only for the base and for entries up to `until`.
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

    /// Marks an entry as lost: it can never be undone, for the reason `why`.
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

    /// True if steps or entries were changed or dropped since the last call: then a copy of the journal must be written
    /// again as a whole.
    pub fn take_reshaped(&mut self) -> bool {
        std::mem::take(&mut self.is_reshaped)
    }
}
