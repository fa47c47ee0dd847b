//! Who made which entry of a Unity's journal of edits: Unity is told the name of a tool, and nobody's own.
//!
//! Belongs here: entries and callers. Does not: what an entry changed, and whether it can be undone (Unity's own journal).

use host_api::{Caller, Identity};
use host_bridge::{EditEntry, Origin, Reply};
use std::collections::VecDeque;

/// Entries of which it is known; those of older ones are nobody's.
const KEPT: usize = 1_000;

#[derive(Debug, Default)]
pub(crate) struct Authors {
    entries: VecDeque<Author>,
}

#[derive(Debug)]
struct Author {
    /// Of the process that was asked.
    instance: String,
    /// The call's, as its journal has it.
    key: String,
    /// Where the answer named it.
    entry: Option<u64>,
    name: String,
    identity: Identity,
}

/// What a Unity says of who made an entry: this, and the key of the call.
const KEY: &str = "key:";

impl Authors {
    /// Takes note of who asked for a change, or says of entries that are listed who made them.
    ///
    /// `key` is the journal's for that call, none for a read.
    pub(crate) fn see(&mut self, reply: &mut Reply, instance: &str, key: Option<String>, origin: Option<&Origin>) {
        match (reply, key, origin) {
            (Reply::Entries(page), _, origin) => {
                for row in &mut page.rows {
                    self.name(row, instance, origin.map(|origin| &origin.caller));
                }
            }
            (Reply::EditDone(done), Some(key), Some(origin)) => {
                self.made(instance, key, Some(done.entry), &origin.caller);
            }
            (_, Some(key), Some(origin)) => self.made(instance, key, None, &origin.caller),
            _ => {}
        }
    }

    fn made(&mut self, instance: &str, key: String, entry: Option<u64>, caller: &Caller) {
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

    fn known(&self, instance: &str, row: &EditEntry) -> Option<&Author> {
        let key = row.caller.strip_prefix(KEY);
        let mut newest = self.entries.iter().rev();
        newest.find(|author| {
            author.instance == instance && (author.entry == Some(row.id) || Some(author.key.as_str()) == key)
        })
    }

    fn name(&self, row: &mut EditEntry, instance: &str, asks: Option<&Caller>) {
        let Some(author) = self.known(instance, row) else {
            // Of another host's callers nobody here knows more than a key.
            if row.caller.starts_with(KEY) {
                row.caller.clear();
            }
            return;
        };
        row.caller.clone_from(&author.name);
        row.mine = asks.is_some_and(|asks| asks.identity().is_surely(&author.identity));
    }
}
