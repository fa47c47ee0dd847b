//! The queue of confirmations for the instance's journal. Until the host confirms a key, the instance keeps its entry.
//!
//! The host confirms a call that cannot be repeated at once. It leaves the entry of a call that a client may repeat,
//! even after a restart of the host, as long as there are few such entries.

use crate::frames::{EntryState, JournalCopy};
use std::collections::VecDeque;

/// Maximum number of results that the host leaves in the instance's journal for repeated calls. Above it, the host
/// confirms the oldest.
const LEFT: usize = 256;
/// Maximum number of confirmed idempotency keys that the host stores, to confirm them again if the link is lost. Above
/// it, the oldest are forgotten.
const PAID: usize = 1_024;
/// Maximum number of idempotency keys in one `settled` frame, which confirms that the host has their results.
const AT_ONCE: usize = 64;

#[derive(Default)]
pub(super) struct Debts {
    left: VecDeque<String>,
    plans: VecDeque<String>,
    due: VecDeque<String>,
    paid: VecDeque<String>,
}

impl Debts {
    /// Adds the idempotency key of a call whose result the host has. `may_come_again`: the client may repeat it.
    pub(super) fn add(&mut self, key: String, may_come_again: bool) {
        if !may_come_again {
            self.due.push_back(key);
            return;
        }
        let settled = leave(&mut self.left, key);
        self.due.extend(settled);
    }

    /// Adds the idempotency key of a plan that the instance stored. It is left as long as those of writes.
    pub(super) fn add_plan(&mut self, key: String) {
        let settled = leave(&mut self.plans, key);
        self.due.extend(settled);
    }

    /// Returns the idempotency keys that the host confirms to the instance now, at most `AT_ONCE`; `None` for none.
    pub(super) fn payable(&mut self) -> Option<Vec<String>> {
        let keys: Vec<String> = self.due.drain(..self.due.len().min(AT_ONCE)).collect();
        self.paid.extend(keys.iter().cloned());
        while self.paid.len() > PAID {
            self.paid.pop_front();
        }
        (!keys.is_empty()).then_some(keys)
    }

    /// Queues confirmed keys again if the instance's journal still contains them, because their confirmation was lost.
    pub(super) fn on_hello(&mut self, journal: &JournalCopy) {
        let entries = &journal.entries;
        let has = |key: &String| entries.get(key) == Some(&EntryState::Done);
        let (again, paid): (VecDeque<String>, _) = self.paid.drain(..).partition(has);
        self.paid = paid;
        self.due.extend(again);
    }
}

/// Adds a key to those that stay in the journal. Returns the oldest one if there are too many.
fn leave(left: &mut VecDeque<String>, key: String) -> Option<String> {
    if !left.contains(&key) {
        left.push_back(key);
    }
    (left.len() > LEFT).then(|| left.pop_front()).flatten()
}
