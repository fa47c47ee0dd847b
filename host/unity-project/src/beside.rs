//! Work on the thread for files, and its result.
//!
//! Belongs here: one piece of work, several of one kind by the file they are about. Does not: threads (`csharp_sources`).

use crate::csharp_sources::{CsharpSources, turn};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use tokio::sync::watch;

/// Pieces of one kind that are under way, or whose result nobody took yet; the oldest makes room.
const MOST: usize = 4;

/// One piece of work that was begun.
#[derive(Debug)]
pub struct Beside<T> {
    key: String,
    result: Receiver<T>,
    ended: watch::Receiver<bool>,
}

/// How a piece of work stands.
#[derive(Debug)]
pub enum Outcome<T> {
    Done(T),
    UnderWay,
    /// It panicked, or its thread ended.
    Lost,
}

impl<T: Send + 'static> Beside<T> {
    /// Begins `work`, which is about the file at that path.
    pub fn begin(sources: &CsharpSources, path: &str, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let (sender, result) = channel();
        let (end, ended) = watch::channel(false);
        let key = sources.new_file_key(path);
        sources.beside_file(&key, move || {
            // Also where the work panics.
            let _end = End(end);
            // Who began it may not want it any more.
            let _ = sender.send(work());
        });
        Self { key, result, ended }
    }

    /// The result, once; waits so long for it.
    pub fn take(&self, patience: Duration) -> Outcome<T> {
        match self.result.recv_timeout(patience) {
            Ok(done) => Outcome::Done(done),
            Err(RecvTimeoutError::Timeout) => Outcome::UnderWay,
            Err(RecvTimeoutError::Disconnected) => Outcome::Lost,
        }
    }

    /// Notes in the turn that it is under way: the command has to be repeated.
    pub fn note(&self) {
        turn::await_key(self.key.clone());
    }

    /// Turns true, or closes, at the end of the work.
    pub fn ended(&self) -> watch::Receiver<bool> {
        self.ended.clone()
    }
}

/// The end of work, if that is still to come.
pub fn pending(ended: watch::Receiver<bool>) -> Option<watch::Receiver<bool>> {
    // Closed is an end too.
    let is_open = !*ended.borrow() && ended.has_changed().is_ok();
    is_open.then_some(ended)
}

/// Frees what many parts make up on the thread for files. Where something else keeps that thread busy, it takes its memory until then.
pub fn discard(sources: &CsharpSources, value: impl Send + 'static) {
    sources.beside_file(&sources.new_file_key(""), move || drop(value));
}

struct End(watch::Sender<bool>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.send_replace(true);
    }
}

/// Work about files; `S` is what tells that a result is of the file as it is.
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
    /// Forgets all of it.
    pub fn clear(&mut self) {
        self.open.clear();
    }

    /// How the work about that file stands, if any was begun. Where it is under way, the turn notes it.
    pub fn known(&mut self, path: &str, stamp: &S) -> Option<Outcome<T>> {
        // What is about the file as it was before is of no use.
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

    /// The result of `work`, which is begun unless it is under way; `None` until it is done, which the turn notes: the command has to
    /// be repeated then. Where the turn waits as long as it takes, the work is done here and now.
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
        match self.known(path, &stamp) {
            Some(Outcome::Done(done)) => return Some(done),
            Some(Outcome::UnderWay) => return None,
            // It panicked: done here, it ends one way or the other.
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
