//! What the host owes a Unity's journal: the word that a result is safe, without which its entry stays.
//!
//! A call that can't come again is settled at once. One that its client may send again, perhaps to another run of the host after this one
//! was killed, stays in the journal as long as there is room.

use crate::frames::{EntryState, JournalCopy};
use std::collections::VecDeque;

/// Results of calls that may come again, left in the journal.
const LEFT: usize = 256;
/// Keys that were paid, remembered in case the word is lost with its link.
const PAID: usize = 1_024;
/// Keys in one frame.
const AT_ONCE: usize = 64;

#[derive(Default)]
pub(super) struct Debts {
    left: VecDeque<String>,
    due: VecDeque<String>,
    paid: VecDeque<String>,
}

impl Debts {
    /// The result of that key is safe.
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

    /// What is to be said now.
    pub(super) fn payable(&mut self) -> Option<Vec<String>> {
        let keys: Vec<String> = self.due.drain(..self.due.len().min(AT_ONCE)).collect();
        self.paid.extend(keys.iter().cloned());
        while self.paid.len() > PAID {
            self.paid.pop_front();
        }
        (!keys.is_empty()).then_some(keys)
    }

    /// A journal that still has what was paid has lost the word.
    pub(super) fn greeted(&mut self, journal: &JournalCopy) {
        let entries = &journal.entries;
        let has = |key: &String| entries.get(key) == Some(&EntryState::Done);
        let (again, paid): (VecDeque<String>, _) = self.paid.drain(..).partition(has);
        self.paid = paid;
        self.due.extend(again);
    }
}
