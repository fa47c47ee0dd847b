//! The project's C# sources and compiled assemblies as one index of types: built at the first question on a thread of its own, kept, and brought
//! up to date when files change. Nobody waits for it in the session's thread. Belongs here: when the index is built. Does not: which files are
//! read (`gather`), which symbols hold and which assemblies are compiled (`project`), what C# means (`host-csharp`).
//!
//! Symbols: `UNITY_EDITOR` and Unity's version symbols are defined, so are the project's own where every build target
//! has them; anything else is unknown, both branches of its `#if` are read, and what stands in one is marked.

mod calls;
mod classes;
mod gather;
mod moved;

pub use calls::Called;
pub use classes::ClassStanding;
pub use gather::Gathered;

use crate::DiskChange;
use crate::project::Project;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread::JoinHandle;
use tokio::sync::watch;

/// C# nests deep, and the walk over its syntax recurses.
const STACK_BYTES: usize = 16 * 1024 * 1024;

/// Why there is no index now.
#[derive(Debug, thiserror::Error)]
pub enum NotYet {
    #[error("the project's C# sources are still being read: {done} of {total} files so far")]
    Reading {
        done: usize,
        total: usize,
        /// Told, or closed, once the reading has ended.
        ended: watch::Receiver<bool>,
    },
    #[error("the project's C# sources could not be read: {0}")]
    Failed(String),
}

/// The index, where it was asked for, and the thread that makes the next one.
#[derive(Debug, Default)]
pub struct CsharpIndex {
    known: Option<Arc<Gathered>>,
    work: Option<Work>,
    /// Files may have changed since the newest look began.
    stale: bool,
    /// Paths that are read again whatever their time stamp says.
    changed: BTreeSet<String>,
}

/// What the thread tells while it reads.
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
    /// The index of the files as they are now. Never waits.
    ///
    /// # Errors
    /// `Reading` where it is being made: asking again once that has ended is right. `Failed` where there is no thread
    /// or it ended without a result.
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

    /// Remembers that sources, packages or settings may be different now.
    pub fn disk_changed(&mut self, change: &DiskChange) {
        let is = crate::project::has_extension;
        let is_source = |path: &&String| is(path, "cs") || is(path, "dll");
        let mut sources = change.assets.iter().filter(is_source).cloned().peekable();
        self.stale |= change.structure || change.everything || sources.peek().is_some();
        if self.known.is_some() || self.work.is_some() {
            self.changed.extend(sources);
        }
        if change.everything {
            // Lost events may hide a change that left size and time alone; nothing kept is trusted.
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
                // Nobody waits where the session has ended.
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
