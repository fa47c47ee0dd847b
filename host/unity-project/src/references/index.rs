//! The index: all files in their order, read one by one where they are not as they were, and what is used by whom.
//!
//! It is made in steps between other work, with the library of whoever asks, so that its memory is counted with the rest.
//! Files are taken in the order of their paths: what is known is always the start of the whole.

use super::disk;
use super::files::{self, Found, Kind, Stamp};
use super::uses::{Key, NONE, Spot, Type, Uses, fnv};
use super::{objects, texts};
use crate::AssetProblem;
use crate::DiskChange;
use crate::expand::Library;
use crate::project::{Project, has_extension};
use crate::text_assets::{is_text_asset, may_be_text};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::path::PathBuf;
use unity_yaml::{FileProblem, Guid};

/// Sources and other texts that are longer are not read.
pub(super) const MAX_TEXT_BYTES: u64 = 16 * 1024 * 1024;

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
    /// Stamps of files that others were played out with.
    stamps: HashMap<Guid, Option<Stamp>>,
    by_key: HashMap<Key, Vec<(u32, u32)>>,
    /// Files in `done` that are sources.
    sources: Vec<u32>,
    /// Files in `done` that could not be read whole.
    unread: Vec<u32>,
    /// Component types that stand in any of them.
    types: HashSet<Type>,
    /// Files that are not looked at, since there are too many.
    beyond: usize,
    /// What is being read.
    reading: Option<Found>,
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

    /// Gives its memory back; what is kept on disk stays.
    pub fn forget(&mut self) {
        let making = self.making;
        *self = Self::new(self.folder.take(), self.memory);
        self.making = making;
    }

    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        self.taken
    }

    /// Looks at the folder where that is due; what has to be read is read by `go_on`. Blocking, and short.
    pub fn begin(&mut self, project: &Project) {
        if self.is_begun && !self.is_stale {
            return;
        }
        let before: HashMap<String, Uses> = if self.is_begun {
            let done = std::mem::take(&mut self.done);
            let known = done.into_iter().map(|(path, uses)| (path.into_string(), uses));
            known.chain(std::mem::take(&mut self.before)).collect()
        } else {
            let folder = self.folder.as_deref();
            folder
                .map(|folder| disk::load(folder, project.root()))
                .unwrap_or_default()
        };
        let changed = std::mem::take(&mut self.changed);
        let (found, beyond) = files::find(project);
        *self = Self {
            folder: self.folder.take(),
            memory: self.memory,
            total: found.len(),
            todo: found.into(),
            before,
            beyond,
            is_begun: true,
            making: self.making + 1,
            ..Self::default()
        };
        // Both its own and what it was played out with.
        for path in &changed {
            self.before.remove(path);
        }
        let guids: Vec<Guid> = changed.iter().filter_map(|path| project.index.guid(path)).collect();
        let needs_one = |uses: &Uses| uses.needs.iter().any(|(guid, _)| guids.contains(guid));
        self.before.retain(|_, uses| !needs_one(uses));
    }

    /// True where `begin` was asked for and some file was not looked at yet.
    pub fn is_under_way(&self) -> bool {
        self.is_begun && !self.todo.is_empty()
    }

    /// Files looked at, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.len(), self.total)
    }

    /// Which making this is; what was known in an earlier one may stand elsewhere.
    pub fn making(&self) -> u64 {
        self.making
    }

    /// Looks at further files until there is no more or `enough` says so; at least at one. Blocking.
    pub fn go_on(&mut self, library: &mut Library, enough: &mut dyn FnMut() -> bool) {
        while let Some(found) = self.todo.pop_front() {
            let known = self.before.remove(&found.path);
            let known = known.filter(|uses| uses.stamp == found.stamp && uses.is_sure);
            let known = known.filter(|uses| self.needs_are_the_same(uses, library.project()));
            let uses = match known {
                Some(known) => known,
                None => {
                    self.is_new = true;
                    let (path, stamp) = (found.path.clone(), found.stamp);
                    self.reading = Some(Found { path, stamp });
                    let uses = self.read(library, &found);
                    self.reading = None;
                    uses
                }
            };
            self.add(found.path, uses);
            if self.todo.is_empty() {
                self.finish(library.project());
            }
            if enough() {
                return;
            }
        }
    }

    /// After a panic in `go_on`: the file that was being read counts as one that cannot be.
    pub fn give_up(&mut self, why: &str, project: &Project) {
        if let Some(Found { path, .. }) = self.reading.take() {
            let problem = AssetProblem::Crashed { reason: why.to_owned() };
            let uses = Uses {
                problem: Some(problem.to_string().into()),
                ..Uses::default()
            };
            self.add(path, uses);
            if self.todo.is_empty() {
                self.finish(project);
            }
        }
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
        self.stamps = HashMap::new();
        if let Some(folder) = self.folder.as_deref().filter(|_| self.is_new || gone) {
            let files = self.done.iter().map(|(path, uses)| (&**path, uses));
            // What cannot be kept is made again by the next run.
            let _ = disk::save(folder, project.root(), files);
        }
    }

    fn needs_are_the_same(&mut self, uses: &Uses, project: &Project) -> bool {
        uses.needs
            .iter()
            .all(|(guid, stamp)| self.stamp_of(*guid, project) == *stamp)
    }

    fn stamp_of(&mut self, guid: Guid, project: &Project) -> Option<Stamp> {
        *self
            .stamps
            .entry(guid)
            .or_insert_with(|| files::stamp(project, project.index.path(guid)?))
    }

    fn read(&mut self, library: &mut Library, found: &Found) -> Uses {
        let read = match Kind::of(&found.path) {
            Kind::Scene | Kind::Prefab => self.read_objects(library, &found.path),
            _ => read_other(library, &found.path),
        };
        let mut uses = match read {
            Ok(uses) => uses,
            // Gone since it was listed.
            Err(AssetProblem::Missing) => Uses::default(),
            Err(problem) => Uses {
                problem: Some(problem.to_string().into()),
                ..Uses::default()
            },
        };
        uses.stamp = found.stamp;
        uses.is_sure = found.stamp.is_sure();
        uses
    }

    fn read_objects(&mut self, library: &mut Library, path: &str) -> Result<Uses, AssetProblem> {
        let flat = match library.scene(path) {
            Ok(flat) => flat,
            // Without its hierarchy it still uses what it uses.
            Err(AssetProblem::OverBudget { .. } | AssetProblem::TooNested { .. } | AssetProblem::LongPaths { .. }) => {
                return read_other(library, path);
            }
            Err(problem) => return Err(problem),
        };
        let Some(source) = &flat.file else {
            return Ok(Uses::default());
        };
        let mut uses = objects::of_source(source, Some(&flat));
        let project = library.project();
        uses.needs = flat
            .needs
            .iter()
            .map(|guid| (*guid, self.stamp_of(*guid, project)))
            .collect();
        Ok(uses)
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

/// A file without a hierarchy.
pub(super) fn read_other(library: &mut Library, path: &str) -> Result<Uses, AssetProblem> {
    let file = files::locate(library.project(), path).ok_or(AssetProblem::Missing)?;
    if path.starts_with("ProjectSettings/") || (is_text_asset(path) && !has_extension(path, "meta")) {
        if !may_be_text(&file, path)? {
            return Ok(Uses::default());
        }
        match library.look_at_file(path, &file, |_, source| objects::of_source(source, None)) {
            // Some packages keep their settings as JSON under the same ending.
            Err(AssetProblem::Text(FileProblem::Json)) => {}
            read => return read,
        }
    }
    library.look_at_bytes(&file, MAX_TEXT_BYTES, |library, bytes| {
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}');
        if has_extension(path, "meta") {
            texts::of_meta(text)
        } else {
            texts::of_text(library.project(), path, text)
        }
    })
}

#[cfg(test)]
mod tests;
