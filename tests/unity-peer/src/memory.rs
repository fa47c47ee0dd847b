//! What a Unity's process remembers: its journal, and how often each write was done.

use anyhow::Result;
use host_bridge_live::frames::{CallResult, EntryState};
use host_bridge_live::trust;
use std::collections::BTreeMap;

pub(crate) struct Memory {
    pub(crate) instance: String,
    pub(crate) epoch: u64,
    /// The number of the next write.
    pub(crate) next: u64,
    pub(crate) seq: u64,
    /// Loaded in this domain.
    pub(crate) assemblies: u64,
    entries: BTreeMap<String, Entry>,
    /// Over all processes.
    done: BTreeMap<String, u32>,
}

struct Entry {
    digest: String,
    /// `None` while it is under way, and for ever where its epoch is over.
    result: Option<CallResult>,
}

/// What the journal says of a call.
pub(crate) enum Known {
    New,
    Done(Box<CallResult>),
    Started,
    Conflict,
}

impl Memory {
    pub(crate) fn new() -> Result<Self> {
        Ok(Self {
            instance: instance()?,
            epoch: 1,
            next: 1,
            seq: 0,
            assemblies: 0,
            entries: BTreeMap::new(),
            done: BTreeMap::new(),
        })
    }

    pub(crate) fn states(&self) -> BTreeMap<String, EntryState> {
        let state = |entry: &Entry| match entry.result {
            Some(_) => EntryState::Done,
            None => EntryState::Started,
        };
        self.entries
            .iter()
            .map(|(key, entry)| (key.clone(), state(entry)))
            .collect()
    }

    pub(crate) fn look(&self, key: &str, digest: &str) -> Known {
        match self.entries.get(key) {
            None => Known::New,
            Some(entry) if entry.digest != digest => Known::Conflict,
            Some(Entry { result: None, .. }) => Known::Started,
            Some(Entry {
                result: Some(result), ..
            }) => Known::Done(Box::new(result.clone())),
        }
    }

    pub(crate) fn contains(&self, key: Option<&String>) -> bool {
        key.is_some_and(|key| self.entries.contains_key(key))
    }

    pub(crate) fn start(&mut self, key: &str, digest: &str) {
        self.next += 1;
        let entry = Entry {
            digest: digest.to_owned(),
            result: None,
        };
        self.entries.insert(key.to_owned(), entry);
    }

    pub(crate) fn finish(&mut self, key: &str, result: &CallResult) {
        *self.done.entry(key.to_owned()).or_default() += 1;
        if let Some(entry) = self.entries.get_mut(key) {
            entry.result = Some(result.clone());
        }
    }

    pub(crate) fn settle(&mut self, keys: &[String]) {
        for key in keys {
            self.entries.remove(key);
        }
    }

    pub(crate) fn reload(&mut self) {
        self.epoch += 1;
        self.assemblies = 0;
    }

    pub(crate) fn restart(&mut self) -> Result<()> {
        let done = std::mem::take(&mut self.done);
        *self = Self::new()?;
        self.done = done;
        Ok(())
    }

    pub(crate) fn doubled_keys(&self) -> Vec<String> {
        let twice = self.done.iter().filter(|(_, times)| **times > 1);
        twice.map(|(key, _)| key.clone()).collect()
    }

    pub(crate) fn write_count(&self) -> usize {
        self.done.len()
    }
}

fn instance() -> Result<String> {
    Ok(trust::nonce()?.split_off(32))
}
