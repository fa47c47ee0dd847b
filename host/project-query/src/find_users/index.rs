//! The index of references, and the calls that wait for it.

use super::source_uses::SourceUses;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use unity_files::DiskChange;
use unity_project::expand::Library;
use unity_project::references::ReferenceIndex;
use unity_scripts::background_files::pending;
use unity_scripts::csharp_sources::turn;

/// Divisor of `project.memory` for the index; the memory belongs to the share of the loaded scenes, and the index is
/// dropped if they need it.
pub(crate) const SHARE: usize = 8;

/// Background work for which a command waits.
#[derive(Debug)]
pub struct Making {
    /// True once the work is done; closed if it was given up.
    pub ended: watch::Receiver<bool>,
    /// Number of processed files and of all files; `None` if they are not counted.
    pub files: Option<watch::Receiver<(u32, u32)>>,
    /// How long the call may wait.
    pub patience: Patience,
}

/// How long a call waits before it is answered with what is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// A few seconds: the results so far are a start, and the next page continues.
    Short,
    /// As long as the call may run: without the result there is no answer.
    OfCall,
}

impl Making {
    /// The command has more to do and has let other commands run first.
    pub fn immediate() -> Self {
        Self {
            ended: watch::channel(true).1,
            files: None,
            patience: Patience::Short,
        }
    }
}

/// The index and the calls that wait for it.
#[derive(Debug)]
pub struct Users {
    pub(crate) index: ReferenceIndex,
    /// The uses in sources that the last request found.
    pub(crate) sources: SourceUses,
    /// Signals that all files are processed; dropped if the work is given up.
    pub(crate) end: Option<watch::Sender<bool>>,
    /// Number of processed files and of all files.
    pub files: watch::Sender<(u32, u32)>,
    /// Time limit of one build step.
    pub step: Duration,
    /// Set by a command that found the index incomplete.
    pub(crate) waits: Option<Making>,
}

impl Users {
    /// `step` limits how long one build step may delay commands.
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

    /// Drops the index and returns it, so that its memory can be freed.
    pub(crate) fn forget(&mut self) -> ReferenceIndex {
        self.sources = SourceUses::default();
        self.end = None;
        self.index.forget()
    }

    /// The work for which the last command waits; it is returned once.
    pub fn take_wait(&mut self) -> Option<Making> {
        self.waits.take()
    }

    /// False also while files are read in the background.
    pub fn has_work(&self) -> bool {
        self.index.is_under_way() && self.background_signal().is_none()
    }

    /// Signals the end of the current background read, after which there is more work.
    pub fn background_signal(&self) -> Option<watch::Receiver<bool>> {
        self.index.background_signal().and_then(pending)
    }

    /// Processes further files for a short time. Blocking.
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

    /// Whether all files are processed; otherwise the caller of the command may wait for that.
    pub(crate) fn is_complete(&mut self, library: &mut Library) -> bool {
        self.index.begin(library);
        let started = Instant::now();
        // If little changed, waiting is not worthwhile.
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
