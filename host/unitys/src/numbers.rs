//! Numbers for objects of running Unitys: positive, given once, never those of the folder's objects.
//!
//! Belongs here: which number stands for which object of which process. Does not: where ids stand in what is sent (`host_bridge::naming`).

use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, ObjectNumbers};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The first number. Behind those of a folder's scenes (a million each, of 900,000 scenes) and before those of its prefabs, which begin at
/// 10^12 (`bridge-project/src/session/ids.rs`).
const FROM: i64 = 900_000_000_000;
const UP_TO: i64 = 1_000_000_000_000;

/// Numbers that are known at once; the oldest go first.
const MOST: usize = 200_000;

/// Processes whose numbers are told from each other.
const PROCESSES: usize = 64;

/// Where a number was given.
struct Given {
    process: usize,
    generation: u32,
    native: Box<str>,
}

/// One Unity's process.
struct Process {
    instance: String,
    /// Of which Unity, for people.
    name: String,
    /// Grows as scenes are unloaded.
    generation: u32,
    /// Of this generation.
    by_native: HashMap<Box<str>, i64>,
}

#[derive(Default)]
struct Table {
    /// By number − `first`; those before were forgotten.
    given: VecDeque<Given>,
    /// How many were forgotten.
    forgotten: i64,
    /// The newest last. Places are never given to another process: `Given::process` counts from `gone`.
    processes: VecDeque<Process>,
    gone: usize,
}

/// All numbers of one host.
#[derive(Default)]
pub(crate) struct Numbers(Mutex<Table>);

impl Numbers {
    fn table(&self) -> MutexGuard<'_, Table> {
        // Each change is whole before the next one begins.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What people call the Unity of that process.
    pub(crate) fn met(&self, instance: &str, name: &str) {
        let mut table = self.table();
        let at = table.process(instance);
        if let Some(process) = table.processes.get_mut(at) {
            name.clone_into(&mut process.name);
        }
    }

    /// Whether `object` could be one of a running Unity, by its number alone.
    pub(crate) fn is_live(object: ObjectId) -> bool {
        (FROM..UP_TO).contains(&object.0)
    }
}

impl Table {
    /// The place of a process, given where it has none.
    fn process(&mut self, instance: &str) -> usize {
        if let Some(at) = self.processes.iter().rposition(|process| process.instance == instance) {
            return at;
        }
        if self.processes.len() >= PROCESSES {
            self.processes.pop_front();
            self.gone += 1;
        }
        self.processes.push_back(Process {
            instance: instance.to_owned(),
            name: instance.chars().take(8).collect(),
            generation: 0,
            by_native: HashMap::new(),
        });
        self.processes.len() - 1
    }

    fn given(&self, object: ObjectId) -> Option<&Given> {
        let place = usize::try_from(object.0 - FROM - self.forgotten).ok()?;
        self.given.get(place)
    }

    /// The oldest number is told nobody any more.
    fn forget(&mut self) {
        let Some(given) = self.given.pop_front() else { return };
        let number = FROM + self.forgotten;
        self.forgotten += 1;
        let place = given.process.checked_sub(self.gone);
        if let Some(process) = place.and_then(|place| self.processes.get_mut(place))
            && process.by_native.get(&given.native) == Some(&number)
        {
            process.by_native.remove(&given.native);
        }
    }
}

impl ObjectNumbers for Numbers {
    fn number(&self, instance: &str, native: &str) -> ObjectId {
        let mut table = self.table();
        let at = table.process(instance);
        let (process, gone) = (&table.processes[at], table.gone);
        if let Some(&number) = process.by_native.get(native) {
            return ObjectId(number);
        }
        let generation = process.generation;
        if table.given.len() >= MOST {
            table.forget();
        }
        let number = FROM + table.forgotten + i64::try_from(table.given.len()).unwrap_or(0);
        table.given.push_back(Given {
            process: at + gone,
            generation,
            native: native.into(),
        });
        table.processes[at].by_native.insert(native.into(), number);
        ObjectId(number)
    }

    fn native(&self, instance: &str, object: ObjectId) -> Result<String, BridgeError> {
        let table = self.table();
        let not_found = |why: String| {
            let message = format!("There is no `{object}` here: {why}");
            let hint = "list or find the objects of this Unity, and use the ids of that answer";
            Err(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint))
        };
        if !Self::is_live(object) {
            return not_found("it is a number of the project's folder, not of a running Unity".to_owned());
        }
        let Some(given) = table.given(object) else {
            let told = object.0 - FROM < table.forgotten;
            return not_found(match told {
                true => format!("it is older than the last {MOST} objects that were told"),
                false => "no answer has told it".to_owned(),
            });
        };
        let place = given.process.checked_sub(table.gone);
        let Some(process) = place.and_then(|place| table.processes.get(place)) else {
            return not_found("it is of a Unity that ended long ago".to_owned());
        };
        if process.instance != instance {
            return not_found(format!(
                "it is of {} as that process ran, which is not the one asked now",
                process.name
            ));
        }
        if process.generation != given.generation {
            return not_found(format!("{} has unloaded scenes since it was told", process.name));
        }
        Ok(given.native.to_string())
    }

    fn unloaded(&self, instance: &str) {
        let mut table = self.table();
        let at = table.process(instance);
        if let Some(process) = table.processes.get_mut(at) {
            process.generation += 1;
            process.by_native.clear();
        }
    }
}

/// For what goes to the folder: its own numbers stay, those of running Unitys are refused.
pub(crate) struct FolderNumbers(pub(crate) Arc<Numbers>);

impl ObjectNumbers for FolderNumbers {
    fn number(&self, _: &str, native: &str) -> ObjectId {
        ObjectId(native.parse().unwrap_or_default())
    }

    fn native(&self, _: &str, object: ObjectId) -> Result<String, BridgeError> {
        match Numbers::is_live(object) {
            // Nothing runs under that name: it says whose it is.
            true => self.0.native("", object),
            false => Ok(object.0.to_string()),
        }
    }

    fn unloaded(&self, _: &str) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_keeps_its_number_and_no_other_gets_it() {
        let numbers = Numbers::default();
        numbers.met("a", "Game@1");
        let door = numbers.number("a", "-12");
        assert!(door.0 > 0 && numbers.number("a", "-12") == door);
        let others = [numbers.number("a", "-13"), numbers.number("b", "-12")];
        assert!(!others.contains(&door) && others[0] != others[1]);
        assert_eq!(numbers.native("a", door).expect("known"), "-12");
        let wide = numbers.number("a", "18446744073709551615");
        assert_eq!(numbers.native("a", wide).expect("known"), "18446744073709551615");
    }

    #[test]
    fn a_number_of_elsewhere_says_where_it_is_from() {
        let numbers = Numbers::default();
        numbers.met("a", "Game@1");
        let door = numbers.number("a", "-12");
        let said = |instance: &str, object| numbers.native(instance, object).expect_err("not of here").message;
        assert!(said("b", door).contains("it is of Game@1"), "{}", said("b", door));
        assert!(said("a", ObjectId(12)).contains("of the project's folder"));
        assert!(said("a", ObjectId(FROM + 99)).contains("no answer has told it"));
        numbers.unloaded("a");
        assert!(
            said("a", door).contains("Game@1 has unloaded scenes"),
            "{}",
            said("a", door)
        );
        assert_ne!(numbers.number("a", "-12"), door);
    }

    #[test]
    fn what_is_kept_is_bounded_and_what_was_forgotten_is_said() {
        let numbers = Numbers::default();
        let first = numbers.number("a", "first");
        for at in 0..MOST {
            numbers.number("a", &at.to_string());
        }
        let error = numbers.native("a", first).expect_err("forgotten");
        assert!(error.message.contains("is older than"), "{error}");
        assert_eq!(numbers.table().given.len(), MOST);
        assert_eq!(numbers.table().processes[0].by_native.len(), MOST);
        assert!(numbers.number("a", "first").0 > first.0);
        for at in 0..PROCESSES {
            numbers.number(&format!("process {at}"), "1");
        }
        let kept = numbers.number("a", "first");
        assert!(kept.0 > first.0 && numbers.table().processes.len() == PROCESSES);
        let old = numbers.table().forgotten + FROM;
        assert!(
            numbers
                .native("a", ObjectId(old))
                .expect_err("ended")
                .message
                .contains("ended long ago")
        );
    }
}
