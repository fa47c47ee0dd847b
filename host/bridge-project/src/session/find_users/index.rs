//! The index of references, and who waits for it.

use super::source_uses::SourceUses;
use crate::options::ProjectOptions;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use unity_project::DiskChange;
use unity_project::beside::pending;
use unity_project::csharp_sources::turn;
use unity_project::expand::Library;
use unity_project::references::ReferenceIndex;

/// Of `project.memory`; it is a part of what loaded scenes have, and given up for them.
pub(in crate::session) const SHARE: usize = 8;

/// What is made while a command's caller waits.
#[derive(Debug)]
pub(crate) struct Making {
    /// True once it is made; closed where that is given up.
    pub(crate) ended: watch::Receiver<bool>,
    /// Files that were looked at, of all; `None` where nobody counts them.
    pub(crate) files: Option<watch::Receiver<(u32, u32)>>,
    pub(crate) patience: Patience,
}

/// How long a call waits for what it needs before it gets what there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// A few seconds: what there is by then is a start, and the next page goes on from there.
    Short,
    /// As long as the call may: without it there is no answer.
    OfCall,
}

impl Making {
    /// The command has more to do and has let others go first.
    pub(crate) fn at_once() -> Self {
        Self {
            ended: watch::channel(true).1,
            files: None,
            patience: Patience::Short,
        }
    }
}

/// The index and who waits for it.
#[derive(Debug)]
pub(in crate::session) struct Users {
    pub(in crate::session) index: ReferenceIndex,
    /// What the last question found in sources.
    pub(in crate::session) sources: SourceUses,
    /// Told once all files were looked at; dropped where that is given up.
    pub(in crate::session) end: Option<watch::Sender<bool>>,
    /// Files that were looked at, of all.
    pub(in crate::session) files: watch::Sender<(u32, u32)>,
    pub(in crate::session) step: Duration,
    /// Set by a command that found it not complete.
    pub(in crate::session) waits: Option<Making>,
}

impl Users {
    /// `step` is how long commands may wait for a step of the making.
    pub(in crate::session) fn new(options: &ProjectOptions, step: Duration) -> Self {
        Self {
            index: ReferenceIndex::new(options.index_folder.clone(), options.memory / SHARE).beside(),
            sources: SourceUses::default(),
            end: None,
            files: watch::Sender::new((0, 0)),
            step,
            waits: None,
        }
    }

    pub(in crate::session) fn disk_changed(&mut self, change: &DiskChange) {
        self.index.disk_changed(change);
    }

    pub(in crate::session) fn bytes(&self) -> usize {
        self.index.bytes()
    }

    /// Gives back what it takes.
    pub(in crate::session) fn forget(&mut self) -> ReferenceIndex {
        self.sources = SourceUses::default();
        self.end = None;
        self.index.forget()
    }

    pub(in crate::session) fn take_wait(&mut self) -> Option<Making> {
        self.waits.take()
    }

    /// False also while files are read beside the session.
    pub(in crate::session) fn has_work(&self) -> bool {
        self.index.is_under_way() && self.awaits().is_none()
    }

    /// The end of what is read beside the session now, behind which there is more to do.
    pub(in crate::session) fn awaits(&self) -> Option<watch::Receiver<bool>> {
        self.index.awaits().and_then(pending)
    }

    /// Looks at further files for a moment. Blocking.
    pub(in crate::session) fn go_on(&mut self, library: &mut Library) {
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

    /// True where all files were looked at; else the command's caller may wait for that.
    pub(in crate::session) fn is_complete(&mut self, library: &mut Library) -> bool {
        self.index.begin(library);
        let started = Instant::now();
        // Where little changed there is nothing to wait for.
        while self.index.is_under_way() && self.index.wait(library.project(), turn::left(self.step)) {
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
