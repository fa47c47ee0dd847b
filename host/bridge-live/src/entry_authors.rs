//! Records who made the changes of one instance, and names them in lists of its edit journal.
//!
//! Belongs here: the access of the bridge to its `authors`. Does not: the list itself.

use crate::live_bridge::LiveBridge;
use host_bridge::{Origin, Reply};
use std::sync::PoisonError;

impl LiveBridge {
    /// Records the caller of a change, and inserts the recorded callers into a reply that lists journal entries.
    pub(crate) fn note_author(&self, reply: &mut Reply, key: Option<String>, origin: Option<&Origin>) {
        let instance = self.peer().map(|peer| peer.instance.clone()).unwrap_or_default();
        let mut authors = self.authors.lock().unwrap_or_else(PoisonError::into_inner);
        authors.see(reply, &instance, key, origin);
    }
}
