//! The turn: records which C# sources one command waits for and which were skipped.
//!
//! It is kept for each thread, because type lookups are far from the session, and a session has one thread. Outside
//! of a turn every lookup waits until its source is parsed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The notes of a turn.
#[derive(Clone, Debug, Default)]
pub struct Noted {
    /// Keys of running work. If not empty, the outcome of the turn is not final.
    pub awaited: BTreeSet<String>,
    /// Paths of skipped sources, with the reason.
    pub skipped: BTreeMap<String, Arc<str>>,
}

#[derive(Default)]
struct Turn {
    /// Deadline for all lookups together; `None` = no limit.
    until: Option<Instant>,
    noted: Noted,
}

thread_local! {
    static TURN: RefCell<Turn> = RefCell::default();
}

/// Begins a command. All of its lookups together wait at most this long for sources; the remaining sources are noted
/// as awaited.
pub fn begin(patience: Duration) {
    TURN.replace(Turn {
        until: Some(Instant::now() + patience),
        noted: Noted::default(),
    });
}

/// Ends the command and returns its notes. Later lookups wait without limit again.
pub fn end() -> Noted {
    TURN.take().noted
}

/// Whether the command has no final outcome and must be repeated, because it needs work that is still running.
pub fn is_awaiting() -> bool {
    TURN.with_borrow(|turn| !turn.noted.awaited.is_empty())
}

/// Whether the command lacks a skipped source.
pub(crate) fn has_skipped() -> bool {
    TURN.with_borrow(|turn| !turn.noted.skipped.is_empty())
}

/// Runs `work` with lookups that wait without limit: for work that needs all facts and cannot be repeated.
pub fn patiently<T>(work: impl FnOnce() -> T) -> T {
    /// Restores the limit even if `work` panics.
    struct Back(Option<Instant>);
    impl Drop for Back {
        fn drop(&mut self) {
            TURN.with_borrow_mut(|turn| turn.until = self.0);
        }
    }
    let _back = Back(TURN.with_borrow_mut(|turn| turn.until.take()));
    work()
}

/// True if lookups wait without limit.
#[inline]
pub fn is_patient() -> bool {
    TURN.with_borrow(|turn| turn.until.is_none())
}

/// Remaining time for a lookup, at most `most`, which applies if lookups wait without limit.
pub fn remaining_time(most: Duration) -> Duration {
    patience().map_or(most, |left| left)
}

/// Remaining time for a lookup; `None` = no limit.
pub(super) fn patience() -> Option<Duration> {
    let until = TURN.with_borrow(|turn| turn.until)?;
    Some(until.saturating_duration_since(Instant::now()))
}

pub(crate) fn await_key(key: String) {
    TURN.with_borrow_mut(|turn| turn.noted.awaited.insert(key));
}

/// Notes a source whose declarations are not available to the command.
pub(crate) fn skip(path: &str, why: &Arc<str>) {
    TURN.with_borrow_mut(|turn| {
        if !turn.noted.skipped.contains_key(path) {
            turn.noted.skipped.insert(path.to_owned(), Arc::clone(why));
        }
    });
}

/// Runs `work` and returns only the notes of this work; they are added to the turn too.
pub(crate) fn collect_notes<T>(work: impl FnOnce() -> T) -> (T, Noted) {
    let before = TURN.with_borrow_mut(|turn| std::mem::take(&mut turn.noted));
    let done = work();
    let noted = TURN.with_borrow(|turn| turn.noted.clone());
    add(&before);
    (done, noted)
}

/// Adds earlier notes again.
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
