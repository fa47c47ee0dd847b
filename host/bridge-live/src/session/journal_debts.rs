//! Keys whose results the host has stored. Until the host confirms a key, the instance keeps the entry in its journal.
//!
//! A call that cannot be repeated is confirmed at once. A call that its client may repeat, perhaps after this host was
//! killed and restarted, stays in the journal as long as there is room.

use crate::frames::{EntryState, JournalCopy};
use std::collections::VecDeque;

/// Maximum number of results of repeatable calls that the host leaves in the journal.
const LEFT: usize = 256;
/// Maximum number of confirmed keys that are remembered in case the confirmation is lost with its link.
const PAID: usize = 1_024;
/// Maximum number of keys in one frame.
const AT_ONCE: usize = 64;

#[derive(Default)]
pub(super) struct Debts {
    left: VecDeque<String>,
    due: VecDeque<String>,
    paid: VecDeque<String>,
}

impl Debts {
    /// Adds a key whose result the host has stored.
    pub(super) fn add(&mut self, key: String, may_come_again: bool) {
        if !may_come_again {
            self.due.push_back(key);
            return;
        }
        if !self.left.contains(&key) {
            self.left.push_back(key);
        }
        if self.left.len() > LEFT {
            self.due.extend(self.left.pop_front());
        }
    }

    /// Returns the keys to confirm now, at most `AT_ONCE`; `None` without such keys.
    pub(super) fn payable(&mut self) -> Option<Vec<String>> {
        let keys: Vec<String> = self.due.drain(..self.due.len().min(AT_ONCE)).collect();
        self.paid.extend(keys.iter().cloned());
        while self.paid.len() > PAID {
            self.paid.pop_front();
        }
        (!keys.is_empty()).then_some(keys)
    }

    /// Confirms again the confirmed keys that the journal still contains, because their confirmation was lost.
    pub(super) fn on_hello(&mut self, journal: &JournalCopy) {
        let entries = &journal.entries;
        let has = |key: &String| entries.get(key) == Some(&EntryState::Done);
        let (again, paid): (VecDeque<String>, _) = self.paid.drain(..).partition(has);
        self.paid = paid;
        self.due.extend(again);
    }
}
