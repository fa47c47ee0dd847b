//! What one command needed of C# sources: those that it waits for, and those that were skipped.
//!
//! Kept per thread, because types are looked up far from any session and a session has one thread. Outside of a turn every lookup waits
//! until its source is parsed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a turn noted.
#[derive(Clone, Debug, Default)]
pub struct Noted {
    /// Keys of what is being made. Not empty: the outcome of the turn is not final.
    pub awaited: BTreeSet<String>,
    /// Paths of skipped sources, with the reason.
    pub skipped: BTreeMap<String, Arc<str>>,
}

#[derive(Default)]
struct Turn {
    /// All lookups together wait until then; `None` = as long as it takes.
    until: Option<Instant>,
    noted: Noted,
}

thread_local! {
    static TURN: RefCell<Turn> = RefCell::default();
}

/// A command begins. All of its lookups together wait so long for sources; what is not there then is noted as awaited.
pub fn begin(patience: Duration) {
    TURN.replace(Turn {
        until: Some(Instant::now() + patience),
        noted: Noted::default(),
    });
}

/// The command ends: what it noted. Lookups behind it wait again as long as it takes.
pub fn end() -> Noted {
    TURN.take().noted
}

/// Whether the command has to be repeated, because something that it needs is being made.
pub fn is_awaiting() -> bool {
    TURN.with_borrow(|turn| !turn.noted.awaited.is_empty())
}

/// Whether the command lacks a source that was skipped.
pub(crate) fn has_skipped() -> bool {
    TURN.with_borrow(|turn| !turn.noted.skipped.is_empty())
}

/// Runs `work` with lookups that wait as long as it takes: for work that must not be done on half of the facts, and cannot be repeated.
pub fn patiently<T>(work: impl FnOnce() -> T) -> T {
    /// Also where `work` panics.
    struct Back(Option<Instant>);
    impl Drop for Back {
        fn drop(&mut self) {
            TURN.with_borrow_mut(|turn| turn.until = self.0);
        }
    }
    let _back = Back(TURN.with_borrow_mut(|turn| turn.until.take()));
    work()
}

/// True where lookups wait as long as it takes.
pub fn is_patient() -> bool {
    TURN.with_borrow(|turn| turn.until.is_none())
}

/// How long a lookup may wait now, where it may wait so long at most as long as it takes.
pub fn left(most: Duration) -> Duration {
    patience().map_or(most, |left| left)
}

/// How long a lookup may wait now; `None` = as long as it takes.
pub(super) fn patience() -> Option<Duration> {
    let until = TURN.with_borrow(|turn| turn.until)?;
    Some(until.saturating_duration_since(Instant::now()))
}

pub(crate) fn await_key(key: String) {
    TURN.with_borrow_mut(|turn| turn.noted.awaited.insert(key));
}

/// Notes a source of which the command cannot know what it declares.
pub(crate) fn skip(path: &str, why: &Arc<str>) {
    TURN.with_borrow_mut(|turn| {
        if !turn.noted.skipped.contains_key(path) {
            turn.noted.skipped.insert(path.to_owned(), Arc::clone(why));
        }
    });
}

/// Runs `work` and gives what it alone noted; all of it is noted in the turn too.
pub(crate) fn during<T>(work: impl FnOnce() -> T) -> (T, Noted) {
    let before = TURN.with_borrow_mut(|turn| std::mem::take(&mut turn.noted));
    let done = work();
    let noted = TURN.with_borrow(|turn| turn.noted.clone());
    add(&before);
    (done, noted)
}

/// Notes again what was noted before.
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
