//! Notifications about changes that a call reports and that concern all clients, such as a changed list of tools.
//!
//! This module passes the events to the dialects. A dialect encodes them for its clients.

use host_api::CallEvent;
use std::sync::{PoisonError, RwLock, Weak};

/// A client protocol that tells its clients if a call changes the list of tools, prompts or resources.
pub trait ChangeListener: Send + Sync {
    /// Handles an event of any call, also of other protocols. Events that concern only the caller are ignored.
    fn on_change(&self, event: &CallEvent);
}

/// The client protocols that are told about changes of lists and resources.
#[derive(Default)]
pub struct Changes(RwLock<Vec<Weak<dyn ChangeListener>>>);

impl Changes {
    /// Registers a client protocol that wants to know about changes. The registration ends when it is dropped.
    pub fn follow(&self, listener: Weak<dyn ChangeListener>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(listener);
    }

    /// Passes an event of a call to all registered client protocols, and returns after the last one has handled it.
    pub fn announce(&self, event: &CallEvent) {
        let listeners = self.0.read().unwrap_or_else(PoisonError::into_inner);
        for listener in listeners.iter().filter_map(Weak::upgrade) {
            listener.on_change(event);
        }
    }
}
