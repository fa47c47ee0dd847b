//! The edit journal in memory: entries that can be undone separately, and a base of older steps that cannot. To undo an
//! entry, the caller applies all remaining steps to the content of the files again.
//!
//! An undo is itself an entry: undoing it restores the undone entry at its old position in the order.

mod continuation;
mod dropping;
mod undo_errors;

pub use continuation::Replayed;
use std::collections::{HashMap, VecDeque};
pub use undo_errors::Refused;

/// A single change that can be undone. The steps of one call form an entry of the journal.
pub trait Step: Clone {
    /// Approximate memory use of the step in bytes.
    fn bytes(&self) -> usize;

    /// Appends this step to `base`, the list of steps that can no longer be undone. Removes the steps there that this
    /// step overrides.
    fn settle(self, base: &mut Vec<Self>);

    /// True if `later` depends on this step: without this step, `later` would have another effect. Also true if both
    /// steps change the same field or object.
    fn affects(&self, later: &Self) -> bool;
}

/// An entry of the edit journal: the changes of one call, or an undo of earlier entries.
#[derive(Clone, Debug)]
pub struct Entry<S, A> {
    /// The number that identifies the entry. The ids of entries are consecutive.
    pub id: u64,
    /// The changes of the call, in the order in which they were applied. Empty for an undo.
    pub steps: Vec<S>,
    /// The ids of the entries that this entry undoes. Empty if this entry is not an undo.
    pub undoes: Vec<u64>,
    /// The caller, the time and a description of the changes.
    pub about: A,
    /// The reason why the entry can never be undone, for example because its target no longer exists. `None` otherwise.
    pub lost: Option<String>,
    bytes: usize,
}

/// Limits of the entries that can be undone. Beyond them, the oldest entries are removed and cannot be undone.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of entries that can be undone.
    pub entries: usize,
    /// Maximum total number of single changes (steps) of all entries that can be undone.
    pub steps: usize,
    /// Maximum total memory use in bytes of all entries that can be undone.
    pub bytes: usize,
}

/// The edit journal in memory: entries that can be undone, and a base of older steps that cannot.
#[derive(Debug)]
pub struct Journal<S, A> {
    base: Vec<S>,
    entries: VecDeque<Entry<S, A>>,
    open: Vec<S>,
    last: u64,
    fallen: u64,
    limits: Limits,
    steps: usize,
    bytes: usize,
    base_bytes: usize,
    /// True if steps or entries were changed or dropped, so that the journal file must be rewritten as a whole.
    is_reshaped: bool,
}

/// Maximum number of dependent entries that an error message lists.
const NAMED: usize = 5;

impl<S: Step, A> Journal<S, A> {
    /// Creates an empty journal with these limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self {
            base: Vec::new(),
            entries: VecDeque::new(),
            open: Vec::new(),
            last: 0,
            fallen: 0,
            limits,
            steps: 0,
            bytes: 0,
            base_bytes: 0,
            is_reshaped: false,
        }
    }

    /// Adds a single change (step) to the current call. `close` later creates a journal entry of all steps of the call.
    pub fn push(&mut self, step: S) {
        self.open.push(step);
    }

    /// Returns the changes (steps) of the current call, which are not yet a journal entry.
    pub fn open(&self) -> &[S] {
        &self.open
    }

    /// Removes the steps of the current call and returns them.
    pub fn discard(&mut self) -> Vec<S> {
        std::mem::take(&mut self.open)
    }

    /// Ends the current call and creates an entry of its steps. Returns the id of the entry, or `None` if the call has
    /// no steps. `about_bytes` is the memory use of `about` in bytes.
    pub fn close(&mut self, about: A, about_bytes: usize) -> Option<u64> {
        let steps = std::mem::take(&mut self.open);
        let id = (!steps.is_empty()).then(|| self.enter(steps, Vec::new(), about, about_bytes));
        self.trim();
        id
    }

    fn enter(&mut self, steps: Vec<S>, undoes: Vec<u64>, about: A, about_bytes: usize) -> u64 {
        self.last += 1;
        let own: usize = steps.iter().map(Step::bytes).sum();
        let bytes = own + about_bytes + 8 * undoes.len() + size_of::<Entry<S, A>>();
        self.steps += steps.len();
        self.bytes += bytes;
        self.entries.push_back(Entry {
            id: self.last,
            steps,
            undoes,
            about,
            lost: None,
            bytes,
        });
        self.last
    }

    /// Removes the oldest entries beyond the limits. Those of their steps that are in effect are moved to the base.
    pub fn trim(&mut self) {
        let Limits { entries, steps, bytes } = self.limits;
        // The newest entry always remains, even if it alone exceeds a limit.
        while self.entries.len() > 1 && (self.entries.len() > entries || self.steps > steps || self.bytes > bytes) {
            let undone = self.undone_entries();
            let Some(oldest) = self.entries.pop_front() else { return };
            self.steps -= oldest.steps.len();
            self.bytes -= oldest.bytes;
            self.fallen += 1;
            if !undone.contains_key(&oldest.id) {
                oldest.steps.into_iter().for_each(|step| step.settle(&mut self.base));
                self.base_bytes = self.base.iter().map(Step::bytes).sum();
            }
        }
    }

    /// Returns the steps that are still in effect, from entries that were removed from the list.
    pub fn base(&self) -> &[S] {
        &self.base
    }

    /// Returns the entries that are still in the list, oldest first.
    pub fn entries(&self) -> &VecDeque<Entry<S, A>> {
        &self.entries
    }

    /// Returns the entry with this id; `None` if it does not exist or was removed from the list.
    pub fn entry(&self, id: u64) -> Option<&Entry<S, A>> {
        self.position(id).and_then(|at| self.entries.get(at))
    }

    fn position(&self, id: u64) -> Option<usize> {
        let first = self.entries.front()?.id;
        usize::try_from(id.checked_sub(first)?)
            .ok()
            .filter(|at| *at < self.entries.len())
    }

    /// Returns the number of entries that were removed from the list to stay within the limits.
    pub fn dropped_count(&self) -> u64 {
        self.fallen
    }

    /// Returns the id of the newest entry; 0 = no entry exists yet.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Returns the total number of stored steps, including steps of undone entries.
    pub fn step_count(&self) -> usize {
        self.base.len() + self.steps + self.open.len()
    }

    /// Returns the approximate memory use of the whole journal in bytes.
    pub fn bytes(&self) -> usize {
        self.base_bytes + self.bytes + self.open.iter().map(Step::bytes).sum::<usize>()
    }

    /// Returns a map from the id of each entry that is currently undone to the id of the entry that undid it.
    pub fn undone_entries(&self) -> HashMap<u64, u64> {
        let mut undone = HashMap::new();
        // Newest first, so that an undo that is itself undone is known before the entries that it undoes.
        for entry in self.entries.iter().rev() {
            if !entry.undoes.is_empty() && !undone.contains_key(&entry.id) {
                undone.extend(entry.undoes.iter().map(|id| (*id, entry.id)));
            }
        }
        undone
    }

    /// Returns all changes (steps) in the journal that are not undone, oldest first.
    pub fn in_effect(&self) -> Vec<&S> {
        let undone = self.undone_entries();
        let entries = self.entries.iter().filter(|entry| !undone.contains_key(&entry.id));
        let entries = entries.flat_map(|entry| &entry.steps);
        self.base.iter().chain(entries).chain(&self.open).collect()
    }

    /// Returns all changes (steps) in the journal, including those of undone entries.
    pub fn all(&self) -> impl Iterator<Item = &S> {
        let entries = self.entries.iter().flat_map(|entry| &entry.steps);
        self.base.iter().chain(entries).chain(&self.open)
    }

    /// Returns the ids of the entries whose changes the entry `id` makes or undoes: `id` itself or, for an undo, the
    /// entries that it undoes, found recursively.
    pub fn leaves(&self, id: u64) -> Result<Vec<u64>, Refused> {
        let (mut leaves, mut open) = (Vec::new(), vec![id]);
        while let Some(id) = open.pop() {
            let entry = self.entry(id).ok_or_else(|| self.missing_entry(id))?;
            match entry.undoes.as_slice() {
                [] => leaves.push(id),
                undoes => open.extend(undoes),
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
        Ok(leaves)
    }

    fn missing_entry(&self, id: u64) -> Refused {
        match id {
            0 => Refused::Unknown { id, last: self.last },
            id if id > self.last => Refused::Unknown { id, last: self.last },
            id => Refused::Fallen {
                id,
                kept: self.entries.len(),
            },
        }
    }

    fn steps_of(&self, leaves: &[u64]) -> Vec<&S> {
        let entries = leaves.iter().filter_map(|id| self.entry(*id));
        entries.flat_map(|entry| &entry.steps).collect()
    }

    /// Checks that these entries can be undone together.
    ///
    /// # Errors
    /// The reason why an entry cannot be undone, for the first such entry.
    pub fn may_undo(&self, ids: &[u64]) -> Result<(), Refused> {
        let undone = self.undone_entries();
        for id in ids {
            self.may_undo_one(*id, ids, &undone)?;
        }
        Ok(())
    }

    fn may_undo_one(&self, id: u64, together: &[u64], undone: &HashMap<u64, u64>) -> Result<(), Refused> {
        let leaves = self.leaves(id)?;
        if let Some(by) = undone.get(&id) {
            return Err(Refused::Undone { id, by: *by });
        }
        for leaf in leaves.iter().chain([&id]) {
            if let Some(why) = self.entry(*leaf).and_then(|entry| entry.lost.clone()) {
                return Err(Refused::Lost { id, why });
            }
        }
        let own = self.steps_of(&leaves);
        let mut needed = Vec::new();
        for later in self.entries.range(self.position(id).map_or(0, |at| at + 1)..) {
            if together.contains(&later.id) || undone.contains_key(&later.id) {
                continue;
            }
            // An undo of entries after `id` leaves the state that `id` left. Entries before a change do not depend on
            // that change.
            let theirs: Vec<u64> = match later.undoes.is_empty() {
                true => vec![later.id],
                false if leaves == [id] => Vec::new(),
                false => self.leaves(later.id)?.into_iter().filter(|leaf| *leaf < id).collect(),
            };
            let theirs = self.steps_of(&theirs);
            if own.iter().any(|own| theirs.iter().any(|later| own.affects(later))) {
                needed.push(later.id);
                if needed.len() == NAMED {
                    break;
                }
            }
        }
        match needed.is_empty() {
            true => Ok(()),
            false => Err(Refused::Needed { id, by: needed }),
        }
    }

    /// Adds an entry that undoes the entries `ids`, and returns its id. The caller then applies all remaining steps
    /// again. If that succeeds it calls `trim`, otherwise `take_back` to remove the undo.
    ///
    /// # Errors
    /// The errors of `may_undo`. Then the journal is unchanged.
    pub fn undo(&mut self, ids: &[u64], about: A, about_bytes: usize) -> Result<u64, Refused> {
        self.may_undo(ids)?;
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids.dedup();
        Ok(self.enter(Vec::new(), ids, about, about_bytes))
    }

    /// Removes the newest entry if its id is `id`, as if it had never been added. Otherwise does nothing.
    pub fn take_back(&mut self, id: u64) {
        if self.last == id && self.entries.back().is_some_and(|entry| entry.id == id) {
            if let Some(entry) = self.entries.pop_back() {
                self.steps -= entry.steps.len();
                self.bytes -= entry.bytes;
            }
            self.last -= 1;
        }
    }

    /// Replaces the description of an entry. `about_bytes` is added to the entry's memory use in bytes.
    pub fn tell(&mut self, id: u64, about: A, about_bytes: usize) {
        if let Some(entry) = self.position(id).and_then(|at| self.entries.get_mut(at)) {
            entry.about = about;
            entry.bytes += about_bytes;
            self.bytes += about_bytes;
        }
    }
}

#[cfg(test)]
mod tests;
