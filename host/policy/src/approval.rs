//! The extent of an approval: how many steps, and which objects, plans or files the user approved.
//! This module counts steps and compares names. The caller writes the question.
//! object.

use host_api::{Access, Refusal};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The steps, objects, plans or files that a user approved for one call. All clones share one step count, also the
/// clone for a retry of the call with the same idempotency key.
#[derive(Clone, Debug)]
pub struct Agreed(Arc<Extent>);

#[derive(Debug)]
struct Extent {
    steps: u32,
    /// The Unity objects that the question to the user showed; `None` if it named no object.
    objects: Option<Shown>,
    /// Digests of the plans that the question showed; each covers one step. `None` if it showed no plan.
    plans: Option<BTreeSet<String>>,
    /// Asset paths of the files to write that the question listed; `None` if it listed none.
    files: Option<BTreeSet<String>>,
    /// The steps done so far, each with the digest of the plan that it carried out; `None` for a step without a plan.
    done: Mutex<BTreeMap<Action, Option<String>>>,
    /// Random hash keys, so that no guest can search for two actions with the same digest.
    digests: [RandomState; 2],
}

/// The digest of one action of a call. A retry of the call gives the same action the same digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Action(u64, u64);

/// The Unity objects that a question showed to the user. Ids, paths and names are separate, because the name of one
/// object may equal the path of another.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The text form of each `ObjectId`, with the path that the question showed for it; `None` if it showed no path.
    pub ids: BTreeMap<String, Option<String>>,
    /// Hierarchy paths with a leading slash, such as `/Hall/Door`; each covers every object with that path.
    pub paths: BTreeSet<String>,
    /// Object names; each covers every object with that name.
    pub names: BTreeSet<String>,
}

/// One change (step) of a call that the user's approval covers and has counted. `give_back` removes it from the count.
#[derive(Debug)]
#[must_use = "a step that changed nothing must be undone"]
pub struct Step(Agreed, Action);

impl Agreed {
    /// Creates an approval of `steps` steps, at least one. `objects` are the objects in the question; `None` if it
    /// named no objects, so that the tool chooses them.
    pub fn for_steps(steps: u32, objects: Option<Shown>) -> Self {
        Self::new(steps.max(1), objects, None, None)
    }

    /// Creates an approval of one step for each plan with these digests. An empty list covers nothing.
    pub fn to_plans(digests: impl IntoIterator<Item = String>) -> Self {
        let plans: BTreeSet<String> = digests.into_iter().collect();
        Self::new(u32::try_from(plans.len()).unwrap_or(u32::MAX), None, Some(plans), None)
    }

    /// Creates an approval of one write for each of these files. An empty list covers nothing.
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

    /// Returns the digest of one action of a call. `what` is the number of a command within its call, and the command.
    pub fn action(&self, what: &impl Debug) -> Action {
        let text = format!("{what:?}");
        let [first, second] = self.0.digests.each_ref().map(|digest| digest.hash_one(&text));
        Action(first, second)
    }

    /// True if this action was already done under this approval, because the call was sent again.
    pub fn is_done(&self, action: Action) -> bool {
        self.lock_done().contains_key(&action)
    }

    /// True if any action was done under this approval, which means that the objects were as shown at that time.
    pub fn has_acted(&self) -> bool {
        !self.lock_done().is_empty()
    }

    /// Returns the approximate size of the approval in memory, in bytes.
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

    /// Checks that a change writes only files in the question; accepts any change if the approval is not for files.
    /// `written` are the files that the change writes; `None` if it writes no files.
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

    /// Checks that the question showed the plan of a change, and counts the step. `plan` is the digest of this plan.
    /// Returns `None` if the question showed no plan; then the caller checks steps and objects.
    ///
    /// # Errors
    /// The question did not show the plan, the plan was already carried out, or the change has no plan.
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

    /// Returns the maximum number of steps (changes) that the user approved for the call.
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

    /// Returns the id and the path of each object that the question showed with both.
    pub fn shown_paths(&self) -> impl Iterator<Item = (&str, &str)> {
        let shown = self.0.objects.iter().flat_map(|shown| &shown.ids);
        shown.filter_map(|(id, path)| Some((id.as_str(), path.as_deref()?)))
    }

    /// Returns the refusal of a step that acts on no object, although the question named objects.
    pub fn no_object(&self, access: &Access) -> Refusal {
        Refusal::object_missing(access.interface, access.function)
    }

    /// Returns the refusal of a step because the object `id` changed since the question showed it. `now` is the current
    /// path of the object; `None` if it no longer exists.
    pub fn not_as_shown(&self, id: &str, shown: &str, now: Option<&str>) -> Refusal {
        let now = now.map_or_else(|| "gone now".to_owned(), |path| format!("\"{path}\" now"));
        Refusal::object_changed(id, shown, now)
    }

    /// Returns the refusal of a step on an object that the question did not name.
    pub fn other_object(&self, object: &str) -> Refusal {
        Refusal::object_differs(object)
    }

    /// Counts one step (change) of the call against the number of steps that the user approved.
    ///
    /// # Errors
    /// All approved steps are already used.
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
    /// Removes the step from the count, because it changed nothing. The approval then covers one more step.
    pub fn give_back(self) {
        self.0.lock_done().remove(&self.1);
    }
}

#[cfg(test)]
mod tests;
