//! Background work on the thread for files, and its results.
//!
//! This module tracks one piece of work for each file. `csharp_sources` owns the threads.

use crate::csharp_sources::{CsharpSources, turn};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use tokio::sync::watch;

/// Maximum number of pieces of one kind that are running or whose result was not taken; the oldest is dropped.
const MOST: usize = 4;

/// One started piece of work.
#[derive(Debug)]
pub struct Beside<T> {
    key: String,
    result: Receiver<T>,
    ended: watch::Receiver<bool>,
}

/// The state of a piece of work.
#[derive(Debug)]
pub enum Outcome<T> {
    Done(T),
    UnderWay,
    /// The work panicked, or its thread ended.
    Lost,
}

impl<T: Send + 'static> Beside<T> {
    /// Starts `work`, which is about the file at that path.
    pub fn begin(sources: &CsharpSources, path: &str, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let (sender, result) = channel();
        let (end, ended) = watch::channel(false);
        let key = sources.new_file_key(path);
        sources.beside_file(&key, move || {
            // Dropped even if the work panics.
            let _end = End(end);
            // The caller that started it can have dropped the receiver.
            let _ = sender.send(work());
        });
        Self { key, result, ended }
    }

    /// The result, once; waits at most `patience`.
    pub fn take(&self, patience: Duration) -> Outcome<T> {
        match self.result.recv_timeout(patience) {
            Ok(done) => Outcome::Done(done),
            Err(RecvTimeoutError::Timeout) => Outcome::UnderWay,
            Err(RecvTimeoutError::Disconnected) => Outcome::Lost,
        }
    }

    /// Notes in the turn that the work is running: the command must be repeated.
    pub fn note(&self) {
        turn::await_key(self.key.clone());
    }

    /// Turns true, or closes, when the work ends.
    pub fn end_signal(&self) -> watch::Receiver<bool> {
        self.ended.clone()
    }
}

/// The end of the work, if it has not ended yet.
pub fn pending(ended: watch::Receiver<bool>) -> Option<watch::Receiver<bool>> {
    // A closed channel means the end, too.
    let is_open = !*ended.borrow() && ended.has_changed().is_ok();
    is_open.then_some(ended)
}

/// Drops a value of many parts on the thread for files. If that thread is busy, the value keeps its memory until
/// then.
pub fn discard(sources: &CsharpSources, value: impl Send + 'static) {
    sources.beside_file(&sources.new_file_key(""), move || drop(value));
}

struct End(watch::Sender<bool>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.send_replace(true);
    }
}

/// Work about files; a stamp `S` identifies the state of the file that a result belongs to.
#[derive(Debug)]
pub struct BesideFiles<S, T> {
    open: VecDeque<(String, S, Beside<T>)>,
}

impl<S, T> Default for BesideFiles<S, T> {
    fn default() -> Self {
        Self { open: VecDeque::new() }
    }
}

impl<S: PartialEq, T: Send + 'static> BesideFiles<S, T> {
    /// Drops all entries.
    pub fn clear(&mut self) {
        self.open.clear();
    }

    /// The state of the work about that file, if any was started. If it is running, the turn notes it.
    pub fn find_outcome(&mut self, path: &str, stamp: &S) -> Option<Outcome<T>> {
        // Work about an earlier state of the file is discarded.
        self.open.retain(|(known, of, _)| known != path || of == stamp);
        let at = self.open.iter().position(|(known, ..)| known == path)?;
        let (path, stamp, beside) = self.open.remove(at)?;
        let outcome = beside.take(Duration::ZERO);
        if matches!(outcome, Outcome::UnderWay) {
            beside.note();
            self.open.push_back((path, stamp, beside));
        }
        Some(outcome)
    }

    /// The result of `work`, which is started unless it is running. While it runs, the result is `None` and the turn
    /// notes it: the command must then be repeated. If the turn waits without limit, the work runs immediately in
    /// this thread.
    pub fn get(
        &mut self,
        sources: &CsharpSources,
        path: &str,
        stamp: S,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        if turn::is_patient() {
            return Some(work());
        }
        match self.find_outcome(path, &stamp) {
            Some(Outcome::Done(done)) => return Some(done),
            Some(Outcome::UnderWay) => return None,
            // The work panicked: repeated in this thread, it either succeeds or panics for the caller.
            Some(Outcome::Lost) => return Some(work()),
            None => {}
        }
        let beside = Beside::begin(sources, path, work);
        beside.note();
        self.open.push_back((path.to_owned(), stamp, beside));
        while self.open.len() > MOST {
            self.open.pop_front();
        }
        None
    }
}
