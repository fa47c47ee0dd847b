//! The index of uses: the uses in each file, and the users of each target. It is built in steps between other work, in
//! the order of the paths. After the first build, only changed files are read.

mod making;

use super::disk;
use super::files::Found;
use super::reading::Stamps;
use super::uses::{Key, NONE, Spot, Type, Uses, fnv};
use crate::expand::Library;
use making::AtWork;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::path::PathBuf;
use unity_files::{DiskChange, Project};

/// Index of the references in all files of the project, by the asset, class or method to which they refer.
#[derive(Debug, Default)]
pub struct ReferenceIndex {
    /// Folder in which the index is stored between runs; `None` if it is not stored.
    folder: Option<PathBuf>,
    /// Maximum memory of the index in bytes.
    memory: usize,
    taken: usize,
    /// Files that the current build has added to the index, by path, each with the references in it.
    done: Vec<(Box<str>, Uses)>,
    todo: VecDeque<Found>,
    total: usize,
    /// References in each file from the previous build of the index; they are reused if the file did not change.
    before: HashMap<String, Uses>,
    stamps: Stamps,
    /// True if files are listed and read on a background thread instead of the current thread.
    is_beside: bool,
    /// Running background work whose result is still awaited: a listing or reading of files. `None` if there is none.
    at_work: Option<AtWork>,
    /// The library with which the background thread reads files; stored here while no work is running.
    reader: Option<Library>,
    /// Files whose references were read, but that the build has not added to the index yet.
    ready: VecDeque<(String, Uses)>,
    by_key: HashMap<Key, Vec<(u32, u32)>>,
    /// Indexes in the list `done` of the files that are C# sources.
    sources: Vec<u32>,
    /// Indexes in the list `done` of the files that could not be read completely.
    unread: Vec<u32>,
    types: HashSet<Type>,
    /// Number of files that the index lacks, because the project has more than `MAX_FILES` of them.
    beyond: usize,
    is_begun: bool,
    is_stale: bool,
    /// Paths of files that the next build reads again even if their stamps are unchanged.
    changed: BTreeSet<String>,
    /// True if the stored index is out of date, because a file was read since it was stored.
    is_new: bool,
    /// Number of the current build of the index, which increases with each build. It makes positions of earlier builds
    /// invalid.
    making: u64,
}

/// One place in a file that refers to a requested asset, class or method.
#[derive(Debug)]
pub struct User<'a> {
    /// Path of the file that contains the reference: an asset, a `.meta` or a settings file.
    pub file: &'a str,
    /// File id of the object in the target asset to which the reference leads; 0 for the asset as a whole.
    pub file_id: i64,
    /// True if the reference is a call of a method by its name, as in a UnityEvent.
    pub is_call: bool,
    /// Class whose method is called; `None` if the reference is no call or the file does not show the class.
    pub called: Option<&'a Type>,
    /// Object or component with the reference, and the object's hierarchy path; `None` for a file without objects.
    pub spot: Option<(Spot, &'a str)>,
    /// Path of the field that contains the reference; `None` if it is not in a field.
    pub field: Option<&'a str>,
}

impl ReferenceIndex {
    /// Creates an empty index that uses at most `memory` bytes and is stored in `folder` between runs.
    pub fn new(folder: Option<PathBuf>, memory: usize) -> Self {
        Self {
            folder,
            memory,
            ..Self::default()
        }
    }

    /// Makes the index list and read files on a background thread.
    pub fn in_background(self) -> Self {
        Self {
            is_beside: true,
            ..self
        }
    }

    /// Records which files changed, so that the next build reads them again.
    pub fn disk_changed(&mut self, change: &DiskChange) {
        if !self.is_begun {
            return;
        }
        self.is_stale = true;
        self.changed.extend(change.assets.iter().cloned());
        if change.everything {
            // Lost events can hide a change that kept size and time.
            self.forget();
        }
    }

    /// Empties this index and returns its content as another index; the index file on disk remains.
    pub fn forget(&mut self) -> Self {
        let empty = Self {
            folder: self.folder.take(),
            memory: self.memory,
            is_beside: self.is_beside,
            making: self.making,
            ..Self::default()
        };
        std::mem::replace(self, empty)
    }

    /// Returns the approximate memory of the index in bytes.
    pub fn bytes(&self) -> usize {
        self.taken
    }

    /// Returns true if the build of the index was started with `begin` and has not added all files yet.
    pub fn is_under_way(&self) -> bool {
        self.is_begun && !(self.todo.is_empty() && self.ready.is_empty() && self.at_work.is_none())
    }

    /// Returns the number of files that the index contains so far, and the number of all files to be added to it.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.len(), self.total)
    }

    /// Returns the number of the current build of the index; positions from another build are invalid.
    pub fn making(&self) -> u64 {
        self.making
    }

    /// Returns the number of files that the index lacks, because the project has more than `MAX_FILES` of them.
    pub fn excess_count(&self) -> usize {
        self.beyond
    }

    fn add(&mut self, path: String, mut uses: Uses) {
        let weight = uses.weight();
        if self.taken.saturating_add(weight) > self.memory {
            let (stamp, problem) = (
                uses.stamp,
                Some("the index of references has reached its memory limit".into()),
            );
            uses = Uses {
                stamp,
                problem,
                ..Uses::default()
            };
        }
        self.taken = self.taken.saturating_add(uses.weight());
        let at = u32::try_from(self.done.len()).unwrap_or(NONE);
        for (row, one) in (0..).zip(&uses.rows) {
            self.by_key.entry(one.key).or_default().push((at, row));
        }
        for kind in &uses.kinds {
            if !self.types.contains(kind) {
                self.types.insert(kind.clone());
            }
        }
        if !uses.words.is_empty() {
            self.sources.push(at);
        }
        if uses.problem.is_some() || uses.left_out > 0 {
            self.unread.push(at);
        }
        self.done.push((path.into(), uses));
    }

    fn finish(&mut self, project: &Project) {
        let gone = !self.before.is_empty();
        self.before = HashMap::new();
        self.stamps = Stamps::default();
        self.reader = None;
        if let Some(folder) = self.folder.as_deref().filter(|_| self.is_new || gone) {
            let files = self.done.iter().map(|(path, uses)| (&**path, uses));
            // If it cannot be stored, the next run builds it again.
            let _ = disk::save(folder, project.root(), files);
        }
    }

    /// Returns all references to the asset, class or method `key`, sorted by file and by position in the file.
    pub fn users(&self, key: Key) -> impl Iterator<Item = User<'_>> {
        let rows = self.by_key.get(&key).into_iter().flatten();
        rows.filter_map(|(file, row)| self.user(*file, *row))
    }

    /// Returns the paths of the C# sources that contain that identifier.
    pub fn naming(&self, name: &str) -> impl Iterator<Item = &str> {
        let word = fnv(name.as_bytes());
        let files = self.sources.iter().filter_map(|at| self.done.get(*at as usize));
        files
            .filter(move |(_, uses)| uses.words.binary_search(&word).is_ok())
            .map(|(path, _)| &**path)
    }

    /// Returns all component types that occur in any file, without duplicates, in no particular order.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        self.types.iter()
    }

    /// Returns the paths of files that could not be read completely, each with the reason.
    pub fn unread_files(&self) -> impl ExactSizeIterator<Item = (&str, String)> {
        self.unread.iter().map(|at| match self.done.get(*at as usize) {
            Some((path, uses)) => match &uses.problem {
                Some(problem) => (&**path, problem.to_string()),
                None => (&**path, format!("{} further uses in it are not stored", uses.left_out)),
            },
            None => ("", String::new()),
        })
    }

    fn user(&self, file: u32, row: u32) -> Option<User<'_>> {
        let (path, uses) = self.done.get(file as usize)?;
        let one = uses.rows.get(row as usize)?;
        let text = |at: u32| uses.texts.get(at as usize).map(AsRef::as_ref);
        let spot = uses.places.get(one.at as usize).map(|at| {
            let kind = uses.kinds.get(at.kind as usize).cloned();
            let spot = Spot {
                object: at.object as usize,
                key: (at.id, at.instance),
                component: kind.map(|kind| (at.component as usize, kind)),
            };
            (spot, text(at.path).unwrap_or_default())
        });
        Some(User {
            file: path,
            file_id: one.file_id,
            is_call: matches!(one.key, Key::Method(_)),
            called: uses
                .called_class(one.file_id)
                .filter(|_| matches!(one.key, Key::Method(_))),
            spot,
            field: text(one.field),
        })
    }
}

#[cfg(test)]
mod tests;
