//! What a person's yes covers: as much as they were told, on what they were told.
//!
//! Belongs here: counting and naming. Does not: what they are told (whoever asks), or which command acts on what.

use crate::refusal::Refusal;
use host_api::{Access, ErrorKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The extent of one yes. Copies share one count, so that a step counts wherever it is made.
#[derive(Clone, Debug)]
pub struct Agreed(Arc<Extent>);

#[derive(Debug)]
struct Extent {
    /// How often the call may act.
    steps: u32,
    /// What the person was shown; `None` where no object was named to them.
    objects: Option<Shown>,
    /// Digests of the plans that the person was shown, each good for once; `None` where they were shown none.
    plans: Option<Mutex<BTreeSet<String>>>,
    /// Asset paths of the files that the person was shown as written; `None` where they were shown none.
    files: Option<BTreeSet<String>>,
    taken: AtomicU32,
}

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
pub struct Step(Agreed);

impl Agreed {
    /// `steps` is at least 1. `objects`: how the question named them; `None` where it named none, so that the tool chooses.
    pub fn to(steps: u32, objects: Option<Shown>) -> Self {
        Self(Arc::new(Extent {
            steps: steps.max(1),
            objects,
            plans: None,
            files: None,
            taken: AtomicU32::new(0),
        }))
    }

    /// Exactly these plans, by their digests, each once, and nothing else; of none, nothing at all.
    pub fn to_plans(digests: impl IntoIterator<Item = String>) -> Self {
        let plans: BTreeSet<String> = digests.into_iter().collect();
        Self(Arc::new(Extent {
            steps: u32::try_from(plans.len()).unwrap_or(u32::MAX),
            objects: None,
            plans: Some(Mutex::new(plans)),
            files: None,
            taken: AtomicU32::new(0),
        }))
    }

    /// Writing these files, as often as there are files, and nothing else; of none, nothing at all.
    pub fn to_files(files: impl IntoIterator<Item = String>) -> Self {
        let files: BTreeSet<String> = files.into_iter().collect();
        Self(Arc::new(Extent {
            steps: u32::try_from(files.len()).unwrap_or(u32::MAX),
            objects: None,
            plans: None,
            files: Some(files),
            taken: AtomicU32::new(0),
        }))
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
    pub fn plan(&self, plan: Option<&str>) -> Option<Result<(), Refusal>> {
        let shown = self.0.plans.as_ref()?;
        if self.0.steps == 0 {
            return Some(Err(nothing_told("person.agreed-plan")));
        }
        let is_shown = plan.is_some_and(|plan| shown.lock().unwrap_or_else(PoisonError::into_inner).remove(plan));
        Some(match (is_shown, plan) {
            (true, _) => Ok(()),
            (false, Some(_)) => Err(Refusal::new(
                ErrorKind::Conflict,
                "person.agreed-plan",
                "The changes would not be those that the person agreed to",
                "nothing was changed; call again: the person is shown the changes as they would be now",
            )),
            (false, None) => Err(Refusal::new(
                ErrorKind::PermissionDenied,
                "person.agreed-plan",
                "The person agreed to a plan of changes, and this is not part of it",
                "the tool's author has to make every change by the plan that its dry run tells",
            )),
        })
    }

    /// A plan that was not carried out after all: its yes still stands.
    pub fn plan_undone(&self, plan: &str) {
        if let Some(shown) = &self.0.plans {
            shown
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(plan.to_owned());
        }
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
    pub fn step(&self) -> Result<Step, Refusal> {
        let extent = &*self.0;
        let one_more = |taken: u32| (taken < extent.steps).then(|| taken + 1);
        match extent
            .taken
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more)
        {
            Ok(_) => Ok(Step(self.clone())),
            Err(_) => Err(Refusal::new(
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
        self.0.0.taken.fetch_sub(1, Ordering::Relaxed);
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
mod tests {
    use super::*;

    #[test]
    fn where_nothing_was_told_the_refusal_says_that_nobody_was_asked() {
        let files = ["Assets/A.unity".to_owned()];
        for refused in [
            Agreed::to_plans([]).plan(Some("digest")).expect("plans decide"),
            Agreed::to_plans([]).plan(None).expect("plans decide"),
            Agreed::to_files([]).files(Some(&files)),
            Agreed::to_files([]).files(None),
        ] {
            let refusal = refused.expect_err("something");
            assert!(refusal.message.contains("nobody was asked"), "{}", refusal.message);
        }
    }

    #[test]
    fn a_yes_covers_as_many_steps_as_it_says_and_no_copy_makes_more_of_it() {
        let agreed = Agreed::to(2, None);
        let copy = agreed.clone();
        let _first = agreed.step().expect("the first");
        copy.step().expect("the second").undone();
        let _second = copy.step().expect("the second, again");
        for refused in [agreed.step(), copy.step()] {
            let refusal = refused.expect_err("a third");
            assert_eq!(refusal.rule, "person.agreed-steps");
            assert!(refusal.message.contains("2 steps"), "{}", refusal.message);
        }
        assert_eq!(Agreed::to(0, None).steps(), 1, "a yes to nothing is not asked for");
    }

    #[test]
    fn a_yes_covers_the_named_objects_alone() {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<BTreeSet<_>>();
        let named = Agreed::to(
            1,
            Some(Shown {
                ids: [("obj:1".to_owned(), Some("/Lamp".to_owned()))].into(),
                paths: texts(&["/Door"]),
                names: texts(&["Lamp"]),
            }),
        );
        assert!(named.covers_id("obj:1") && !named.covers_id("obj:2"));
        assert!(named.covers("/Door", "Door") && named.covers("/Hall/Lamp", "Lamp"));
        assert!(!named.covers("/Door/Handle", "Handle"));
        // Names may hold anything, also what is another's path or id.
        assert!(!named.covers("/Hall//Door", "/Door") && !named.covers("/Lamp/x", "obj:1") && !named.covers_id("Lamp"));
        let unnamed = Agreed::to(1, None);
        assert!(
            unnamed.covers_id("obj:2") && unnamed.covers("/A", "A"),
            "nothing was named"
        );
        assert_eq!(named.other_object("obj:2").rule, "person.agreed-objects");
        assert!(named.names_objects() && !unnamed.names_objects());
        assert_eq!(named.told_paths().collect::<Vec<_>>(), [("obj:1", "/Lamp")]);
        assert_eq!(unnamed.told_paths().count(), 0);
    }

    #[test]
    fn a_yes_to_plans_covers_each_of_them_once_and_nothing_else() {
        let agreed = Agreed::to_plans(["a".to_owned(), "b".to_owned()]);
        let rule = |asked: Option<Result<(), Refusal>>| asked.expect("plans decide").map_err(|refusal| refusal.kind);
        assert_eq!(rule(agreed.plan(Some("c"))), Err(ErrorKind::Conflict));
        assert_eq!(rule(agreed.plan(None)), Err(ErrorKind::PermissionDenied));
        assert_eq!(rule(agreed.plan(Some("a"))), Ok(()));
        assert_eq!(
            rule(agreed.clone().plan(Some("a"))),
            Err(ErrorKind::Conflict),
            "a copy makes no more of it"
        );
        agreed.plan_undone("a");
        assert_eq!(rule(agreed.plan(Some("a"))), Ok(()));
        assert_eq!(rule(agreed.plan(Some("b"))), Ok(()));
        assert!(Agreed::to(1, None).plan(Some("a")).is_none());
    }

    #[test]
    fn a_yes_to_files_covers_writing_those_and_nothing_else() {
        let list = |files: &[&str]| files.iter().map(|file| (*file).to_owned()).collect::<Vec<_>>();
        let agreed = Agreed::to_files(list(&["A", "B"]));
        assert_eq!(agreed.steps(), 2);
        for files in [&["A"][..], &["B", "A"]] {
            assert!(agreed.files(Some(&list(files))).is_ok(), "{files:?}");
        }
        for written in [Some(list(&["A", "C"])), None] {
            let refusal = agreed.files(written.as_deref()).expect_err("it was not shown");
            assert_eq!(refusal.rule, "person.agreed-files");
        }
        assert!(Agreed::to_files(Vec::new()).files(Some(&list(&["A"]))).is_err());
        assert!(Agreed::to(1, None).files(None).is_ok(), "no file was shown");
    }
}
