//! How the index is made: the list of files, then file by file, here or on the thread for files.
//!
//! Belongs here: what is read next, and where. Does not: reading one file (`reading`), what is kept of it (`index`).

use super::ReferenceIndex;
use crate::AssetProblem;
use crate::beside::{Beside, Outcome};
use crate::expand::Library;
use crate::project::Project;
use crate::references::disk;
use crate::references::files::{self, Found};
use crate::references::reading::{self, Stamps};
use crate::references::uses::Uses;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use unity_yaml::Guid;

/// Bytes that are read in one piece of work, if the first file has no more. The caller gets what was read behind each.
const PIECE_BYTES: u64 = 1024 * 1024;

/// Files that are.
const PIECE_FILES: usize = 64;

/// What the thread for files does.
#[derive(Debug)]
pub(super) enum AtWork {
    List(Beside<Listed>),
    Read(Beside<Piece>, Vec<Found>),
}

/// All files as they are now.
#[derive(Debug)]
pub(super) struct Listed {
    found: Vec<Found>,
    beyond: usize,
    /// What is known of them.
    before: HashMap<String, Uses>,
}

/// What was read, in the order of the files, with the library for the next piece.
#[derive(Debug)]
pub(super) struct Piece {
    uses: Vec<Uses>,
    reader: Library,
    stamps: Stamps,
}

impl Listed {
    /// `known` is what an earlier making had; without it what is kept on disk counts. Blocking.
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
        // Both its own and what it was played out with.
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
    /// Looks at the folder where that is due; what has to be read is read by `go_on`.
    pub fn begin(&mut self, library: &Library) {
        let is_listing = matches!(self.at_work, Some(AtWork::List(_)));
        // What is known is with that work: the next question looks again.
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

    /// Adds further files until there is no more, `enough` says so, or one is being read; at least one, where one was read.
    /// Blocking where it is not made beside.
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
                // Nothing was found, or all is done.
                return self.finish(library.project());
            } else {
                self.read_more(library);
            }
        }
    }

    /// What is under way beside: its end, where it is waited for now.
    pub fn awaits(&self) -> Option<watch::Receiver<bool>> {
        if !self.ready.is_empty() {
            return None;
        }
        self.at_work.as_ref().map(|work| match work {
            AtWork::List(beside) => beside.ended(),
            AtWork::Read(beside, _) => beside.ended(),
        })
    }

    /// Waits so long for what is read beside; true where `go_on` goes on.
    pub fn wait(&mut self, project: &Arc<Project>, patience: Duration) -> bool {
        self.take_within(project, patience)
    }

    fn take_read(&mut self, project: &Arc<Project>) -> bool {
        self.take_within(project, Duration::ZERO)
    }

    /// False while something is being read.
    fn take_within(&mut self, project: &Arc<Project>, patience: Duration) -> bool {
        match self.at_work.take() {
            None => {}
            Some(AtWork::List(beside)) => match beside.take(patience) {
                Outcome::Done(listed) => self.list(listed),
                Outcome::UnderWay => {
                    self.at_work = Some(AtWork::List(beside));
                    return false;
                }
                // All is read again.
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
                Outcome::Lost => self.ready.extend(files.into_iter().map(|found| (found.path, lost()))),
            },
        }
        true
    }

    /// Of the next files: what is known of one, or what is read of those that are not as they were.
    fn read_more(&mut self, library: &mut Library) {
        let Some(found) = self.todo.pop_front() else { return };
        if let Some(known) = self.known(&found, library.project()) {
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

    fn known(&mut self, found: &Found, project: &Project) -> Option<Uses> {
        let known = self.before.remove(&found.path)?;
        let is_same = known.stamp == found.stamp && known.is_sure && self.stamps.are_the_same(&known, project);
        is_same.then_some(known)
    }
}

/// What is said of a file whose reader did not come back.
fn lost() -> Uses {
    let problem = AssetProblem::Crashed {
        reason: "its reader ended".to_owned(),
    };
    Uses {
        problem: Some(problem.to_string().into()),
        ..Uses::default()
    }
}

/// Keys of that work; no file has them.
const LIST: &str = "uses: list";
const READ: &str = "uses: read";
