//! Index of the types in the project's C# sources and compiled assemblies. The first query starts a thread that builds
//! the index; later builds update it. The session's thread never waits for it.
//!
//! Defined symbols are `UNITY_EDITOR`, Unity's version symbols, and those that the project defines for every build
//! target. All others are unknown: both branches of their `#if` are read, and declarations in them are marked.

mod calls;
mod classes;
mod gather;
mod moved_from;

pub use calls::Called;
pub use classes::ClassStanding;
pub use gather::Gathered;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread::JoinHandle;
use tokio::sync::watch;
use unity_files::{DiskChange, Project};

/// Stack size in bytes of the threads that parse C#. Syntax can be deeply nested, and the parser is recursive.
const STACK_BYTES: usize = 16 * 1024 * 1024;

/// Reason why the index of the project's C# types is not available or not up to date.
#[derive(Debug, thiserror::Error)]
pub enum NotYet {
    #[error("the project's C# sources are still being read: {done} of {total} files so far")]
    Reading {
        done: usize,
        total: usize,
        /// A signal that becomes true, or closes, when reading has ended.
        ended: watch::Receiver<bool>,
    },
    #[error("the project's C# sources could not be read: {0}")]
    Failed(String),
}

/// Index of the project's C# types: the newest finished one, and the thread that builds the next one.
#[derive(Debug, Default)]
pub struct CsharpIndex {
    known: Option<Arc<Gathered>>,
    work: Option<Work>,
    /// True if files can have changed since the newest build began.
    stale: bool,
    /// Asset paths of files that the next build reads again even if their time stamps are unchanged.
    changed: BTreeSet<String>,
}

/// Progress of the thread that builds the index of C# types, and the flag `stop`, which stops it.
#[derive(Debug, Default)]
struct Progress {
    stop: AtomicBool,
    done: AtomicUsize,
    total: AtomicUsize,
}

#[derive(Debug)]
struct Work {
    thread: Option<JoinHandle<()>>,
    progress: Arc<Progress>,
    result: Receiver<Gathered>,
    ended: watch::Receiver<bool>,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.progress.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl CsharpIndex {
    /// Returns the index of C# types in the current files. Never waits, but starts a build if there is no such index.
    ///
    /// # Errors
    /// `Reading` while the index is being built; the caller repeats the call when the signal `ended` becomes true.
    /// `Failed` if no thread could be started, or if the thread ended without a result.
    pub fn get(&mut self, project: &Arc<Project>) -> Result<Arc<Gathered>, NotYet> {
        loop {
            if let Some(work) = self.work.take() {
                match work.result.try_recv() {
                    Ok(gathered) => self.known = Some(Arc::new(gathered)),
                    Err(TryRecvError::Empty) => {
                        let done = work.progress.done.load(Ordering::Relaxed);
                        let total = work.progress.total.load(Ordering::Relaxed);
                        let ended = work.ended.clone();
                        self.work = Some(work);
                        return Err(NotYet::Reading { done, total, ended });
                    }
                    Err(TryRecvError::Disconnected) => {
                        return Err(NotYet::Failed("the reading thread ended early".to_owned()));
                    }
                }
            }
            match &self.known {
                Some(known) if !self.stale => return Ok(Arc::clone(known)),
                _ => self.work = Some(self.begin(project)?),
            }
        }
    }

    /// Records that files, packages or settings in `change` can have changed, so that the index is built again.
    pub fn disk_changed(&mut self, change: &DiskChange) {
        let is = unity_files::has_extension;
        let is_source = |path: &&String| is(path, "cs") || is(path, "dll");
        let mut sources = change.assets.iter().filter(is_source).cloned().peekable();
        self.stale |= change.structure || change.everything || sources.peek().is_some();
        if self.known.is_some() || self.work.is_some() {
            self.changed.extend(sources);
        }
        if change.everything {
            // Lost events can hide a change that kept size and time; therefore all kept data is dropped.
            self.known = None;
        }
    }

    fn begin(&mut self, project: &Arc<Project>) -> Result<Work, NotYet> {
        self.stale = false;
        let changed = std::mem::take(&mut self.changed);
        let (project, before) = (Arc::clone(project), self.known.clone());
        let progress = Arc::new(Progress::default());
        let told = Arc::clone(&progress);
        let (sender, result) = sync_channel(1);
        let (end, ended) = watch::channel(false);
        let body = move || {
            if let Some(gathered) = gather::gather(&project, before.as_deref(), &changed, &told) {
                // The receiver is gone if the session has ended.
                let _ = sender.send(gathered);
            }
            drop(sender);
            end.send_replace(true);
        };
        let builder = std::thread::Builder::new()
            .name("project-csharp".to_owned())
            .stack_size(STACK_BYTES);
        let thread = builder.spawn(body).map_err(|error| {
            self.stale = true;
            NotYet::Failed(error.to_string())
        })?;
        Ok(Work {
            thread: Some(thread),
            progress,
            result,
            ended,
        })
    }
}

#[cfg(test)]
mod tests;
