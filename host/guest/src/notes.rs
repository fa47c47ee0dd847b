//! The notes about one call for its caller: in order, without duplicates, and limited.

use foldhash::fast::RandomState;
use indexmap::IndexSet;

/// Maximum number of notes that one call returns to its caller besides the result.
pub(crate) const MOST: usize = 200;
/// Maximum total bytes of the notes that one call returns to its caller.
const MOST_BYTES: usize = 64 << 10;

/// Notes of the bridge and the guest about one call, besides its result. Notes above the limits are only counted.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    kept: IndexSet<String, RandomState>,
    bytes: usize,
    left_out: u64,
}

impl Notes {
    pub fn push(&mut self, note: String) {
        if self.kept.contains(&note) {
            return;
        }
        if self.kept.len() >= MOST || self.bytes + note.len() > MOST_BYTES {
            self.left_out += 1;
            return;
        }
        self.bytes += note.len();
        self.kept.insert(note);
    }

    /// Returns a copy of the notes for the caller. The last one gives the number of omitted notes, if any.
    pub fn list(&self) -> Vec<String> {
        self.clone().into_list()
    }

    /// Returns the notes for the caller. The last one gives the number of omitted notes, if any.
    pub fn into_list(self) -> Vec<String> {
        let left_out = (self.left_out > 0).then(|| {
            let kib = MOST_BYTES >> 10;
            format!(
                "{} more notes were left out: at most {MOST} notes and {kib} KiB of one call are passed on",
                self.left_out
            )
        });
        self.kept.into_iter().chain(left_out).collect()
    }
}

impl Extend<String> for Notes {
    fn extend<I: IntoIterator<Item = String>>(&mut self, notes: I) {
        for note in notes {
            self.push(note);
        }
    }
}

impl From<Vec<String>> for Notes {
    fn from(list: Vec<String>) -> Self {
        let mut notes = Self::default();
        notes.extend(list);
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_each_note_once_in_order() {
        let notes: Notes = ["b", "a", "b"].map(str::to_owned).to_vec().into();
        assert_eq!(notes.into_list(), ["b", "a"]);
    }

    #[test]
    fn truncates_and_counts_excess_notes() {
        let flood: Notes = (0..200_000).map(|n| format!("note {n}")).collect::<Vec<_>>().into();
        let list = flood.into_list();
        assert_eq!((list.len(), list[0].as_str()), (MOST + 1, "note 0"));
        assert!(
            list[MOST].starts_with("199800 more notes were left out"),
            "{}",
            list[MOST]
        );
        let long: Notes = vec!["x".repeat(MOST_BYTES + 1), "short".to_owned()].into();
        let list = long.into_list();
        assert_eq!(list[0], "short");
        assert!(list[1].starts_with("1 more notes"), "{}", list[1]);
    }
}
