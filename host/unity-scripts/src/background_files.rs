//! Background tasks on the thread that expands files, and their results.

use crate::csharp_sources::{CsharpSources, turn};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use tokio::sync::watch;

/// Maximum number of background tasks of one kind whose results were not received; older tasks are dropped.
const MOST: usize = 4;

/// Handle of one task on a background thread, from which the result of the task is received.
#[derive(Debug)]
pub struct Beside<T> {
    key: String,
    result: Receiver<T>,
    ended: watch::Receiver<bool>,
}

/// The state of a background task.
#[derive(Debug)]
pub enum Outcome<T> {
    Done(T),
    UnderWay,
    /// The task has no result, because it panicked or its thread ended.
    Lost,
}

impl<T: Send + 'static> Beside<T> {
    /// Starts `work` on the background thread for scene and prefab files; `path` is the asset path that it concerns.
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

    /// Returns the result of the task, which can be received only once. Waits at most for `patience`.
    pub fn take(&self, patience: Duration) -> Outcome<T> {
        match self.result.recv_timeout(patience) {
            Ok(done) => Outcome::Done(done),
            Err(RecvTimeoutError::Timeout) => Outcome::UnderWay,
            Err(RecvTimeoutError::Disconnected) => Outcome::Lost,
        }
    }

    /// Records that the current command waits for this task, so that the client must repeat the command.
    pub fn note(&self) {
        turn::await_key(self.key.clone());
    }

    /// Returns a signal that becomes true, or closes, when the task ends.
    pub fn end_signal(&self) -> watch::Receiver<bool> {
        self.ended.clone()
    }
}

/// Returns the end signal of a task, or `None` if the task has ended already.
pub fn pending(ended: watch::Receiver<bool>) -> Option<watch::Receiver<bool>> {
    // A closed channel means the end, too.
    let is_open = !*ended.borrow() && ended.has_changed().is_ok();
    is_open.then_some(ended)
}

/// Drops a large value on the background thread for scene and prefab files, so that the caller does not wait for it.
pub fn discard(sources: &CsharpSources, value: impl Send + 'static) {
    sources.beside_file(&sources.new_file_key(""), move || drop(value));
}

struct End(watch::Sender<bool>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.send_replace(true);
    }
}

/// Background tasks that concern files, each with the path of its file and a stamp `S`: the file's state when the task
/// began, such as size and time.
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
    /// Drops all tasks and their results.
    pub fn clear(&mut self) {
        self.open.clear();
    }

    /// Returns the state of the task for the file `path`; `None` if there is no task for this `stamp`. If the task is
    /// running, marks the current command as waiting for it.
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

    /// Returns the result of `work` for the file `path`, run as a background task. `None` while it runs; the current
    /// command must then be repeated. If the command may wait without limit, `work` runs on this thread.
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
