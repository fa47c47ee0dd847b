//! Notifications about changes that a call reports and that concern all clients, such as a changed list of tools.
//!
//! This module passes the events to the dialects. A dialect encodes them for its clients.

use host_api::CallEvent;
use std::sync::{PoisonError, RwLock, Weak};

/// A dialect that notifies its clients of changes.
pub trait ChangeListener: Send + Sync {
    /// Handles an event of a call of any dialect. Implementations ignore events that concern only the caller.
    fn on_change(&self, event: &CallEvent);
}

/// The registered listeners of changes.
#[derive(Default)]
pub struct Changes(RwLock<Vec<Weak<dyn ChangeListener>>>);

impl Changes {
    /// Registers a listener. The registration ends when the listener is dropped.
    pub fn follow(&self, listener: Weak<dyn ChangeListener>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(listener);
    }

    /// Passes an event to all listeners, and returns after the last one has handled it.
    pub fn announce(&self, event: &CallEvent) {
        let listeners = self.0.read().unwrap_or_else(PoisonError::into_inner);
        for listener in listeners.iter().filter_map(Weak::upgrade) {
            listener.on_change(event);
        }
    }
}
