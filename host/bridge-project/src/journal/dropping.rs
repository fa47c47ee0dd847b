//! Steps that leave the journal: what they were about is gone, or the file counts.

use super::{Journal, Step};

impl<S: Step, A> Journal<S, A> {
    /// Asks of each step in effect, in order, whether it is still possible. One that is not is dropped and given back with its
    /// entry, which is lost; none where it fell out of the entries.
    pub(crate) fn keep(
        &mut self,
        mut fits: impl FnMut(&S) -> bool,
        why: impl Fn(&S) -> String,
    ) -> Vec<(Option<u64>, S)> {
        let undone = self.undone();
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

    /// Drops every step of which that is true, in effect or not; their entries are lost.
    pub(crate) fn forget(&mut self, gone: impl Fn(&S) -> bool, why: &str) {
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

    /// The same for steps of entries up to that one, and of those that fell out.
    pub(crate) fn forget_until(&mut self, until: u64, gone: impl Fn(&S) -> bool, why: &str) {
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

    /// Says of an entry why it can never be undone.
    pub(crate) fn lose(&mut self, id: u64, why: &str) {
        self.is_reshaped = true;
        if let Some(entry) = self.at(id).and_then(|at| self.entries.get_mut(at)) {
            entry.lost.get_or_insert_with(|| why.to_owned());
        }
    }

    pub(super) fn recount(&mut self) {
        self.base_bytes = self.base.iter().map(Step::bytes).sum();
        self.steps = self.entries.iter().map(|entry| entry.steps.len()).sum();
    }

    /// Whether steps or entries were changed or dropped since the last call: whoever keeps a copy has to copy all of it again.
    pub(crate) fn take_reshaped(&mut self) -> bool {
        std::mem::take(&mut self.is_reshaped)
    }
}
