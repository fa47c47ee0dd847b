//! Selects the journal entries for the argument `all`, and finds entries of the session that can no longer be undone.

use super::MOST;
use unity_tools::unity::edits::Entry;
use unity_tools::{ErrorKind, ToolError};

/// Maximum number of journal entries that a note lists as not undoable. Further ones are only counted.
const NAMED: usize = 5;

/// The journal entries of the caller's session, newest first.
#[derive(Default)]
pub(crate) struct Mine {
    /// Ids of the session's entries that still apply and can be undone.
    pub(crate) entries: Vec<u64>,
    /// Ids of the session's entries that still apply but cannot be undone, with the reason.
    lost: Vec<(u64, String)>,
    /// The oldest examined entry of any session; `None` if the journal is empty.
    oldest: Option<u64>,
    /// True if older entries were not examined.
    pub(crate) is_cut: bool,
}

impl Mine {
    /// Adds the next journal entry if it is of this session and still applies. The caller adds the newest entry first.
    pub(crate) fn take(&mut self, entry: Entry) {
        self.oldest = Some(entry.id);
        if !entry.mine || entry.undone_by.is_some() || !entry.undoes.is_empty() {
            return;
        }
        if entry.lost {
            self.lost.push((entry.id, entry.fixed.unwrap_or_default()));
        } else if self.entries.len() < MOST {
            self.entries.push(entry.id);
        } else {
            self.is_cut = true;
        }
    }

    /// Returns the ids of the entries to undo, and notes about entries that are not undone.
    ///
    /// # Errors
    ///
    /// `Conflict` if no entry that still applies can be undone.
    pub(crate) fn into_entries(self) -> Result<(Vec<u64>, Vec<String>), ToolError> {
        let mut notes = Vec::new();
        let lost = self.lost_told();
        if let (Some(lost), true) = (&lost, self.entries.is_empty() && !self.is_cut) {
            return Err(ToolError::new(
                ErrorKind::Conflict,
                format!("nothing that this session made can be undone: {lost}"),
            )
            .hint("list_edits shows for each entry the changes and the reason; an edit of its own sets a value back"));
        }
        notes.extend(lost.map(|lost| format!("not undone by this call: {lost}")));
        if let Some(oldest) = self.oldest.filter(|oldest| *oldest > 1 && !self.is_cut) {
            notes.push(format!(
                "entries before {oldest} were dropped from the journal: if this session made any of them, their changes stay"
            ));
        }
        if self.is_cut {
            notes.push(format!(
                "only the newest {} of this session are undone: call again for older ones",
                self.entries.len()
            ));
        }
        Ok((self.entries, notes))
    }

    fn lost_told(&self) -> Option<String> {
        let named = self.lost.iter().take(NAMED);
        let named: Vec<String> = named
            .map(|(id, why)| match why.as_str() {
                "" => format!("entry {id} can't be undone any more"),
                why => why.to_owned(),
            })
            .collect();
        let more = self.lost.len().saturating_sub(NAMED);
        (!named.is_empty()).then(|| match more {
            0 => named.join("; "),
            more => format!("{}; and {more} more entries", named.join("; ")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: u64, mine: bool, lost: bool) -> Entry {
        Entry {
            id,
            at_ms: 0,
            caller: String::new(),
            mine,
            tool: "edit_objects".to_owned(),
            changes: Vec::new(),
            fixed: lost.then(|| format!("entry {id} can't be undone any more: its scene is gone")),
            undone_by: None,
            undoes: Vec::new(),
            lost,
            saved: false,
            group: None,
        }
    }

    fn collect_entries(entries: Vec<Entry>) -> Mine {
        let mut mine = Mine::default();
        entries.into_iter().for_each(|entry| mine.take(entry));
        mine
    }

    #[test]
    fn undoes_possible_entries_and_names_lost_ones() {
        let undone = Entry {
            undone_by: Some(9),
            ..entry(5, true, false)
        };
        let (entries, notes) = collect_entries(vec![
            entry(8, true, false),
            entry(7, false, false),
            entry(6, true, true),
            undone,
            entry(4, true, false),
        ])
        .into_entries()
        .expect("two");
        assert_eq!(entries, [8, 4]);
        assert_eq!(
            notes,
            [
                "not undone by this call: entry 6 can't be undone any more: its scene is gone",
                "entries before 4 were dropped from the journal: if this session made any of them, their changes stay"
            ]
        );
        let (entries, notes) = collect_entries(vec![entry(1, true, false)])
            .into_entries()
            .expect("one");
        assert_eq!((entries, notes.len()), (vec![1], 0));
    }

    #[test]
    fn rejects_undo_if_all_entries_are_lost_and_limits_count() {
        let error = collect_entries(vec![entry(2, true, true), entry(1, false, false)])
            .into_entries()
            .expect_err("lost");
        assert_eq!(error.kind, ErrorKind::Conflict);
        assert!(error.message.contains("its scene is gone"), "{error}");
        // The session made no entry, or all are undone.
        let (entries, notes) = collect_entries(vec![entry(2, false, true), entry(1, false, false)])
            .into_entries()
            .expect("none");
        assert!(entries.is_empty() && notes.is_empty(), "{notes:?}");
        let many = (2..=MOST as u64 + 2).rev().map(|id| entry(id, true, false)).collect();
        let (entries, notes) = collect_entries(many).into_entries().expect("many");
        assert_eq!(entries.len(), MOST);
        assert!(notes[0].contains("call again"), "{notes:?}");
    }
}
