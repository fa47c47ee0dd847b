//! Expands large files on a separate thread while the caller continues with other work.

use super::Library;
use crate::expand::flat::Flat;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::SystemTime;
use unity_fields::Source;
use unity_files::AssetProblem;
use unity_scripts::csharp_sources::turn;
use unity_scripts::{TypeId, Types};
use unity_yaml::Guid;

/// Minimum size in bytes of a file that is expanded on another thread; smaller files take a few milliseconds.
const LARGE: u64 = 256 * 1024;

/// Maximum number of files expanded on another thread that wait until a command uses them; the oldest is dropped.
const MOST_READY: usize = 2;

/// Maximum number of assets whose last change is recorded; beyond it, all records are cleared.
const MOST_CHANGES: usize = 10_000;

/// Size in bytes and modification time of a file, from which a change of the content is detected.
pub type Stamp = (u64, SystemTime);

/// Files that another thread expanded for this library and that the library has not used yet.
#[derive(Clone, Default)]
pub(super) struct Aside(Arc<Mutex<VecDeque<Ready>>>);

struct Ready {
    path: String,
    stamp: Stamp,
    /// Value of the counter of asset changes when the expansion began; later changes make the result out of date.
    change: u64,
    outcome: Result<PlayedOut, AssetProblem>,
}

struct PlayedOut {
    flat: Flat,
    /// Component types of the library that expanded the file, to which the type numbers of its components refer.
    types: Types,
    told: HashMap<Guid, Vec<String>>,
    texts: Vec<Weak<Source>>,
}

/// For each asset, the value of the change counter at its last change; it shows which expanded files are out of date.
#[derive(Default)]
pub(super) struct Changes {
    count: u64,
    last: HashMap<Guid, u64>,
    /// Value of the change counter when `last` was full and was cleared; files expanded before that are out of date.
    forgotten: u64,
}

impl Changes {
    pub(super) fn note(&mut self, changed: &BTreeSet<Guid>) {
        if changed.is_empty() {
            return;
        }
        if self.last.len().saturating_add(changed.len()) > MOST_CHANGES {
            self.last.clear();
            self.forgotten = self.count;
        }
        self.count += 1;
        self.last.extend(changed.iter().map(|guid| (*guid, self.count)));
    }

    fn has_seen_all(&self, ready: &Ready) -> bool {
        let is_older = |guid: &Guid| self.last.get(guid).is_none_or(|change| *change <= ready.change);
        match &ready.outcome {
            Ok(played) => ready.change >= self.forgotten && played.flat.needs.iter().all(is_older),
            // The prefab that failed can be a different asset now.
            Err(_) => ready.change == self.count,
        }
    }
}

impl Aside {
    /// Locks the list of expanded files. A poisoned lock is accepted, because no code panics while it holds the lock.
    fn ready(&self) -> MutexGuard<'_, VecDeque<Ready>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, path: &str, stamp: Stamp, changes: &Changes) -> bool {
        let mut ready = self.ready();
        // Results for an earlier state of the file are useless.
        ready.retain(|one| one.path != path || (one.stamp == stamp && changes.has_seen_all(one)));
        ready.iter().any(|one| one.path == path)
    }

    fn take(&self, path: &str) -> Option<Ready> {
        let mut ready = self.ready();
        let at = ready.iter().position(|one| one.path == path)?;
        ready.remove(at)
    }

    fn put(&self, one: Ready) {
        let mut ready = self.ready();
        ready.retain(|known| known.path != one.path);
        ready.push_back(one);
        while ready.len() > MOST_READY {
            ready.pop_front();
        }
    }
}

impl Library {
    /// Starts the expansion of a large file on another thread, so that `scene` is fast later. Returns false while the
    /// expansion runs; the client must then repeat the command.
    pub fn prepare(&mut self, path: &str) -> bool {
        if turn::is_patient() {
            return true;
        }
        let Some(stamp) = self.large(path) else {
            return true;
        };
        self.aside.has(path, stamp, &self.changes) || self.put_aside(path, stamp)
    }

    /// Starts the expansion of a small but slow file on another thread and returns immediately.
    pub(super) fn expand_beside(&mut self, path: &str) {
        if let Some(stamp) = self.stamp(path) {
            self.put_aside(path, stamp);
        }
    }

    fn put_aside(&mut self, path: &str, stamp: Stamp) -> bool {
        let (alone, aside) = (self.nameless(), self.aside.clone());
        let (own, change) = (path.to_owned(), self.changes.count);
        self.types.sources().play_out(path, move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| play_out(alone, &own)));
            aside.put(Ready {
                stamp,
                change,
                outcome: outcome.unwrap_or_else(|why| Err(AssetProblem::from_panic(&*why))),
                path: own,
            });
        })
    }

    /// Creates an empty library of the same project for another thread, which does not determine the names of types.
    pub(crate) fn nameless(&self) -> Self {
        let types = Types::without_names(Arc::clone(&self.project));
        Self::with_parts(Arc::clone(&self.project), types, self.meter.limit())
    }

    /// Creates an empty library of the same project for another thread, which determines the names of types.
    pub fn separate(&self) -> Self {
        Self::with_parts(Arc::clone(&self.project), self.types.separate(), self.meter.limit())
    }

    /// Returns size and modification time of an asset file if it is large; `None` for a file of less than 256 KiB.
    pub fn large(&self, path: &str) -> Option<Stamp> {
        self.stamp(path).filter(|(bytes, _)| *bytes >= LARGE)
    }

    /// Returns size and modification time of a settings file of at least 256 KiB; `path` is relative to the project.
    pub fn large_file(&self, path: &str) -> Option<Stamp> {
        let facts = self.project.root().join(path).metadata().ok()?;
        let stamp = (facts.len(), facts.modified().ok()?);
        (stamp.0 >= LARGE).then_some(stamp)
    }

    /// Removes and returns the scene or prefab file that another thread expanded (resolved its nested prefabs). Returns
    /// `None` if the thread has not finished, or if the file has changed since.
    pub(super) fn played_out(&mut self, path: &str) -> Option<Result<Flat, AssetProblem>> {
        let ready = self.aside.take(path)?;
        let is_same = self.stamp(path) == Some(ready.stamp) && self.changes.has_seen_all(&ready);
        is_same.then(|| ready.outcome.map(|played| self.adopt(played)))
    }

    fn stamp(&self, path: &str) -> Option<Stamp> {
        self.project.roots().stamp(path).ok().flatten()
    }

    fn adopt(&mut self, played: PlayedOut) -> Flat {
        let PlayedOut {
            mut flat,
            types,
            told,
            texts,
        } = played;
        let numbers = self.types.numbers_of(&types);
        let own = |kind: TypeId| numbers.get(kind.index()).copied().unwrap_or(kind);
        let of_objects = flat.objects.iter_mut().flat_map(|object| &mut object.components);
        for component in of_objects.chain(flat.loose.iter_mut().map(|(_, component)| component)) {
            component.kind = own(component.kind);
        }
        for (guid, problems) in told {
            if !self.prefabs.contains_key(&guid) {
                self.told.insert(guid, problems);
            }
        }
        self.texts.retain(|text| text.strong_count() > 0);
        self.texts.extend(texts);
        flat
    }
}

fn play_out(mut library: Library, path: &str) -> Result<PlayedOut, AssetProblem> {
    let flat = library.scene(path)?;
    let kept = library.prefabs.iter();
    let problems = kept.filter_map(|(guid, kept)| Some((*guid, kept.flat.as_ref().ok()?.problems.clone())));
    let mut told: HashMap<Guid, Vec<String>> = problems.filter(|(_, problems)| !problems.is_empty()).collect();
    told.extend(library.told);
    Ok(PlayedOut {
        flat,
        types: library.types,
        told,
        texts: library.texts,
    })
}
