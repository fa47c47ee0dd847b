//! The decision about a call whose link was lost before its answer. The host decides when the instance connects again,
//! so that each call is executed exactly once or ends with the error `outcome-unknown`.
//!
//! Belongs here: this decision, without state and without a clock. Does not: its execution (`session`).

use crate::frames::{EntryState, Hello};

/// The facts about a call that was sent over an earlier link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent<'a> {
    /// The idempotency key of a write; `None` for a read.
    pub key: Option<&'a str>,
    pub instance: &'a str,
    /// The epoch (number of domain loads) in the `hello` of the link over which the call was sent.
    pub epoch: u64,
    /// The number `next` of the write journal in the same `hello`. A later call has at least this journal number.
    pub noted: u64,
    /// True if the caller has received the error `outcome-unknown`; the call must not be sent again then.
    pub is_given_up: bool,
}

/// The decision about a call that was sent over a lost link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// The decision to send the call again: a read changes nothing; a write never began or is in the journal.
    Again,
    /// The decision that the outcome is unknown and stays unknown.
    Unknown,
    /// The decision that the call never began and its caller no longer waits: the instance will not execute it.
    Never,
}

/// Decides about a call that was sent over a lost link, based on the next `hello` of its instance.
pub fn settle(sent: &Sent<'_>, hello: &Hello) -> Settled {
    let Some(key) = sent.key else {
        return if sent.is_given_up {
            Settled::Never
        } else {
            Settled::Again
        };
    };
    let is_same = sent.instance == hello.instance;
    match hello.journal.entries.get(key) {
        Some(EntryState::Done) => Settled::Again,
        // A call that began in an earlier domain load, or in another process, ended with it.
        Some(EntryState::Started) if is_same && sent.epoch == hello.epoch => Settled::Again,
        Some(EntryState::Started) => Settled::Unknown,
        None if is_same && hello.journal.oldest <= sent.noted => {
            if sent.is_given_up {
                Settled::Never
            } else {
                Settled::Again
            }
        }
        None => Settled::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::samples;

    fn hello(instance: &str, epoch: u64, oldest: u64, entry: Option<EntryState>) -> Hello {
        let mut hello = samples::hello();
        instance.clone_into(&mut hello.instance);
        hello.epoch = epoch;
        hello.journal.oldest = oldest;
        hello.journal.entries = entry.map(|state| ("k".to_owned(), state)).into_iter().collect();
        hello
    }

    #[test]
    fn resends_lost_write_only_if_unbegun_or_known_to_journal() {
        use EntryState::{Done, Started};
        use Settled::{Again, Never, Unknown};
        // Sent in epoch 2 of process A, whose journal had the next number 5. Each row has the next `hello` and the
        // expected decision for a waiting and for a departed caller.
        for (instance, epoch, oldest, entry, waits, given_up) in [
            ("A", 2, 1, Some(Done), Again, Again),
            ("A", 3, 1, Some(Done), Again, Again),
            ("B", 1, 1, Some(Done), Again, Again),
            ("A", 2, 1, Some(Started), Again, Again),
            ("A", 3, 1, Some(Started), Unknown, Unknown),
            ("B", 2, 1, Some(Started), Unknown, Unknown),
            ("A", 2, 1, None, Again, Never),
            ("A", 3, 5, None, Again, Never),
            ("A", 2, 6, None, Unknown, Unknown),
            ("B", 2, 1, None, Unknown, Unknown),
        ] {
            let hello = hello(instance, epoch, oldest, entry);
            for (is_given_up, expected) in [(false, waits), (true, given_up)] {
                let sent = Sent {
                    key: Some("k"),
                    instance: "A",
                    epoch: 2,
                    noted: 5,
                    is_given_up,
                };
                let case = (instance, epoch, oldest, entry, is_given_up);
                assert_eq!(settle(&sent, &hello), expected, "{case:?}");
            }
        }
    }

    #[test]
    fn resends_lost_read_to_any_instance() {
        for instance in ["A", "B"] {
            let sent = |is_given_up| Sent {
                key: None,
                instance: "A",
                epoch: 1,
                noted: 1,
                is_given_up,
            };
            let hello = hello(instance, 7, 9, None);
            assert_eq!(settle(&sent(false), &hello), Settled::Again);
            assert_eq!(settle(&sent(true), &hello), Settled::Never);
        }
    }
}
