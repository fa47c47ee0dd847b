//! Restores a journal from its stored entries, which keep their ids.

use super::{Entry, Journal, Step};

impl<S: Step, A> Journal<S, A> {
    /// Sets the base (older steps that cannot be undone), the id of the next entry (`next`) and the number of entries
    /// that were removed from the list (`fallen`). Must be called before any entry is added.
    pub fn begin_at(&mut self, base: Vec<S>, next: u64, fallen: u64) {
        self.base = base;
        self.last = next.saturating_sub(1);
        self.fallen = fallen;
        self.recount();
    }

    /// Appends steps to the base, which contains the older steps that can no longer be undone.
    pub fn add_base(&mut self, steps: Vec<S>) {
        self.base.extend(steps);
        self.recount();
    }

    /// Adds an entry that was read from the journal file. It keeps its id.
    ///
    /// # Errors
    /// The id is not the next one, or the entry undoes entries that it cannot undo.
    pub fn replay(&mut self, entry: Replayed<S, A>) -> Result<(), String> {
        let Replayed {
            id,
            steps,
            undoes,
            about,
            about_bytes,
            lost,
        } = entry;
        if self.last.checked_add(1) != Some(id) || id == u64::MAX {
            return Err(format!("entry {id} does not follow entry {}", self.last));
        }
        if !undoes.is_empty() {
            let undone = self.undone_entries();
            let is_sorted = undoes.iter().zip(undoes.iter().skip(1)).all(|(one, next)| one < next);
            let may_be = |other: &u64| *other > 0 && *other < id && !undone.contains_key(other);
            if !is_sorted || !steps.is_empty() || !undoes.iter().all(may_be) {
                return Err(format!("entry {id} undoes entries that it cannot undo"));
            }
        }
        self.enter(steps, undoes, about, about_bytes);
        if let Some(entry) = self.entries.back_mut() {
            entry.lost = lost;
        }
        self.trim();
        Ok(())
    }

    /// Returns the entries with a higher id than `id`, oldest first.
    pub fn entries_after(&self, id: u64) -> impl Iterator<Item = &Entry<S, A>> {
        self.entries.iter().filter(move |entry| entry.id > id)
    }
}

/// An entry that was read from the journal file.
pub struct Replayed<S, A> {
    /// The number that identifies the entry in the journal.
    pub id: u64,
    /// The changes of the entry, in the order in which they were applied.
    pub steps: Vec<S>,
    /// The ids of the entries that this entry undoes.
    pub undoes: Vec<u64>,
    /// The caller of the changes, their time, and their description for lists of edits.
    pub about: A,
    /// Memory use of the description `about` in bytes.
    pub about_bytes: usize,
    /// The reason why the entry can never be undone; `None` if it can be undone.
    pub lost: Option<String>,
}
