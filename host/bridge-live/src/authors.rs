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
    /// Of the process that counts the entry.
    instance: String,
    entry: u64,
    name: String,
    identity: Identity,
    session: Option<String>,
}

impl Authors {
    /// Takes note of an entry that was made, or says of those that are listed who made them.
    pub(crate) fn see(&mut self, reply: &mut Reply, instance: &str, origin: Option<&Origin>) {
        match (reply, origin) {
            (Reply::EditDone(done), Some(origin)) => self.made(instance, done.entry, &origin.caller),
            (Reply::Entries(page), origin) => {
                for row in &mut page.rows {
                    self.name(row, instance, origin.map(|origin| &origin.caller));
                }
            }
            _ => {}
        }
    }

    fn made(&mut self, instance: &str, entry: u64, caller: &Caller) {
        if self.known(instance, entry).is_some() {
            return;
        }
        let name = match caller.client.as_str() {
            "" => caller.dialect.as_str(),
            client => client,
        };
        self.entries.push_back(Author {
            instance: instance.to_owned(),
            entry,
            name: format!("{name} ({})", caller.address),
            identity: caller.identity(),
            session: caller.session.clone(),
        });
        if self.entries.len() > KEPT {
            self.entries.pop_front();
        }
    }

    fn known(&self, instance: &str, entry: u64) -> Option<&Author> {
        let mut newest = self.entries.iter().rev();
        newest.find(|author| author.entry == entry && author.instance == instance)
    }

    fn name(&self, row: &mut EditEntry, instance: &str, asks: Option<&Caller>) {
        let Some(author) = self.known(instance, row.id) else {
            return;
        };
        row.caller.clone_from(&author.name);
        row.mine = asks.is_some_and(|asks| asks.identity() == author.identity && asks.session == author.session);
    }
}
