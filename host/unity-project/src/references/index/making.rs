//! Builds the index: lists the files, then reads them in order, on the current thread or on a background thread.
//! `reading` reads one file; `index` stores the results.

use super::ReferenceIndex;
use crate::expand::Library;
use crate::references::disk;
use crate::references::files::{self, Found};
use crate::references::reading::{self, Stamps};
use crate::references::uses::Uses;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use unity_files::{AssetProblem, Project};
use unity_scripts::background_files::{Beside, Outcome};
use unity_yaml::Guid;

/// Maximum total size in bytes of the files in one batch that is read for the index. A larger file is a batch alone.
const PIECE_BYTES: u64 = 1024 * 1024;

/// Maximum number of files that are read for the index in one batch.
const PIECE_FILES: usize = 64;

#[derive(Debug)]
pub(super) enum AtWork {
    List(Beside<Listed>),
    Read(Beside<Piece>, Vec<Found>),
}

#[derive(Debug)]
pub(super) struct Listed {
    found: Vec<Found>,
    beyond: usize,
    /// References in each file from an earlier build of the index; they are reused if the file did not change.
    before: HashMap<String, Uses>,
}

/// Result of reading one batch of files: the references in each file, and the library for the next batch.
#[derive(Debug)]
pub(super) struct Piece {
    uses: Vec<Uses>,
    reader: Library,
    stamps: Stamps,
}

impl Listed {
    /// Lists the files for the index, with the references of the earlier build `known` or those on disk. Blocks.
    fn look(
        project: &Project,
        known: Option<HashMap<String, Uses>>,
        folder: Option<PathBuf>,
        changed: &BTreeSet<String>,
    ) -> Self {
        let mut before = known.unwrap_or_else(|| {
            let kept = folder.map(|folder| disk::load(&folder, project.root()));
            kept.unwrap_or_default()
        });
        // The uses of a file are invalid if the file changed, or a prefab with which it was expanded.
        for path in changed {
            before.remove(path);
        }
        let guids: Vec<Guid> = changed.iter().filter_map(|path| project.index.guid(path)).collect();
        let needs_one = |uses: &Uses| uses.needs.iter().any(|(guid, _)| guids.contains(guid));
        before.retain(|_, uses| !needs_one(uses));
        let (found, beyond) = files::find(project);
        Self { found, beyond, before }
    }
}

impl ReferenceIndex {
    /// Starts to build the index if files changed or it was never built: lists the files. `go_on` then reads them.
    pub fn begin(&mut self, library: &Library) {
        let is_listing = matches!(self.at_work, Some(AtWork::List(_)));
        // The work in progress owns the earlier results; the next query lists the files again.
        if is_listing || (self.is_begun && !self.is_stale) {
            return;
        }
        let known = self.is_begun.then(|| {
            let done = std::mem::take(&mut self.done);
            let known = done.into_iter().map(|(path, uses)| (path.into_string(), uses));
            let ready = std::mem::take(&mut self.ready);
            known.chain(ready).chain(std::mem::take(&mut self.before)).collect()
        });
        let (changed, folder) = (std::mem::take(&mut self.changed), self.folder.clone());
        self.forget();
        self.is_begun = true;
        self.making += 1;
        let project = Arc::clone(library.project());
        let look = move || Listed::look(&project, known, folder, &changed);
        if self.is_beside {
            self.at_work = Some(AtWork::List(Beside::begin(library.types().sources(), LIST, look)));
        } else {
            self.list(look());
        }
    }

    fn list(&mut self, listed: Listed) {
        let Listed { found, beyond, before } = listed;
        self.total = found.len();
        (self.todo, self.beyond, self.before) = (found.into(), beyond, before);
    }

    /// Continues the build of the index: adds files until all are added, `enough` returns true, or a file is still
    /// being read. If a file has been read, at least one is added. Blocks the thread unless a background thread reads
    /// the files.
    pub fn go_on(&mut self, library: &mut Library, enough: &mut dyn FnMut() -> bool) {
        while self.take_read(library.project()) {
            if let Some((path, uses)) = self.ready.pop_front() {
                self.add(path, uses);
                if self.todo.is_empty() && self.ready.is_empty() {
                    self.finish(library.project());
                    return;
                }
                if enough() {
                    return;
                }
            } else if self.todo.is_empty() {
                // There are no files, or all are done.
                return self.finish(library.project());
            } else {
                self.read_more(library);
            }
        }
    }

    /// Returns a signal for the end of listing or reading files in the background; `None` if `go_on` can continue now.
    pub fn background_signal(&self) -> Option<watch::Receiver<bool>> {
        if !self.ready.is_empty() {
            return None;
        }
        self.at_work.as_ref().map(|work| match work {
            AtWork::List(beside) => beside.end_signal(),
            AtWork::Read(beside, _) => beside.end_signal(),
        })
    }

    /// Waits at most `patience` for the files that a background thread reads; returns true if `go_on` can continue.
    pub fn wait(&mut self, project: &Arc<Project>, patience: Duration) -> bool {
        self.take_within(project, patience)
    }

    fn take_read(&mut self, project: &Arc<Project>) -> bool {
        self.take_within(project, Duration::ZERO)
    }

    /// Waits at most `patience` for the background thread and takes over its result; false if it has not finished.
    fn take_within(&mut self, project: &Arc<Project>, patience: Duration) -> bool {
        match self.at_work.take() {
            None => {}
            Some(AtWork::List(beside)) => match beside.take(patience) {
                Outcome::Done(listed) => self.list(listed),
                Outcome::UnderWay => {
                    self.at_work = Some(AtWork::List(beside));
                    return false;
                }
                // All files are read again.
                Outcome::Lost => self.list(Listed::look(project, None, None, &BTreeSet::new())),
            },
            Some(AtWork::Read(beside, files)) => match beside.take(patience) {
                Outcome::Done(Piece { uses, reader, stamps }) => {
                    self.reader = Some(reader);
                    self.stamps = stamps;
                    self.ready.extend(files.into_iter().map(|found| found.path).zip(uses));
                }
                Outcome::UnderWay => {
                    self.at_work = Some(AtWork::Read(beside, files));
                    return false;
                }
                Outcome::Lost => self
                    .ready
                    .extend(files.into_iter().map(|found| (found.path, unknown_uses()))),
            },
        }
        true
    }

    /// Takes the next files that the index must contain: reuses the known references of unchanged files, and reads the
    /// others.
    fn read_more(&mut self, library: &mut Library) {
        let Some(found) = self.todo.pop_front() else { return };
        if let Some(known) = self.take_known(&found, library.project()) {
            self.ready.push_back((found.path, known));
            return;
        }
        self.is_new = true;
        if !self.is_beside {
            let uses = reading::read(library, &found, &mut self.stamps);
            self.ready.push_back((found.path, uses));
            return;
        }
        let (mut files, mut bytes) = (vec![found.clone()], found.stamp.bytes);
        while let Some(next) = self.todo.front() {
            bytes = bytes.saturating_add(next.stamp.bytes);
            if files.len() >= PIECE_FILES || bytes > PIECE_BYTES || self.before.contains_key(&next.path) {
                break;
            }
            files.extend(self.todo.pop_front());
        }
        let mut reader = self.reader.take().unwrap_or_else(|| library.nameless());
        let (mut stamps, read) = (std::mem::take(&mut self.stamps), files.clone());
        let work = move || {
            let uses = read.iter().map(|found| reading::read(&mut reader, found, &mut stamps));
            let uses = uses.collect();
            Piece { uses, reader, stamps }
        };
        let beside = Beside::begin(library.types().sources(), READ, work);
        self.at_work = Some(AtWork::Read(beside, files));
    }

    fn take_known(&mut self, found: &Found, project: &Project) -> Option<Uses> {
        let known = self.before.remove(&found.path)?;
        let is_same = known.stamp == found.stamp && known.is_sure && self.stamps.are_the_same(&known, project);
        is_same.then_some(known)
    }
}

/// Returns an empty list of references that has the problem that the thread that read the file panicked.
fn unknown_uses() -> Uses {
    let problem = AssetProblem::Crashed {
        reason: "its reader ended".to_owned(),
    };
    Uses {
        problem: Some(problem.to_string().into()),
        ..Uses::default()
    }
}

/// Key of the background task that lists the files; `READ` is the key of the one that reads them. No file has such a
/// path.
const LIST: &str = "uses: list";
const READ: &str = "uses: read";
