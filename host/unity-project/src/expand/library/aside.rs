//! Large files, played out on a thread of their own while their caller does something else.
//!
//! Belongs here: which files are large, what becomes of a result. Does not: threads (`csharp_sources`), playing out (`Library::scene`).

use super::Library;
use crate::AssetProblem;
use crate::csharp_sources::turn;
use crate::expand::flat::Flat;
use crate::expand::source::Source;
use crate::scripts::{TypeId, Types};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::SystemTime;
use unity_yaml::Guid;

/// Bytes of the smallest file that is large: to play out a smaller one takes a few milliseconds.
const LARGE: u64 = 256 * 1024;

/// Results that are kept until their command is repeated; the oldest makes room.
const MOST_READY: usize = 2;

/// Assets whose last change is remembered.
const MOST_CHANGES: usize = 10_000;

/// Identifies the content that was read, as far as the system knows it.
pub type Stamp = (u64, SystemTime);

/// Files that were played out beside this library.
#[derive(Clone, Default)]
pub(super) struct Aside(Arc<Mutex<VecDeque<Ready>>>);

struct Ready {
    path: String,
    stamp: Stamp,
    /// The last change of the library's assets that it has seen.
    change: u64,
    outcome: Result<PlayedOut, AssetProblem>,
}

struct PlayedOut {
    flat: Flat,
    /// Those of the library that played it out, by whose numbers its components name their types.
    types: Types,
    told: HashMap<Guid, Vec<String>>,
    texts: Vec<Weak<Source>>,
}

/// Which asset changed when: what was played out of an asset as it was before is of no use.
#[derive(Default)]
pub(super) struct Changes {
    count: u64,
    last: HashMap<Guid, u64>,
    /// The last change that is not in the table.
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

    /// Whether the file is played out of its assets as they are.
    fn has_seen_all(&self, ready: &Ready) -> bool {
        let is_older = |guid: &Guid| self.last.get(guid).is_none_or(|change| *change <= ready.change);
        match &ready.outcome {
            Ok(played) => ready.change >= self.forgotten && played.flat.needs.iter().all(is_older),
            // It may be the asset that is another one now.
            Err(_) => ready.change == self.count,
        }
    }
}

impl Aside {
    /// Nothing panics while it is held.
    fn ready(&self) -> MutexGuard<'_, VecDeque<Ready>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, path: &str, stamp: Stamp, changes: &Changes) -> bool {
        let mut ready = self.ready();
        // What was read of the file as it was before is of no use.
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
    /// Sees to it that `scene` of this file takes no long time: a large one is played out beside the caller. False where that is
    /// not done yet, which the turn notes: the command has to be repeated then.
    pub fn prepare(&mut self, path: &str) -> bool {
        if turn::is_patient() {
            return true;
        }
        let Some(stamp) = self.large(path) else {
            return true;
        };
        self.aside.has(path, stamp, &self.changes) || self.put_aside(path, stamp)
    }

    /// The file is no large one and takes long all the same.
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
                outcome: outcome.unwrap_or_else(|why| Err(AssetProblem::crashed(&*why))),
                path: own,
            });
        })
    }

    /// Another library of the same project, for another thread: nothing is read yet, and it names no types.
    pub(crate) fn nameless(&self) -> Self {
        let types = Types::without_names(Arc::clone(&self.project));
        Self::with(Arc::clone(&self.project), types, self.meter.limit())
    }

    /// The same, and it names types.
    pub fn alone(&self) -> Self {
        Self::with(Arc::clone(&self.project), self.types.alone(), self.meter.limit())
    }

    /// What tells that a large file is the same as before; `None` for a file that is read in a few milliseconds.
    pub fn large(&self, path: &str) -> Option<Stamp> {
        self.stamp(path).filter(|(bytes, _)| *bytes >= LARGE)
    }

    /// The same of a file of the project that is no asset.
    pub fn large_file(&self, path: &str) -> Option<Stamp> {
        let facts = self.project.root().join(path).metadata().ok()?;
        let stamp = (facts.len(), facts.modified().ok()?);
        (stamp.0 >= LARGE).then_some(stamp)
    }

    /// What was played out beside this library, if the file is still the same.
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
