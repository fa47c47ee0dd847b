//! The turn of a command: a record of the C# sources that the command waits for, and of the skipped ones.
//!
//! It is thread-local, because the functions that look up types cannot access the session, and each session has one
//! thread. Outside of a turn, every lookup waits until its source is parsed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Record of one command: keys of the unfinished tasks for which it waits, and C# sources that it skipped.
#[derive(Clone, Debug, Default)]
pub struct Noted {
    /// Keys of background tasks that are not finished. If there are any, the result of the command is not final.
    pub awaited: BTreeSet<String>,
    /// Paths of the skipped sources, each with the reason.
    pub skipped: BTreeMap<String, Arc<str>>,
}

#[derive(Default)]
struct Turn {
    /// Time until which the command's lookups of C# types may wait for the parser; `None` means no limit.
    until: Option<Instant>,
    noted: Noted,
}

thread_local! {
    static TURN: RefCell<Turn> = RefCell::default();
}

/// Begins the record (turn) of a command. Its lookups of C# types together wait at most `patience` for sources; sources
/// that are not ready by then are recorded in `Noted::awaited`.
pub fn begin(patience: Duration) {
    TURN.replace(Turn {
        until: Some(Instant::now() + patience),
        noted: Noted::default(),
    });
}

/// Ends the turn of a command and returns its record. Later lookups of C# types wait without limit.
pub fn end() -> Noted {
    TURN.take().noted
}

/// Returns true if the command must be repeated, because it needs a task that is not finished.
pub fn is_awaiting() -> bool {
    TURN.with_borrow(|turn| !turn.noted.awaited.is_empty())
}

pub(crate) fn has_skipped() -> bool {
    TURN.with_borrow(|turn| !turn.noted.skipped.is_empty())
}

/// Runs `work` so that its lookups of C# types wait without limit, for work that cannot be repeated with partial data.
pub fn patiently<T>(work: impl FnOnce() -> T) -> T {
    /// Guard that restores the deadline of the current command when it is dropped, even if `work` panics.
    struct Back(Option<Instant>);
    impl Drop for Back {
        fn drop(&mut self) {
            TURN.with_borrow_mut(|turn| turn.until = self.0);
        }
    }
    let _back = Back(TURN.with_borrow_mut(|turn| turn.until.take()));
    work()
}

/// Returns true if lookups of C# types wait without limit for the parser.
#[inline]
pub fn is_patient() -> bool {
    TURN.with_borrow(|turn| turn.until.is_none())
}

/// Returns the time that lookups of C# types may still wait, or `most` if they wait without limit.
pub fn remaining_time(most: Duration) -> Duration {
    patience().map_or(most, |left| left)
}

/// Returns the time that lookups of C# types may still wait; `None` if they wait without limit.
pub(super) fn patience() -> Option<Duration> {
    let until = TURN.with_borrow(|turn| turn.until)?;
    Some(until.saturating_duration_since(Instant::now()))
}

pub(crate) fn await_key(key: String) {
    TURN.with_borrow_mut(|turn| turn.noted.awaited.insert(key));
}

/// Records that the current command skipped a C# source, with the reason. The first reason is kept.
pub(crate) fn skip(path: &str, why: &Arc<str>) {
    TURN.with_borrow_mut(|turn| {
        if !turn.noted.skipped.contains_key(path) {
            turn.noted.skipped.insert(path.to_owned(), Arc::clone(why));
        }
    });
}

/// Runs `work`. Returns its result, its unfinished tasks and its skipped sources; the turn keeps them, too.
pub(crate) fn collect_notes<T>(work: impl FnOnce() -> T) -> (T, Noted) {
    let before = TURN.with_borrow_mut(|turn| std::mem::take(&mut turn.noted));
    let done = work();
    let noted = TURN.with_borrow(|turn| turn.noted.clone());
    add(&before);
    (done, noted)
}

pub(crate) fn add(noted: &Noted) {
    if noted.awaited.is_empty() && noted.skipped.is_empty() {
        return;
    }
    TURN.with_borrow_mut(|turn| {
        turn.noted.awaited.extend(noted.awaited.iter().cloned());
        let skipped = noted.skipped.iter();
        turn.noted
            .skipped
            .extend(skipped.map(|(path, why)| (path.clone(), Arc::clone(why))));
    });
}
