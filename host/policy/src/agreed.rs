//! What a person's yes covers: as much as they were told, on what they were told.
//!
//! Belongs here: counting and naming. Does not: what they are told (whoever asks), or which command acts on what.

use crate::refusal::Refusal;
use host_api::{Access, ErrorKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The extent of one yes. Copies share one count, so that a step counts wherever it is made: also in the next try of a call that
/// comes again under its key.
#[derive(Clone, Debug)]
pub struct Agreed(Arc<Extent>);

#[derive(Debug)]
struct Extent {
    /// How often the call may act.
    steps: u32,
    /// What the person was shown; `None` where no object was named to them.
    objects: Option<Shown>,
    /// Digests of the plans that the person was shown, each good for once; `None` where they were shown none.
    plans: Option<BTreeSet<String>>,
    /// Asset paths of the files that the person was shown as written; `None` where they were shown none.
    files: Option<BTreeSet<String>>,
    /// What was done under it, each with the plan that it carried out, if any.
    done: Mutex<BTreeMap<Action, Option<String>>>,
    /// Drawn at random, so that no guest can look for two actions of one digest.
    digests: [RandomState; 2],
}

/// One action of a call, which the same action of the call's next try is equal to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Action(u64, u64);

/// How the question named the objects that may be acted on. Apart, since an object may be called like another's path.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// As `ObjectId` is written, with the path that was told beside it; `None` where none was.
    pub ids: BTreeMap<String, Option<String>>,
    /// From the root, with the first slash: every object of that path.
    pub paths: BTreeSet<String>,
    /// Every object called so.
    pub names: BTreeSet<String>,
}

/// One step that a yes covered; counted unless it is undone.
#[derive(Debug)]
#[must_use = "a step that did nothing has to be undone"]
pub struct Step(Agreed, Action);

impl Agreed {
    /// `steps` is at least 1. `objects`: how the question named them; `None` where it named none, so that the tool chooses.
    pub fn to(steps: u32, objects: Option<Shown>) -> Self {
        Self::new(steps.max(1), objects, None, None)
    }

    /// Exactly these plans, by their digests, each once, and nothing else; of none, nothing at all.
    pub fn to_plans(digests: impl IntoIterator<Item = String>) -> Self {
        let plans: BTreeSet<String> = digests.into_iter().collect();
        Self::new(u32::try_from(plans.len()).unwrap_or(u32::MAX), None, Some(plans), None)
    }

    /// Writing these files, as often as there are files, and nothing else; of none, nothing at all.
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

    /// `what` is the number of a command within its call, and the command.
    pub fn action(&self, what: &impl Debug) -> Action {
        let text = format!("{what:?}");
        let [first, second] = self.0.digests.each_ref().map(|digest| digest.hash_one(&text));
        Action(first, second)
    }

    /// True if this action was done under it: the call comes again, and the bridge has the action's first result.
    pub fn is_done(&self, action: Action) -> bool {
        self.done().contains_key(&action)
    }

    /// True if anything was done under it: the objects were as shown then.
    pub fn has_acted(&self) -> bool {
        !self.done().is_empty()
    }

    /// Roughly how many bytes it takes.
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

    fn done(&self) -> MutexGuard<'_, BTreeMap<Action, Option<String>>> {
        self.0.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds a change to the files that were shown; `written` are those that it writes, `None` where it writes none.
    ///
    /// # Errors
    /// Files were shown, and it writes others, or is something else.
    pub fn files(&self, written: Option<&[String]>) -> Result<(), Refusal> {
        let Some(shown) = &self.0.files else {
            return Ok(());
        };
        if shown.is_empty() && written.is_none_or(|written| !written.is_empty()) {
            return Err(nothing_told("person.agreed-files"));
        }
        let other = match written {
            Some(written) => written.iter().find(|file| !shown.contains(*file)),
            None => None,
        };
        let (message, hint) = match (written, other) {
            (Some(_), None) => return Ok(()),
            (Some(_), Some(file)) => (
                format!("The person agreed to write other files than {file}"),
                "nothing was changed; call again: the person is shown the files as they would be now",
            ),
            (None, _) => (
                "The person agreed to write files, and this is something else".to_owned(),
                "the tool's author has to do by another tool what is not told by this one's dry run",
            ),
        };
        Err(Refusal::new(
            ErrorKind::PermissionDenied,
            "person.agreed-files",
            message,
            hint,
        ))
    }

    /// Holds a change to the plans that were shown; `plan` is the digest of the one that it carries out. `None` where none
    /// were shown, so that steps and objects decide.
    ///
    /// # Errors
    /// A plan that was not shown or was carried out already, or no plan where one was shown.
    pub fn plan(&self, action: Action, plan: Option<&str>) -> Option<Result<Step, Refusal>> {
        let shown = self.0.plans.as_ref()?;
        if self.0.steps == 0 {
            return Some(Err(nothing_told("person.agreed-plan")));
        }
        let Some(plan) = plan else {
            return Some(Err(Refusal::new(
                ErrorKind::PermissionDenied,
                "person.agreed-plan",
                "The person agreed to a plan of changes, and this is not part of it",
                "the tool's author has to make every change by the plan that its dry run tells",
            )));
        };
        let mut done = self.done();
        let is_free = done.values().flatten().all(|other| other != plan);
        Some(if shown.contains(plan) && is_free {
            done.insert(action, Some(plan.to_owned()));
            Ok(Step(self.clone(), action))
        } else {
            Err(Refusal::new(
                ErrorKind::Conflict,
                "person.agreed-plan",
                "The changes would not be those that the person agreed to",
                "nothing was changed; call again: the person is shown the changes as they would be now",
            ))
        })
    }

    /// How often the call may act.
    pub fn steps(&self) -> u32 {
        self.0.steps
    }

    /// True where the object of this id was shown, or none of any object was.
    pub fn covers_id(&self, id: &str) -> bool {
        self.0.objects.as_ref().is_none_or(|shown| shown.ids.contains_key(id))
    }

    /// True where an object of this path or this name was shown, or none of any object was.
    pub fn covers(&self, path: &str, name: &str) -> bool {
        let shown = |shown: &Shown| shown.paths.contains(path) || shown.names.contains(name);
        self.0.objects.as_ref().is_none_or(shown)
    }

    /// True where objects were named, so that a step which acts on none of them is not covered.
    pub fn names_objects(&self) -> bool {
        self.0.objects.is_some()
    }

    /// The ids that were shown with a path, and that path.
    pub fn told_paths(&self) -> impl Iterator<Item = (&str, &str)> {
        let shown = self.0.objects.iter().flat_map(|shown| &shown.ids);
        shown.filter_map(|(id, path)| Some((id.as_str(), path.as_deref()?)))
    }

    /// The refusal of a step that acts on no object, where objects were named.
    pub fn no_object(&self, access: &Access) -> Refusal {
        Refusal::new(
            ErrorKind::PermissionDenied,
            "person.agreed-objects",
            format!(
                "The person agreed to certain objects, and `{}.{}` acts on none of them",
                access.interface, access.function
            ),
            "do this by a call whose arguments name no object: the person is told then that they name none",
        )
    }

    /// The refusal of every step once an object is another than the person was shown. `now`: its path, where it is there.
    pub fn not_as_shown(&self, id: &str, shown: &str, now: Option<&str>) -> Refusal {
        let now = now.map_or_else(|| "not there now".to_owned(), |path| format!("\"{path}\" now"));
        Refusal::new(
            ErrorKind::Conflict,
            "person.agreed-objects",
            format!("The person agreed to {id} as \"{shown}\", and it is {now}"),
            "call again: the person is shown what it is now",
        )
    }

    /// The refusal of a step on another object than those that were named.
    pub fn other_object(&self, object: &str) -> Refusal {
        Refusal::new(
            ErrorKind::PermissionDenied,
            "person.agreed-objects",
            format!("The person agreed to other objects than {object}"),
            "name every object that is to be changed, by its id or path, in the arguments of the call",
        )
    }

    /// Takes one of the steps, or refuses where all were taken.
    ///
    /// # Errors
    /// The call acted as often as the person was told.
    pub fn step(&self, action: Action) -> Result<Step, Refusal> {
        let extent = &*self.0;
        let mut done = self.done();
        let has_room = done.len() < extent.steps as usize;
        match has_room {
            true => {
                done.insert(action, None);
                Ok(Step(self.clone(), action))
            }
            false => Err(Refusal::new(
                ErrorKind::PermissionDenied,
                "person.agreed-steps",
                match extent.steps {
                    1 => "The person agreed to one step, and it was taken".to_owned(),
                    steps => format!("The person agreed to {steps} steps, and they were taken"),
                },
                "a yes covers one step for each object or list item that the arguments name: name them all, or call once for \
                 each",
            )),
        }
    }
}

impl Step {
    /// Nothing was done: the step can be taken again.
    pub fn undone(self) {
        self.0.done().remove(&self.1);
    }
}

/// Of a change in a call whose dry run told none.
fn nothing_told(rule: &'static str) -> Refusal {
    Refusal::new(
        ErrorKind::PermissionDenied,
        rule,
        "The call's dry run told that nothing would change, so nobody was asked, and this would change something",
        "nothing was changed; the tool's author has to let its dry run tell every change that it makes",
    )
}

#[cfg(test)]
mod tests;
