//! Large files, played out on a thread of their own while their caller does something else.
//!
//! Belongs here: which files are large, what becomes of a result. Does not: threads (`csharp_sources`), playing out (`Library::scene`).

use super::Library;
use crate::AssetProblem;
use crate::csharp_sources::turn;
use crate::expand::flat::Flat;
use crate::expand::source::Source;
use crate::project::Project;
use crate::scripts::{TypeId, Types};
use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::SystemTime;
use unity_yaml::Guid;

/// Bytes of the smallest file that is large: to play out a smaller one takes a few milliseconds.
const LARGE: u64 = 256 * 1024;

/// Results that are kept until their command is repeated; the oldest makes room.
const MOST_READY: usize = 2;

/// Identifies the content that was read, as far as the system knows it.
type Stamp = (u64, SystemTime);

/// Files that were played out beside this library.
#[derive(Clone, Default)]
pub(super) struct Aside(Arc<Mutex<VecDeque<Ready>>>);

struct Ready {
    path: String,
    stamp: Stamp,
    outcome: Result<PlayedOut, AssetProblem>,
}

struct PlayedOut {
    flat: Flat,
    /// Those of the library that played it out, by whose numbers its components name their types.
    types: Types,
    told: HashMap<Guid, Vec<String>>,
    texts: Vec<Weak<Source>>,
}

impl Aside {
    /// Nothing panics while it is held.
    fn ready(&self) -> MutexGuard<'_, VecDeque<Ready>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, path: &str, stamp: Stamp) -> bool {
        let mut ready = self.ready();
        // What was read of the file as it was before is of no use.
        ready.retain(|one| one.path != path || one.stamp == stamp);
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
        let Some(stamp) = self.stamp(path).filter(|(bytes, _)| *bytes >= LARGE) else {
            return true;
        };
        if self.aside.has(path, stamp) {
            return true;
        }
        let (project, memory, aside) = (Arc::clone(&self.project), self.meter.limit(), self.aside.clone());
        let own = path.to_owned();
        self.types.sources().play_out(path, move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| play_out(project, memory, &own)));
            aside.put(Ready {
                stamp,
                outcome: outcome.unwrap_or_else(|why| Err(crashed(&*why))),
                path: own,
            });
        })
    }

    /// What was played out beside this library, if the file is still the same.
    pub(super) fn played_out(&mut self, path: &str) -> Option<Result<Flat, AssetProblem>> {
        let ready = self.aside.take(path)?;
        let is_same = self.stamp(path) == Some(ready.stamp);
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

fn play_out(project: Arc<Project>, memory: usize, path: &str) -> Result<PlayedOut, AssetProblem> {
    let types = Types::without_names(Arc::clone(&project));
    let mut library = Library::with(project, types, memory);
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

fn crashed(why: &(dyn Any + Send)) -> AssetProblem {
    let text = why.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let reason = text.or_else(|| why.downcast_ref::<String>().cloned());
    AssetProblem::Crashed {
        reason: reason.unwrap_or_else(|| "it gave no reason".to_owned()),
    }
}
