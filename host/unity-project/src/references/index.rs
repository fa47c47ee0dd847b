//! The index: all files in their order, read one by one where they are not as they were, and what is used by whom.
//!
//! It is made in steps between other work; files are listed and read on the thread for files, or here where nobody else waits.
//! Files are taken in the order of their paths: what is known is always the start of the whole.

mod making;

use super::disk;
use super::files::Found;
use super::reading::Stamps;
use super::uses::{Key, NONE, Spot, Type, Uses, fnv};
use crate::DiskChange;
use crate::expand::Library;
use crate::project::Project;
use making::AtWork;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::path::PathBuf;

/// Who uses what.
#[derive(Debug, Default)]
pub struct ReferenceIndex {
    /// Where it is kept between runs.
    folder: Option<PathBuf>,
    /// Bytes that it may take.
    memory: usize,
    taken: usize,
    /// In the order of their paths.
    done: Vec<(Box<str>, Uses)>,
    todo: VecDeque<Found>,
    total: usize,
    /// What was known before, for files that are as they were.
    before: HashMap<String, Uses>,
    /// Of files that others were played out with.
    stamps: Stamps,
    /// Files are read on their own thread, not here.
    is_beside: bool,
    /// What that thread does now.
    at_work: Option<AtWork>,
    /// What reads there, between two pieces of work.
    reader: Option<Library>,
    /// Read, and not added yet.
    ready: VecDeque<(String, Uses)>,
    by_key: HashMap<Key, Vec<(u32, u32)>>,
    /// Files in `done` that are sources.
    sources: Vec<u32>,
    /// Files in `done` that could not be read whole.
    unread: Vec<u32>,
    /// Component types that stand in any of them.
    types: HashSet<Type>,
    /// Files that are not looked at, since there are too many.
    beyond: usize,
    is_begun: bool,
    is_stale: bool,
    /// Paths that are read again whatever their stamps say.
    changed: BTreeSet<String>,
    /// Something was read, so that what is kept is older.
    is_new: bool,
    /// Grows with each making: positions in an older one mean nothing.
    making: u64,
}

/// One use, borrowed from the index.
#[derive(Debug)]
pub struct User<'a> {
    /// Asset path; of an importer that of its `.meta`.
    pub file: &'a str,
    /// Which object of the asset is used; 0 for the asset as a whole.
    pub file_id: i64,
    /// It calls a method by its name.
    pub is_call: bool,
    /// The class whose method is called, if the file says which.
    pub called: Option<&'a Type>,
    /// Where it stands, and the object's path.
    pub spot: Option<(Spot, &'a str)>,
    /// The field.
    pub field: Option<&'a str>,
}

impl ReferenceIndex {
    /// Nothing is read yet. `memory` bounds what it takes, in bytes; `folder` is where it is kept between runs.
    pub fn new(folder: Option<PathBuf>, memory: usize) -> Self {
        Self {
            folder,
            memory,
            ..Self::default()
        }
    }

    /// The same, with files listed and read on the thread for files.
    pub fn beside(self) -> Self {
        Self {
            is_beside: true,
            ..self
        }
    }

    /// Remembers that files may be different now.
    pub fn disk_changed(&mut self, change: &DiskChange) {
        if !self.is_begun {
            return;
        }
        self.is_stale = true;
        self.changed.extend(change.assets.iter().cloned());
        if change.everything {
            // Lost events may hide a change that left size and time alone.
            self.forget();
        }
    }

    /// Gives back what it takes; what is kept on disk stays.
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

    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        self.taken
    }

    /// True where `begin` was asked for and some file was not looked at yet.
    pub fn is_under_way(&self) -> bool {
        self.is_begun && !(self.todo.is_empty() && self.ready.is_empty() && self.at_work.is_none())
    }

    /// Files looked at, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.len(), self.total)
    }

    /// Which making this is; what was known in an earlier one may stand elsewhere.
    pub fn making(&self) -> u64 {
        self.making
    }

    /// Files that are not looked at, since there are too many.
    pub fn beyond(&self) -> usize {
        self.beyond
    }

    fn add(&mut self, path: String, mut uses: Uses) {
        let weight = uses.weight();
        if self.taken.saturating_add(weight) > self.memory {
            let (stamp, problem) = (uses.stamp, Some("the index of references has no room for it".into()));
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
            // What cannot be kept is made again by the next run.
            let _ = disk::save(folder, project.root(), files);
        }
    }

    /// Users of that key, by file and then by place in it.
    pub fn users(&self, key: Key) -> impl Iterator<Item = User<'_>> {
        let rows = self.by_key.get(&key).into_iter().flatten();
        rows.filter_map(|(file, row)| self.user(*file, *row))
    }

    /// Sources in which that name stands.
    pub fn naming(&self, name: &str) -> impl Iterator<Item = &str> {
        let word = fnv(name.as_bytes());
        let files = self.sources.iter().filter_map(|at| self.done.get(*at as usize));
        files
            .filter(move |(_, uses)| uses.words.binary_search(&word).is_ok())
            .map(|(path, _)| &**path)
    }

    /// All component types that are used by some file, each once, in no order.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        self.types.iter()
    }

    /// Files that could not be read, or not whole, with the reason.
    pub fn not_read(&self) -> impl ExactSizeIterator<Item = (&str, String)> {
        self.unread.iter().map(|at| match self.done.get(*at as usize) {
            Some((path, uses)) => match &uses.problem {
                Some(problem) => (&**path, problem.to_string()),
                None => (&**path, format!("{} more uses in it are not kept", uses.left_out)),
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
            called: uses.called(one.file_id).filter(|_| matches!(one.key, Key::Method(_))),
            spot,
            field: text(one.field),
        })
    }
}

#[cfg(test)]
mod tests;
