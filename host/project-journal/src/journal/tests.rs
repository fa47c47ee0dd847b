//! Tests that the state after undos equals a replay of the remaining entries. The state is a table of numbers.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

type Table = BTreeMap<u8, u64>;

/// A request of a caller. The step that it results in depends on the current table.
#[derive(Clone, Copy, Debug)]
enum Wish {
    /// Adds a key that is not in the table.
    Make(u8),
    /// Sets the value of a key that is in the table.
    Set(u8, u64),
    /// Sets the value of the key `to` to the value of `from` plus one.
    Copy {
        from: u8,
        to: u8,
    },
    Drop(u8),
}

#[derive(Clone, Debug, PartialEq)]
enum Toy {
    Make(u8),
    Set { key: u8, value: u64, read: Option<u8> },
    Drop(u8),
}

impl Toy {
    fn from_wish(wish: Wish, table: &Table) -> Option<Self> {
        Some(match wish {
            Wish::Make(key) => (!table.contains_key(&key)).then_some(Self::Make(key))?,
            Wish::Set(key, value) => {
                table.get(&key)?;
                Self::Set { key, value, read: None }
            }
            Wish::Copy { from, to } => {
                let value = table.get(&from)? + 1;
                table.get(&to)?;
                let read = Some(from);
                Self::Set { key: to, value, read }
            }
            Wish::Drop(key) => table.get(&key).map(|_| Self::Drop(key))?,
        })
    }

    fn apply(&self, table: &mut Table) -> bool {
        match self {
            Self::Make(key) => table.insert(*key, 0).is_none(),
            Self::Set { key, value, .. } => table.get_mut(key).map(|old| *old = *value).is_some(),
            Self::Drop(key) => table.remove(key).is_some(),
        }
    }

    fn key(&self) -> u8 {
        match self {
            Self::Make(key) | Self::Drop(key) | Self::Set { key, .. } => *key,
        }
    }
}

impl Step for Toy {
    fn bytes(&self) -> usize {
        16
    }

    fn settle(self, base: &mut Vec<Self>) {
        if let Self::Set { key, .. } = self {
            base.retain(|known| !matches!(known, Self::Set { key: other, .. } if *other == key));
        }
        base.push(self);
    }

    fn affects(&self, later: &Self) -> bool {
        let read = match later {
            Self::Set { read, .. } => *read,
            _ => None,
        };
        later.key() == self.key() || read == Some(self.key())
    }
}

fn laid(journal: &Journal<Toy, Wish>) -> Table {
    let mut table = Table::new();
    for step in journal.in_effect() {
        assert!(step.apply(&mut table), "{step:?} in {table:?}");
    }
    table
}

/// Returns the table that results from a replay of only the wishes in effect.
fn replay(journal: &Journal<Toy, Wish>) -> Table {
    let (undone, mut table) = (journal.undone_entries(), Table::new());
    for entry in journal.entries() {
        if !undone.contains_key(&entry.id) && entry.undoes.is_empty() {
            let step = Toy::from_wish(entry.about, &table).expect("a wish that can be granted again");
            assert!(step.apply(&mut table));
        }
    }
    table
}

const WIDE: Limits = Limits {
    entries: 10_000,
    steps: 10_000,
    bytes: 1 << 20,
};

fn grant(journal: &mut Journal<Toy, Wish>, wish: Wish) -> Option<u64> {
    let step = Toy::from_wish(wish, &laid(journal))?;
    journal.push(step);
    journal.close(wish, 0)
}

fn wishes(keys: u8, count: usize) -> impl Strategy<Value = Vec<Wish>> {
    let key = 0..keys;
    let wish = prop_oneof![
        3 => key.clone().prop_map(Wish::Make),
        6 => (key.clone(), 0_u64..100).prop_map(|(key, value)| Wish::Set(key, value)),
        3 => (key.clone(), key.clone()).prop_map(|(from, to)| Wish::Copy { from, to }),
        1 => key.prop_map(Wish::Drop),
    ];
    prop::collection::vec(wish, count)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn undo_of_a_subset_matches_replay_or_is_refused(
        wishes in wishes(60, 500),
        half in prop::collection::vec(any::<bool>(), 500),
    ) {
        let mut journal = Journal::with_limits(WIDE);
        let made: Vec<u64> = wishes.into_iter().filter_map(|wish| grant(&mut journal, wish)).collect();
        let mut undone = 0;
        for (id, _) in made.iter().zip(half).filter(|(_, chosen)| *chosen).rev_sorted() {
            let before = laid(&journal);
            match journal.undo(&[id], Wish::Drop(0), 0) {
                Ok(_) => undone += 1,
                Err(Refused::Needed { by, .. }) => {
                    prop_assert!(by.iter().all(|by| *by > id));
                    prop_assert_eq!(laid(&journal), before);
                }
                Err(other) => prop_assert!(false, "{:?}", other),
            }
            prop_assert_eq!(laid(&journal), replay(&journal));
        }
        prop_assert!(undone > 0);
    }

    #[test]
    fn undo_of_an_undo_restores_the_state(wishes in wishes(6, 60), picks in prop::collection::vec(any::<prop::sample::Index>(), 60)) {
        let mut journal = Journal::with_limits(WIDE);
        for wish in wishes {
            let _ = grant(&mut journal, wish);
        }
        for pick in picks {
            if journal.last() == 0 {
                break;
            }
            let id = pick.index(usize::try_from(journal.last()).unwrap()) as u64 + 1;
            let before = laid(&journal);
            if let Ok(undo) = journal.undo(&[id], Wish::Drop(0), 0) {
                prop_assert_eq!(laid(&journal), replay(&journal));
                prop_assert_eq!(journal.undo(&[id], Wish::Drop(0), 0), Err(Refused::Undone { id, by: undo }));
                journal.undo(&[undo], Wish::Drop(0), 0).expect("nothing came since");
                prop_assert_eq!(laid(&journal), before);
            }
        }
    }

    #[test]
    fn evicted_entries_stay_in_effect(wishes in wishes(8, 200), entries in 1_usize..20) {
        let mut journal = Journal::with_limits(Limits { entries, ..WIDE });
        let mut all = Journal::with_limits(WIDE);
        for wish in wishes {
            prop_assert_eq!(grant(&mut journal, wish), grant(&mut all, wish));
            prop_assert!(journal.entries().len() <= entries);
        }
        prop_assert_eq!(laid(&journal), laid(&all));
        let gone = all.last() - journal.entries().len() as u64;
        prop_assert_eq!(journal.dropped_count(), gone);
        if gone > 0 {
            let kept = journal.entries().len();
            prop_assert_eq!(journal.may_undo(&[gone]), Err(Refused::Fallen { id: gone, kept }));
        }
    }
}

/// Reverses the order of entries, so that the newest is first.
trait RevSorted<'a> {
    fn rev_sorted(self) -> std::vec::IntoIter<(u64, bool)>;
}

impl<'a, I: Iterator<Item = (&'a u64, bool)>> RevSorted<'a> for I {
    fn rev_sorted(self) -> std::vec::IntoIter<(u64, bool)> {
        let mut all: Vec<(u64, bool)> = self.map(|(id, chosen)| (*id, chosen)).collect();
        all.reverse();
        all.into_iter()
    }
}

#[test]
fn refusal_names_the_dependent_entries() {
    let mut journal = Journal::with_limits(WIDE);
    for wish in [
        Wish::Make(1),
        Wish::Set(1, 5),
        Wish::Make(2),
        Wish::Copy { from: 1, to: 2 },
    ] {
        grant(&mut journal, wish).expect("granted");
    }
    let refused = |by: &[u64], id| Err(Refused::Needed { id, by: by.to_vec() });
    assert_eq!(journal.may_undo(&[1]), refused(&[2, 4], 1));
    assert_eq!(journal.may_undo(&[2]), refused(&[4], 2));
    assert_eq!(journal.may_undo(&[3]), refused(&[4], 3));
    assert_eq!(journal.may_undo(&[9]), Err(Refused::Unknown { id: 9, last: 4 }));
    assert!(
        journal.may_undo(&[2, 4]).is_ok(),
        "no entry outside of the two depends on them"
    );
    let undo = journal.undo(&[4, 2], Wish::Drop(0), 0).expect("possible");
    assert_eq!(laid(&journal), Table::from([(1, 0), (2, 0)]));
    assert_eq!(journal.may_undo(&[2]), Err(Refused::Undone { id: 2, by: undo }));
    grant(&mut journal, Wish::Set(1, 8)).expect("granted");
    assert_eq!(
        journal.may_undo(&[undo]),
        refused(&[6], undo),
        "a later entry overwrote the value that this undo would restore"
    );
}

#[test]
fn drops_entry_whose_step_no_longer_applies_and_reports_why() {
    let mut journal = Journal::with_limits(WIDE);
    for wish in [Wish::Make(1), Wish::Make(2)] {
        grant(&mut journal, wish).expect("granted");
    }
    let dropped = journal.keep(|step| step.key() != 1, |step| format!("{step:?} is gone"));
    assert_eq!(dropped, [(Some(1), Toy::Make(1))]);
    let why = "Make(1) is gone".to_owned();
    assert_eq!(journal.may_undo(&[1]), Err(Refused::Lost { id: 1, why }));
    assert!(journal.may_undo(&[2]).is_ok());
    assert_eq!(laid(&journal), Table::from([(2, 0)]));
}

#[test]
fn limits_journal_by_bytes_and_keeps_the_newest_entry() {
    let limits = Limits { bytes: 1, ..WIDE };
    let mut journal = Journal::with_limits(limits);
    for key in 0..5 {
        grant(&mut journal, Wish::Make(key)).expect("granted");
        assert_eq!(journal.entries().len(), 1);
    }
    assert_eq!((journal.dropped_count(), journal.last()), (4, 5));
    assert_eq!(laid(&journal).len(), 5);
}

#[test]
fn undone_entry_does_not_block_undo_of_its_dependencies() {
    let mut journal = Journal::with_limits(WIDE);
    for wish in [
        Wish::Make(1),
        Wish::Make(2),
        Wish::Copy { from: 1, to: 2 },
        Wish::Set(1, 9),
    ] {
        grant(&mut journal, wish).expect("granted");
    }
    let undo = journal.undo(&[3], Wish::Drop(0), 0).expect("no entry depends on it");
    assert_eq!(laid(&journal), Table::from([(1, 9), (2, 0)]));
    // Undo all remaining entries.
    journal
        .undo(&[4, 2, 1], Wish::Drop(0), 0)
        .expect("entry 3 is undone already");
    assert_eq!(laid(&journal), Table::new());
    assert!(
        journal.may_undo(&[undo]).is_err(),
        "the entry that it would restore depends on an undone one"
    );
}
