//! The table of object ids: the object and the process of each number, and the changes that the file lacks.

mod record;

use super::{BLOCK, FROM, MOST, PROCESSES, UP_TO};
pub(super) use record::Record;
use record::Unwritten;
use std::collections::{BTreeMap, HashMap, VecDeque};

struct Given {
    generation: u32,
    native: Box<str>,
}

/// A block: a range of consecutive object ids that the host gives to objects of one Unity process.
struct Block {
    process: u64,
    given: Vec<Given>,
    /// True if the file contained it. The previous host can have given further numbers of it that were not written, so
    /// this host gives none.
    is_restored: bool,
}

struct Process {
    instance: String,
    /// The id by which clients name this Unity process, for error messages.
    name: String,
    /// True if it has connected to this host. Others are evicted first.
    is_here: bool,
    /// A counter that increases when the process unloads scenes. Object ids of an earlier count are invalid.
    generation: u32,
    /// The host's valid object ids of this process, by the names that the process itself uses for its objects.
    by_native: HashMap<Box<str>, i64>,
    /// The keys of the blocks (ranges of object ids) that belong to this process, newest last.
    blocks: VecDeque<u64>,
}

#[derive(Default)]
pub(super) struct Table {
    blocks: HashMap<u64, Block>,
    first_block: u64,
    next_block: u64,
    processes: BTreeMap<u64, Process>,
    next_process: u64,
    /// The changes that the file lacks; `None` if there is no file.
    unwritten: Option<Unwritten>,
    /// True if the thread of the file must write what it lacks, and end.
    has_ended: bool,
}

/// What the thread of the file writes next.
pub(super) enum Batch {
    /// Records to append.
    New(Vec<Record>),
    /// All records of the table, with which the file is replaced.
    All(Vec<Record>),
}

fn number_of(block: u64, at: usize) -> i64 {
    let number = block.saturating_mul(BLOCK as u64).saturating_add(at as u64);
    i64::try_from(number).map_or(UP_TO, |number| FROM.saturating_add(number))
}

/// Splits an object id into the key of its block of ids and the index in the block; `None` for ids below the first.
fn place_of(object: i64) -> Option<(u64, usize)> {
    let number = u64::try_from(object.checked_sub(FROM)?).ok()?;
    let at = usize::try_from(number % BLOCK as u64).ok()?;
    Some((number / BLOCK as u64, at))
}

impl Table {
    pub(super) fn starting_at(first_block: u64) -> Self {
        Self {
            first_block,
            next_block: first_block,
            ..Self::default()
        }
    }

    /// Returns the entry of the Unity process with the id `instance`, and its key. Adds the entry if it is missing.
    fn process(&mut self, instance: &str) -> (u64, &mut Process) {
        let known = self.processes.iter().rev();
        let known = known.into_iter().find(|(_, process)| process.instance == instance);
        let key = match known {
            Some((key, _)) => *key,
            None => self.next_process_key(),
        };
        let process = self.processes.entry(key).or_insert_with(|| Process {
            instance: instance.to_owned(),
            name: instance.chars().take(8).collect(),
            is_here: false,
            generation: 0,
            by_native: HashMap::new(),
            blocks: VecDeque::new(),
        });
        (key, process)
    }

    fn next_process_key(&mut self) -> u64 {
        let oldest = self
            .processes
            .iter()
            .min_by_key(|(key, process)| (process.is_here, **key));
        let oldest = oldest
            .map(|(key, _)| *key)
            .filter(|_| self.processes.len() >= PROCESSES);
        if let Some(oldest) = oldest.and_then(|key| self.processes.remove(&key)) {
            for block in oldest.blocks {
                self.blocks.remove(&block);
            }
        }
        self.next_process += 1;
        self.next_process
    }

    /// Records that the process has connected, under this name.
    pub(super) fn greet(&mut self, instance: &str, name: &str) {
        self.process(instance).1.is_here = true;
        self.name_process(instance, name);
    }

    fn name_process(&mut self, instance: &str, name: &str) {
        let (_, process) = self.process(instance);
        if process.name != name {
            name.clone_into(&mut process.name);
            self.note(|| Record::Named {
                instance: instance.to_owned(),
                name: name.to_owned(),
            });
        }
    }

    /// Creates the block (range of object ids) `block` for the process with the key `key`.
    fn insert_block(&mut self, key: u64, block: u64, is_restored: bool) {
        if self.blocks.len() >= MOST {
            self.forget_one();
        }
        let new = Block {
            process: key,
            given: Vec::new(),
            is_restored,
        };
        self.blocks.insert(block, new);
        if let Some(process) = self.processes.get_mut(&key) {
            process.blocks.push_back(block);
        }
    }

    fn forget_one(&mut self) {
        let count = |process: &&mut Process| (!process.is_here && !process.blocks.is_empty(), process.blocks.len());
        let fullest = self.processes.values_mut().max_by_key(count);
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

    /// Returns the number of the object that the process `instance` calls `native`. Assigns one if necessary.
    pub(super) fn number(&mut self, instance: &str, native: &str) -> i64 {
        let (key, process) = self.process(instance);
        if let Some(&number) = process.by_native.get(native) {
            return number;
        }
        let last = process.blocks.back().copied();
        let has_room = |block: &u64| {
            let block = self.blocks.get(block);
            block.is_some_and(|block| !block.is_restored && block.given.len() < BLOCK)
        };
        let block = last.filter(has_room).unwrap_or_else(|| {
            // The previous host can have had the same number.
            while self.blocks.contains_key(&self.next_block) {
                self.next_block += 1;
            }
            let block = self.next_block;
            self.next_block += 1;
            self.insert_block(key, block, false);
            block
        });
        let number = self.give(key, block, native);
        if let Some(unwritten) = &mut self.unwritten {
            unwritten.add_id(instance, number, native);
        }
        number
    }

    /// Gives the next number of a block to an object.
    fn give(&mut self, key: u64, block: u64, native: &str) -> i64 {
        let (Some(rows), Some(process)) = (self.blocks.get_mut(&block), self.processes.get_mut(&key)) else {
            return UP_TO;
        };
        let number = number_of(block, rows.given.len());
        rows.given.push(Given {
            generation: process.generation,
            native: native.into(),
        });
        process.by_native.insert(native.into(), number);
        number
    }

    /// Returns the name by which the process `instance` knows the object with this number.
    ///
    /// # Errors
    /// The reason why the number is none of this process, as the end of a sentence.
    pub(super) fn native(&self, instance: &str, number: i64) -> Result<String, String> {
        let (given, process) = self.find(instance, number)?;
        if process.generation != given.generation {
            return Err(format!(
                "{} has unloaded scenes since it returned this id",
                process.name
            ));
        }
        Ok(given.native.to_string())
    }

    /// Returns the name by which the process `instance` knew the object with this number, even if scenes were unloaded since.
    pub(super) fn last_native(&self, instance: &str, number: i64) -> Option<String> {
        let (given, _) = self.find(instance, number).ok()?;
        Some(given.native.to_string())
    }

    fn find(&self, instance: &str, number: i64) -> Result<(&Given, &Process), String> {
        let is_known = |(block, _): &(u64, usize)| {
            (self.first_block..self.next_block).contains(block) || self.blocks.contains_key(block)
        };
        let Some((block, at)) = place_of(number).filter(is_known) else {
            return Err("no answer contained this id since the host was started".to_owned());
        };
        let Some(block) = self.blocks.get(&block) else {
            return Err(format!(
                "it is of an instance that ended long ago, or that has returned more than {} objects since",
                BLOCK * MOST / PROCESSES
            ));
        };
        let (Some(given), Some(process)) = (block.given.get(at), self.processes.get(&block.process)) else {
            return Err("no answer contained this id".to_owned());
        };
        if process.instance != instance {
            return Err(format!(
                "it is of {}, but of a different process than the one of this call",
                process.name
            ));
        }
        Ok((given, process))
    }

    pub(super) fn invalidate(&mut self, instance: &str) {
        let (_, process) = self.process(instance);
        process.generation += 1;
        process.by_native.clear();
        self.note(|| Record::Unloaded {
            instance: instance.to_owned(),
        });
    }

    fn note(&mut self, record: impl FnOnce() -> Record) {
        if let Some(unwritten) = &mut self.unwritten {
            unwritten.add(record());
        }
    }

    /// Adds the numbers of a record of the file. Returns false, and changes nothing, if the record contradicts the table.
    pub(super) fn restore(&mut self, record: Record) -> bool {
        match record {
            Record::Named { instance, name } => self.name_process(&instance, &name),
            Record::Unloaded { instance } => self.invalidate(&instance),
            Record::Given {
                instance,
                first,
                natives,
            } => return self.restore_ids(&instance, first, &natives),
        }
        true
    }

    fn restore_ids(&mut self, instance: &str, first: i64, natives: &[Box<str>]) -> bool {
        let Some((block, at)) = place_of(first).filter(|_| first < UP_TO) else {
            return false;
        };
        let key = self.process(instance).0;
        let given = match self.blocks.get(&block) {
            Some(known) if known.process == key => known.given.len(),
            Some(_) => return false,
            None => 0,
        };
        // If a line was damaged, the numbers after it are at wrong places.
        if given != at || at + natives.len() > BLOCK {
            return false;
        }
        if !self.blocks.contains_key(&block) {
            self.insert_block(key, block, true);
        }
        for native in natives {
            self.give(key, block, native);
        }
        true
    }

    /// Begins to collect changes for the file. The first batch has all numbers.
    pub(super) fn begin_writing(&mut self) {
        self.unwritten = Some(Unwritten::default());
    }

    pub(super) fn end_writing(&mut self) {
        self.has_ended = true;
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    pub(super) fn has_unwritten(&self) -> bool {
        self.unwritten.as_ref().is_some_and(Unwritten::has_any)
    }

    /// Returns what the file lacks; `None` if it lacks nothing. `all`: the file must be replaced.
    pub(super) fn take_unwritten(&mut self, all: bool) -> Option<Batch> {
        let unwritten = self.unwritten.as_mut().filter(|unwritten| unwritten.has_any())?;
        let (new, is_overfull) = unwritten.take();
        Some(match all || is_overfull {
            true => Batch::All(self.records()),
            false => Batch::New(new),
        })
    }

    /// Returns the records from which `restore` builds this table again.
    fn records(&self) -> Vec<Record> {
        let mut all = Vec::new();
        for process in self.processes.values() {
            let mut list = Unwritten::without_limit();
            let instance = &process.instance;
            list.add(Record::Named {
                instance: instance.clone(),
                name: process.name.clone(),
            });
            let unloaded = || Record::Unloaded {
                instance: instance.clone(),
            };
            let mut generation = None;
            for &key in &process.blocks {
                let rows = self.blocks.get(&key).map_or(&[][..], |block| &block.given);
                for (at, row) in rows.iter().enumerate() {
                    // Only whether two ids are of one generation is needed, not how many there were.
                    if generation.is_some_and(|last| last != row.generation) {
                        list.add(unloaded());
                    }
                    generation = Some(row.generation);
                    list.add_id(instance, number_of(key, at), &row.native);
                }
            }
            if generation.is_some_and(|last| last != process.generation) {
                list.add(unloaded());
            }
            all.extend(list.take().0);
        }
        all
    }

    #[cfg(test)]
    pub(super) fn counts(&self) -> Counts {
        Counts {
            processes: self.processes.len(),
            blocks: self.blocks.len(),
            given: self.blocks.values().map(|block| block.given.len()).sum(),
            valid: self.processes.values().map(|process| process.by_native.len()).sum(),
        }
    }
}

/// The sizes of a table, for tests.
#[cfg(test)]
pub(super) struct Counts {
    pub(super) processes: usize,
    pub(super) blocks: usize,
    pub(super) given: usize,
    pub(super) valid: usize,
}
