//! The callers that created the entries in a Unity instance's edit journal. The instance receives only the tool's name.
//!
//! Belongs here: the list of entries with their callers. Does not: what an entry changed (the instance's own journal).

use host_api::{Caller, Identity};
use host_bridge::{EditEntry, Origin, Reply};
use std::collections::VecDeque;

/// Maximum number of journal entries whose callers the host remembers. Above it, the host forgets the oldest caller.
const KEPT: usize = 1_000;

#[derive(Debug, Default)]
pub(crate) struct Authors {
    entries: VecDeque<Author>,
}

#[derive(Debug)]
struct Author {
    /// The id of the Unity process that executed the change.
    instance: String,
    /// The idempotency key of the call that made the change, as the journal of the instance spells it.
    key: String,
    /// The id of the journal entry that describes the change; `None` if the answer to the call contained no id.
    entry: Option<u64>,
    name: String,
    identity: Identity,
}

/// Prefix of the text that names the caller in a journal entry of an instance. The idempotency key of the call follows.
const KEY: &str = "key:";

impl Authors {
    /// Records the caller of a change, and inserts the recorded callers into a reply that lists journal entries. `key`
    /// is `None` for a read. `origin` is `None` if the host itself sent the call.
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
