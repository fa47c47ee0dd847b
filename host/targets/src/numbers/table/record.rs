//! The records of the file of object ids, and the list of those that are not written yet.

use super::super::{BLOCK, MOST};
use serde::{Deserialize, Serialize};

/// A change of the table of object ids, as the file has it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in super::super) enum Record {
    /// The id by which clients know a process.
    Named { instance: String, name: String },
    /// Consecutive numbers of one block for objects of a process, by the names that the process uses for them.
    Given {
        instance: String,
        first: i64,
        natives: Vec<Box<str>>,
    },
    /// The process unloaded a scene, so all its numbers until here are invalid.
    Unloaded { instance: String },
}

/// Maximum number of ids and other changes that wait for the file. Above it, the file is replaced instead.
const WAITING: usize = BLOCK * MOST / 10;

/// The list of records that the file lacks.
pub(super) struct Unwritten {
    records: Vec<Record>,
    count: usize,
    limit: usize,
    /// True if records were dropped because the list was full.
    is_overfull: bool,
}

impl Default for Unwritten {
    fn default() -> Self {
        Self {
            records: Vec::new(),
            count: 0,
            limit: WAITING,
            is_overfull: false,
        }
    }
}

impl Unwritten {
    pub(super) fn without_limit() -> Self {
        Self {
            limit: usize::MAX,
            ..Self::default()
        }
    }

    pub(super) fn has_any(&self) -> bool {
        self.is_overfull || !self.records.is_empty()
    }

    pub(super) fn add(&mut self, record: Record) {
        if self.has_room() {
            self.records.push(record);
        }
    }

    /// Adds the number of an object, to the last record if that has the numbers before it.
    pub(super) fn add_id(&mut self, instance: &str, number: i64, native: &str) {
        if !self.has_room() {
            return;
        }
        if let Some(Record::Given {
            instance: last,
            first,
            natives,
        }) = self.records.last_mut()
            && last == instance
            && natives.len() < BLOCK
            && usize::try_from(number - *first) == Ok(natives.len())
            && number % BLOCK as i64 != 0
        {
            natives.push(native.into());
            return;
        }
        self.records.push(Record::Given {
            instance: instance.to_owned(),
            first: number,
            natives: vec![native.into()],
        });
    }

    fn has_room(&mut self) -> bool {
        self.count += 1;
        if self.count > self.limit {
            self.records = Vec::new();
            self.is_overfull = true;
        }
        !self.is_overfull
    }

    /// Returns the records and empties the list. The second value is true if the records are not all.
    pub(super) fn take(&mut self) -> (Vec<Record>, bool) {
        self.count = 0;
        (std::mem::take(&mut self.records), std::mem::take(&mut self.is_overfull))
    }
}
