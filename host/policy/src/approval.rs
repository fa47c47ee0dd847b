//! The extent of an approval: how many steps, and which objects, plans or files the user approved.
//!
//! This module counts steps and compares names. The caller writes the question, and knows which command acts on which
//! object.

use host_api::{Access, Refusal};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The extent of one approval. Copies share one count, so a step counts in every copy, including the next try of a call
/// with the same idempotency key.
#[derive(Clone, Debug)]
pub struct Agreed(Arc<Extent>);

#[derive(Debug)]
struct Extent {
    /// Maximum number of steps of the call.
    steps: u32,
    /// The objects in the question; `None` if it named no object.
    objects: Option<Shown>,
    /// Digests of the plans in the question, each valid once; `None` if it contained no plan.
    plans: Option<BTreeSet<String>>,
    /// Asset paths of the files that the question listed as written; `None` if it listed none.
    files: Option<BTreeSet<String>>,
    /// The steps taken so far, each with the plan that it carried out, if any.
    done: Mutex<BTreeMap<Action, Option<String>>>,
    /// Random hash keys, so that no guest can search for two actions with the same digest.
    digests: [RandomState; 2],
}

/// The digest of one action of a call. The same action in the next try of the call has the same digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Action(u64, u64);

/// The objects in a question. Ids, paths and names are separate, because the name of one object may equal the path of
/// another.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The text form of each `ObjectId`, with the path that the question showed for it; `None` if it showed no path.
    pub ids: BTreeMap<String, Option<String>>,
    /// Paths from the root, with the leading slash; each covers every object with that path.
    pub paths: BTreeSet<String>,
    /// Names; each covers every object with that name.
    pub names: BTreeSet<String>,
}

/// One step that an approval covers; it counts unless it is undone.
#[derive(Debug)]
#[must_use = "a step that changed nothing must be undone"]
pub struct Step(Agreed, Action);

impl Agreed {
    /// Creates an approval of at least one step. `objects` are the objects in the question; `None` if it named none, so
    /// that the tool chooses.
    pub fn for_steps(steps: u32, objects: Option<Shown>) -> Self {
        Self::new(steps.max(1), objects, None, None)
    }

    /// Creates an approval that covers the plans with these digests, each once, and nothing else. An empty list covers
    /// nothing.
    pub fn to_plans(digests: impl IntoIterator<Item = String>) -> Self {
        let plans: BTreeSet<String> = digests.into_iter().collect();
        Self::new(u32::try_from(plans.len()).unwrap_or(u32::MAX), None, Some(plans), None)
    }

    /// Creates an approval that covers one write of each of these files, and nothing else. An empty list covers
    /// nothing.
    pub fn to_files(files: impl IntoIterator<Item = String>) -> Self {
        let files: BTreeSet<String> = files.into_iter().collect();
        Self::new(u32::try_from(files.len()).unwrap_or(u32::MAX), None, None, Some(files))
    }

    fn new(
        steps: u32,
        objects: Option<Shown>,
        plans: Option<BTreeSet<String>>,
        files: Option<BTreeSet<String>>,
    ) -> Self {
        Self(Arc::new(Extent {
            steps,
            objects,
            plans,
            files,
            done: Mutex::default(),
            digests: [RandomState::new(), RandomState::new()],
        }))
    }

    /// Returns the digest of an action. `what` is the number of a command within its call, and the command.
    pub fn action(&self, what: &impl Debug) -> Action {
        let text = format!("{what:?}");
        let [first, second] = self.0.digests.each_ref().map(|digest| digest.hash_one(&text));
        Action(first, second)
    }

    /// True if this action was already done under this approval: the call was sent again, and the bridge has the stored
    /// first result.
    pub fn is_done(&self, action: Action) -> bool {
        self.lock_done().contains_key(&action)
    }

    /// True if any action was done under this approval, which means that the objects were as shown at that time.
    pub fn has_acted(&self) -> bool {
        !self.lock_done().is_empty()
    }

    /// Returns the approximate size of the approval in bytes.
    pub fn weight(&self) -> usize {
        let of = |text: &String| text.len() + 2 * size_of::<String>();
        let extent = &*self.0;
        let texts = extent.plans.iter().chain(&extent.files).flatten().map(of);
        let shown = extent.objects.iter().flat_map(|shown| {
            let ids = shown
                .ids
                .iter()
                .map(move |(id, path)| of(id) + path.as_ref().map_or(0, of));
            ids.chain(shown.paths.iter().chain(&shown.names).map(of))
        });
        let done = extent.steps as usize * size_of::<(Action, Option<String>)>();
        size_of::<Extent>() + texts.sum::<usize>() + shown.sum::<usize>() + done
    }

    fn lock_done(&self) -> MutexGuard<'_, BTreeMap<Action, Option<String>>> {
        self.0.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks a change against the files in the question. `written` are the files that it writes; `None` if it writes
    /// none.
    ///
    /// # Errors
    /// The question listed files, and the change writes other files or does something else.
    pub fn files(&self, written: Option<&[String]>) -> Result<(), Refusal> {
        let Some(shown) = &self.0.files else {
            return Ok(());
        };
        if shown.is_empty() && written.is_none_or(|written| !written.is_empty()) {
            return Err(Refusal::files_empty());
        }
        let Some(written) = written else {
            return Err(Refusal::files_missing());
        };
        match written.iter().find(|file| !shown.contains(*file)) {
            Some(file) => Err(Refusal::file_differs(file)),
            None => Ok(()),
        }
    }

    /// Checks a change against the plans in the question. `plan` is the digest of the plan that the change carries out.
    /// Returns `None` if the question contained no plan; then steps and objects decide.
    ///
    /// # Errors
    /// The plan was not in the question or was already carried out, or the change has no plan although the question had
    /// one.
    pub fn plan(&self, action: Action, plan: Option<&str>) -> Option<Result<Step, Refusal>> {
        let shown = self.0.plans.as_ref()?;
        if self.0.steps == 0 {
            return Some(Err(Refusal::plan_empty()));
        }
        let Some(plan) = plan else {
            return Some(Err(Refusal::plan_missing()));
        };
        let mut done = self.lock_done();
        let is_free = done.values().flatten().all(|other| other != plan);
        Some(if shown.contains(plan) && is_free {
            done.insert(action, Some(plan.to_owned()));
            Ok(Step(self.clone(), action))
        } else {
            Err(Refusal::plan_differs())
        })
    }

    /// Returns the maximum number of steps of the call.
    pub fn steps(&self) -> u32 {
        self.0.steps
    }

    /// True if the question showed the object with this id, or named no objects.
    pub fn covers_id(&self, id: &str) -> bool {
        self.0.objects.as_ref().is_none_or(|shown| shown.ids.contains_key(id))
    }

    /// True if the question showed an object with this path or name, or named no objects.
    pub fn covers(&self, path: &str, name: &str) -> bool {
        let shown = |shown: &Shown| shown.paths.contains(path) || shown.names.contains(name);
        self.0.objects.as_ref().is_none_or(shown)
    }

    /// True if the question named objects. Then a step that acts on no object is not covered.
    pub fn names_objects(&self) -> bool {
        self.0.objects.is_some()
    }

    /// Returns the ids that the question showed with a path, each with this path.
    pub fn shown_paths(&self) -> impl Iterator<Item = (&str, &str)> {
        let shown = self.0.objects.iter().flat_map(|shown| &shown.ids);
        shown.filter_map(|(id, path)| Some((id.as_str(), path.as_deref()?)))
    }

    /// Returns the refusal of a step that acts on no object, although the question named objects.
    pub fn no_object(&self, access: &Access) -> Refusal {
        Refusal::object_missing(access.interface, access.function)
    }

    /// Returns the refusal of every step after an object changed since the user saw it. `now` is its current path, if
    /// it still exists.
    pub fn not_as_shown(&self, id: &str, shown: &str, now: Option<&str>) -> Refusal {
        let now = now.map_or_else(|| "gone now".to_owned(), |path| format!("\"{path}\" now"));
        Refusal::object_changed(id, shown, now)
    }

    /// Returns the refusal of a step on an object that the question did not name.
    pub fn other_object(&self, object: &str) -> Refusal {
        Refusal::object_differs(object)
    }

    /// Takes one of the approved steps.
    ///
    /// # Errors
    /// All approved steps were already taken.
    pub fn step(&self, action: Action) -> Result<Step, Refusal> {
        let extent = &*self.0;
        let mut done = self.lock_done();
        let has_room = done.len() < extent.steps as usize;
        match has_room {
            true => {
                done.insert(action, None);
                Ok(Step(self.clone(), action))
            }
            false => Err(match extent.steps {
                1 => Refusal::step_taken(),
                steps => Refusal::steps_taken(steps),
            }),
        }
    }
}

impl Step {
    /// Gives the step back, because it changed nothing: it can be taken again.
    pub fn give_back(self) {
        self.0.lock_done().remove(&self.1);
    }
}

#[cfg(test)]
mod tests;
