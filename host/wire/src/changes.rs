//! Changes that a call reports and that concern every client, such as a changed list of tools.
//!
//! This module passes such changes to the dialects that notify clients. A dialect encodes them.

use host_api::CallEvent;
use std::sync::{PoisonError, RwLock, Weak};

/// A dialect that notifies its clients of changes.
pub trait ChangeListener: Send + Sync {
    /// Handles an event of a call of any dialect. Events that belong to the caller alone are ignored.
    fn on_change(&self, event: &CallEvent);
}

/// The registered listeners.
#[derive(Default)]
pub struct Changes(RwLock<Vec<Weak<dyn ChangeListener>>>);

impl Changes {
    /// Adds a listener, which stays registered as long as it exists.
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
