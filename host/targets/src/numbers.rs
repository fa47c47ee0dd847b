//! Object ids for objects in running instances. An id is a positive number that is assigned once. It differs from all
//! ids of the project folder's objects.
//!
//! This module stores the object and the process of each number. `host_bridge::naming` finds ids in messages.

use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, ObjectNumbers};
use host_bridge_live::trust;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The first object id for running instances. Smaller ids belong to objects in scenes of the project folder (900,000
/// scenes with a million ids each). Ids from 10^12 on belong to its prefabs (`project-world/src/ids.rs`).
const FROM: i64 = 900_000_000_000;
const UP_TO: i64 = 1_000_000_000_000;

/// Number of consecutive object ids in a block, a range that belongs to one process and is evicted as a whole.
const BLOCK: usize = 1_000;

/// Number of blocks at which the numbers of a host can begin: half of all, so that no host reaches the end.
const FIRST_BLOCKS: u64 = (UP_TO - FROM) as u64 / BLOCK as u64 / 2;

/// Maximum number of blocks (ranges of object ids) of all processes. The oldest block of the process with the most
/// blocks is evicted first, so a process that returns very many objects evicts its own ids.
const MOST: usize = 200;

/// Maximum number of Unity processes with object ids. The process that was added first is evicted first.
const PROCESSES: usize = 64;

struct Given {
    generation: u32,
    native: Box<str>,
}

/// A block: a range of consecutive object ids that the host gives to objects of one Unity process.
struct Block {
    process: u64,
    given: Vec<Given>,
}

struct Process {
    instance: String,
    /// The id by which clients name this Unity process, for error messages.
    name: String,
    /// A counter that increases when the process unloads scenes. Object ids of an earlier count are invalid.
    generation: u32,
    /// The host's valid object ids of this process, by the names that the process itself uses for its objects.
    by_native: HashMap<Box<str>, i64>,
    /// The keys of the blocks (ranges of object ids) that belong to this process, newest last.
    blocks: VecDeque<u64>,
}

#[derive(Default)]
struct Table {
    blocks: HashMap<u64, Block>,
    first_block: u64,
    next_block: u64,
    processes: BTreeMap<u64, Process>,
    next_process: u64,
}

/// The object ids that the host has given to objects in all its running Unity instances.
#[derive(Default)]
pub(crate) struct Numbers(Mutex<Table>);

impl Numbers {
    /// Returns numbers that begin at a random block. A session outlives a restart of the host, and its ids of the previous
    /// host must not be those of other objects now.
    pub(crate) fn with_random_start() -> Self {
        let random = trust::nonce().ok();
        let random = random.and_then(|digits| u64::from_str_radix(digits.get(..15)?, 16).ok());
        let first_block = random.unwrap_or_default() % FIRST_BLOCKS;
        Self(Mutex::new(Table {
            first_block,
            next_block: first_block,
            ..Table::default()
        }))
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // Each change is complete before the next one begins, so a poisoned lock is still consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the id `name` by which clients know the process `instance`, for use in error messages.
    pub(crate) fn note_instance(&self, instance: &str, name: &str) {
        let mut table = self.table();
        let (_, process) = table.process(instance);
        name.clone_into(&mut process.name);
    }

    pub(crate) fn is_live(object: ObjectId) -> bool {
        (FROM..UP_TO).contains(&object.0)
    }
}

fn number_of(block: u64, at: usize) -> i64 {
    let number = block.saturating_mul(BLOCK as u64).saturating_add(at as u64);
    i64::try_from(number).map_or(UP_TO, |number| FROM.saturating_add(number))
}

/// Splits an object id into the key of its block of ids and the index in the block; `None` for ids below the first.
fn place_of(object: ObjectId) -> Option<(u64, usize)> {
    let number = u64::try_from(object.0.checked_sub(FROM)?).ok()?;
    let at = usize::try_from(number % BLOCK as u64).ok()?;
    Some((number / BLOCK as u64, at))
}

impl Table {
    /// Returns the entry of the Unity process with the id `instance`, and its key. Adds the entry if it is missing.
    fn process(&mut self, instance: &str) -> (u64, &mut Process) {
        let known = self.processes.iter().rev();
        let known = known.into_iter().find(|(_, process)| process.instance == instance);
        let key = match known {
            Some((key, _)) => *key,
            None => self.note(),
        };
        let process = self.processes.entry(key).or_insert_with(|| Process {
            instance: instance.to_owned(),
            name: instance.chars().take(8).collect(),
            generation: 0,
            by_native: HashMap::new(),
            blocks: VecDeque::new(),
        });
        (key, process)
    }

    fn note(&mut self) -> u64 {
        if self.processes.len() >= PROCESSES
            && let Some((_, oldest)) = self.processes.pop_first()
        {
            for block in oldest.blocks {
                self.blocks.remove(&block);
            }
        }
        self.next_process += 1;
        self.next_process
    }

    /// Creates a block (range of object ids) for the process with the key `key`, and returns the key of the block.
    fn begin(&mut self, key: u64) -> u64 {
        if self.blocks.len() >= MOST {
            self.forget_one();
        }
        let block = self.next_block;
        self.next_block += 1;
        let given = Vec::new();
        self.blocks.insert(block, Block { process: key, given });
        if let Some(process) = self.processes.get_mut(&key) {
            process.blocks.push_back(block);
        }
        block
    }

    fn forget_one(&mut self) {
        let fullest = self.processes.values_mut().max_by_key(|process| process.blocks.len());
        let Some((process, block)) = fullest.and_then(|process| {
            let block = process.blocks.pop_front()?;
            Some((process, block))
        }) else {
            return;
        };
        let given = self.blocks.remove(&block).map(|block| block.given).unwrap_or_default();
        for (at, given) in given.iter().enumerate() {
            if process.by_native.get(&given.native) == Some(&number_of(block, at)) {
                process.by_native.remove(&given.native);
            }
        }
    }
}

impl ObjectNumbers for Numbers {
    fn number(&self, instance: &str, native: &str) -> ObjectId {
        let mut table = self.table();
        let (key, process) = table.process(instance);
        if let Some(&number) = process.by_native.get(native) {
            return ObjectId(number);
        }
        let (generation, last) = (process.generation, process.blocks.back().copied());
        let has_room = |block: &u64| table.blocks.get(block).is_some_and(|block| block.given.len() < BLOCK);
        let block = match last.filter(has_room) {
            Some(block) => block,
            None => table.begin(key),
        };
        let given = &mut table
            .blocks
            .entry(block)
            .or_insert_with(|| Block {
                process: key,
                given: Vec::new(),
            })
            .given;
        let number = number_of(block, given.len());
        given.push(Given {
            generation,
            native: native.into(),
        });
        table.process(instance).1.by_native.insert(native.into(), number);
        ObjectId(number)
    }

    fn native(&self, instance: &str, object: ObjectId) -> Result<String, BridgeError> {
        let table = self.table();
        let not_found = |why: String| {
            let message = format!("There is no `{object}` here: {why}");
            let hint = "list or find the objects of this target, and use the ids of that answer";
            Err(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint))
        };
        if !Self::is_live(object) {
            return not_found("it is an id of the project folder, not of a running instance".to_owned());
        }
        let is_used = |(block, _): &(u64, usize)| (table.first_block..table.next_block).contains(block);
        let Some((block, at)) = place_of(object).filter(is_used) else {
            return not_found("no answer contained this id since the host was started".to_owned());
        };
        let Some(block) = table.blocks.get(&block) else {
            return not_found(format!(
                "it is of an instance that ended long ago, or that has returned more than {} objects since",
                BLOCK * MOST / PROCESSES
            ));
        };
        let (Some(given), Some(process)) = (block.given.get(at), table.processes.get(&block.process)) else {
            return not_found("no answer contained this id".to_owned());
        };
        if process.instance != instance {
            return not_found(format!(
                "it is of {}, but of a different process than the one of this call",
                process.name
            ));
        }
        if process.generation != given.generation {
            return not_found(format!(
                "{} has unloaded scenes since it returned this id",
                process.name
            ));
        }
        Ok(given.native.to_string())
    }

    fn invalidate(&self, instance: &str) {
        let mut table = self.table();
        let (_, process) = table.process(instance);
        process.generation += 1;
        process.by_native.clear();
    }
}

/// The object ids of calls to the project folder: they are not translated, and ids of running instances are rejected.
pub(crate) struct FolderNumbers(pub(crate) Arc<Numbers>);

impl ObjectNumbers for FolderNumbers {
    fn number(&self, _: &str, native: &str) -> ObjectId {
        ObjectId(native.parse().unwrap_or_default())
    }

    fn native(&self, _: &str, object: ObjectId) -> Result<String, BridgeError> {
        match Numbers::is_live(object) {
            // No process has an empty name, so the error names the instance of the id.
            true => self.0.native("", object),
            false => Ok(object.0.to_string()),
        }
    }

    fn invalidate(&self, _: &str) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_host_gives_other_numbers() {
        let (before, after) = (Numbers::with_random_start(), Numbers::with_random_start());
        let old = before.number("a", "-12");
        assert!(Numbers::is_live(old));
        assert_ne!(after.number("a", "-13"), old);
        let error = after.native("a", old).expect_err("an id of the host before");
        assert!(error.message.contains("since the host was started"), "{error}");
    }

    #[test]
    fn keeps_a_unique_number_for_each_object() {
        let numbers = Numbers::default();
        numbers.note_instance("a", "Game@1");
        let door = numbers.number("a", "-12");
        assert!(door.0 > 0 && numbers.number("a", "-12") == door);
        let others = [numbers.number("a", "-13"), numbers.number("b", "-12")];
        assert!(!others.contains(&door) && others[0] != others[1]);
        assert_eq!(numbers.native("a", door).expect("known"), "-12");
        let wide = numbers.number("a", "18446744073709551615");
        assert_eq!(numbers.native("a", wide).expect("known"), "18446744073709551615");
    }

    #[test]
    fn error_for_foreign_number_names_its_origin() {
        let numbers = Numbers::default();
        numbers.note_instance("a", "Game@1");
        let door = numbers.number("a", "-12");
        let said = |instance: &str, object| numbers.native(instance, object).expect_err("not of here").message;
        assert!(said("b", door).contains("it is of Game@1"), "{}", said("b", door));
        assert!(said("a", ObjectId(12)).contains("of the project folder"));
        assert!(said("a", ObjectId(FROM + 99)).contains("no answer contained this id"));
        numbers.invalidate("a");
        assert!(
            said("a", door).contains("Game@1 has unloaded scenes"),
            "{}",
            said("a", door)
        );
        assert_ne!(numbers.number("a", "-12"), door);
    }

    #[test]
    fn bounds_numbers_and_reports_evicted_ones() {
        let numbers = Numbers::default();
        let first = numbers.number("a", "first");
        for at in 0..BLOCK * MOST {
            numbers.number("a", &at.to_string());
        }
        let error = numbers.native("a", first).expect_err("forgotten");
        assert!(error.message.contains("has returned more than"), "{error}");
        let kept = |table: &Table| table.blocks.values().map(|block| block.given.len()).sum::<usize>();
        let table = numbers.table();
        assert!(kept(&table) <= BLOCK * MOST && table.processes[&1].by_native.len() == kept(&table));
        drop(table);
        assert!(numbers.number("a", "first").0 > first.0);
        for at in 0..PROCESSES {
            numbers.number(&format!("process {at}"), "1");
        }
        let table = numbers.table();
        assert!(table.processes.len() == PROCESSES && kept(&table) == PROCESSES);
        drop(table);
        let again = numbers.number("a", "first");
        assert!(again.0 > first.0 && numbers.native("a", again).is_ok());
    }

    #[test]
    fn busy_instance_evicts_no_numbers_of_another() {
        let numbers = Numbers::default();
        let door = numbers.number("quiet", "-12");
        for at in 0..BLOCK * MOST + 1 {
            numbers.number("loud", &at.to_string());
        }
        assert_eq!(numbers.native("quiet", door).expect("it stays"), "-12");
        assert_eq!(numbers.number("quiet", "-12"), door);
        assert!(numbers.table().blocks.len() <= MOST);
    }
}
