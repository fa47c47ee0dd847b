//! The index of references, and the calls that wait for its completion.

use super::source_uses::SourceUses;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use unity_files::DiskChange;
use unity_project::expand::Library;
use unity_project::references::ReferenceIndex;
use unity_scripts::background_files::pending;
use unity_scripts::csharp_sources::turn;

/// Divisor of the setting `project.memory` that gives the memory limit of the index of references. The index is dropped
/// if loaded scenes need the memory.
pub(crate) const SHARE: usize = 8;

/// Background work for which a command waits.
#[derive(Debug)]
pub struct Making {
    /// Receives true when the work is done; the channel is closed if the work was abandoned.
    pub ended: watch::Receiver<bool>,
    /// Number of processed files, and of all files; `None` if they are not counted.
    pub files: Option<watch::Receiver<(u32, u32)>>,
    /// Maximum time that the call waits.
    pub patience: Patience,
}

/// How long a call waits before it gets the results that are available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// A call waits a few seconds; then it returns the results so far, and the next page continues.
    Short,
    /// A call waits until its deadline, because it has no answer without the result of the work.
    OfCall,
}

impl Making {
    /// Returns work that is already finished. A command that waits for it runs again after other commands had a turn.
    pub fn immediate() -> Self {
        Self {
            ended: watch::channel(true).1,
            files: None,
            patience: Patience::Short,
        }
    }
}

/// The index of references and its state between calls.
#[derive(Debug)]
pub struct Users {
    pub(crate) index: ReferenceIndex,
    pub(crate) sources: SourceUses,
    /// Sends true when all files are processed; dropped if the work is abandoned.
    pub(crate) end: Option<watch::Sender<bool>>,
    /// Number of processed files, and of all files.
    pub files: watch::Sender<(u32, u32)>,
    /// Maximum time for which one step of building the index may delay other commands.
    pub step: Duration,
    /// The work for which the current command waits because the index is incomplete; `None` if it does not wait.
    pub(crate) waits: Option<Making>,
}

impl Users {
    /// Creates an empty index. `step` is the maximum time for which one build step may delay commands.
    pub(crate) fn new(folder: Option<PathBuf>, memory: usize, step: Duration) -> Self {
        Self {
            index: ReferenceIndex::new(folder, memory / SHARE).in_background(),
            sources: SourceUses::default(),
            end: None,
            files: watch::Sender::new((0, 0)),
            step,
            waits: None,
        }
    }

    pub(crate) fn disk_changed(&mut self, change: &DiskChange) {
        self.index.disk_changed(change);
    }

    pub(crate) fn bytes(&self) -> usize {
        self.index.bytes()
    }

    /// Drops the index of references and returns it, so that the caller can free its memory.
    pub(crate) fn forget(&mut self) -> ReferenceIndex {
        self.sources = SourceUses::default();
        self.end = None;
        self.index.forget()
    }

    /// Takes the work for which the last command waits; a second call returns `None`.
    pub fn take_wait(&mut self) -> Option<Making> {
        self.waits.take()
    }

    /// Returns true if files can be processed for the index now; false while the index waits for a background read.
    pub fn has_work(&self) -> bool {
        self.index.is_under_way() && self.background_signal().is_none()
    }

    /// Returns a signal for the end of the background read of files for the index; `None` if there is none.
    pub fn background_signal(&self) -> Option<watch::Receiver<bool>> {
        self.index.background_signal().and_then(pending)
    }

    /// Processes further files for the index of references, for at most `step`. Blocks while it reads files.
    pub fn go_on(&mut self, library: &mut Library) {
        let (started, step) = (Instant::now(), self.step);
        self.index.go_on(library, &mut || started.elapsed() >= step);
        let (done, all) = self.index.progress();
        let number = |files: usize| u32::try_from(files).unwrap_or(u32::MAX);
        self.files.send_replace((number(done), number(all)));
        if !self.index.is_under_way()
            && let Some(end) = self.end.take()
        {
            end.send_replace(true);
        }
    }

    /// Continues to build the index for a short time; returns true if all files are processed. If not, the command may
    /// wait.
    pub(crate) fn is_complete(&mut self, library: &mut Library) -> bool {
        self.index.begin(library);
        let started = Instant::now();
        // If few files changed, the build ends here and the command need not wait.
        while self.index.is_under_way() && self.index.wait(library.project(), turn::remaining_time(self.step)) {
            self.go_on(library);
            if started.elapsed() >= self.step {
                break;
            }
        }
        let complete = !self.index.is_under_way();
        if !complete {
            let end = self.end.get_or_insert_with(|| watch::Sender::new(false));
            self.waits = Some(Making {
                ended: end.subscribe(),
                files: Some(self.files.subscribe()),
                patience: Patience::Short,
            });
        }
        complete
    }
}
