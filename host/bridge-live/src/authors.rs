//! The callers of the entries in an instance's edit journal. The instance receives only the name of the tool, not the
//! identity of the caller.
//!
//! Belongs here: entries and their callers. Does not: the changes of an entry, and whether it can be undone (the
//! journal of the instance).

use host_api::{Caller, Identity};
use host_bridge::{EditEntry, Origin, Reply};
use std::collections::VecDeque;

/// Maximum number of entries whose caller is remembered; older entries have no known caller.
const KEPT: usize = 1_000;

#[derive(Debug, Default)]
pub(crate) struct Authors {
    entries: VecDeque<Author>,
}

#[derive(Debug)]
struct Author {
    /// The id of the process that executed the change.
    instance: String,
    /// The key of the call, as the journal of the instance contains it.
    key: String,
    /// The id of the journal entry, if the answer contained it.
    entry: Option<u64>,
    name: String,
    identity: Identity,
}

/// The prefix of the caller in a journal entry of an instance; the key of the call follows.
const KEY: &str = "key:";

impl Authors {
    /// Records the caller of a change, or inserts the recorded callers into listed entries.
    ///
    /// `key` is the key of this call in the journal; `None` for a read. `origin` is `None` for a call of the host
    /// itself.
    pub(crate) fn see(&mut self, reply: &mut Reply, instance: &str, key: Option<String>, origin: Option<&Origin>) {
        match (reply, key, origin) {
            (Reply::Entries(page), _, origin) => {
                for row in &mut page.rows {
                    self.name(row, instance, origin.map(|origin| &origin.caller));
                }
            }
            (Reply::EditDone(done), Some(key), Some(origin)) => {
                self.record(instance, key, Some(done.entry), &origin.caller);
            }
            (_, Some(key), Some(origin)) => self.record(instance, key, None, &origin.caller),
            _ => {}
        }
    }

    fn record(&mut self, instance: &str, key: String, entry: Option<u64>, caller: &Caller) {
        let is_same = |author: &Author| author.key == key && author.instance == instance;
        if self.entries.iter().rev().any(is_same) {
            return;
        }
        let name = match &*caller.client {
            "" => caller.dialect.as_str(),
            client => client,
        };
        self.entries.push_back(Author {
            instance: instance.to_owned(),
            key,
            entry,
            name: format!("{name} ({})", caller.address),
            identity: caller.identity(),
        });
        if self.entries.len() > KEPT {
            self.entries.pop_front();
        }
    }

    fn find_author(&self, instance: &str, row: &EditEntry) -> Option<&Author> {
        let key = row.caller.strip_prefix(KEY);
        let mut newest = self.entries.iter().rev();
        newest.find(|author| {
            author.instance == instance && (author.entry == Some(row.id) || Some(author.key.as_str()) == key)
        })
    }

    fn name(&self, row: &mut EditEntry, instance: &str, asks: Option<&Caller>) {
        let Some(author) = self.find_author(instance, row) else {
            // For callers of another host, only the key is known.
            if row.caller.starts_with(KEY) {
                row.caller.clear();
            }
            return;
        };
        row.caller.clone_from(&author.name);
        row.mine = asks.is_some_and(|asks| asks.identity().is_surely(&author.identity));
    }
}
