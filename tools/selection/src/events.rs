//! Notifies subscribers of `unity://selection` when it changes.

use unity_tools::Cx;
use unity_tools::event::{Event, EventKind, Hear};
use unity_tools::host::notify;

/// Receives events of the selection.
pub(crate) struct Events;

impl Hear for Events {
    fn hear(event: &Event, _: &Cx) {
        if event.kind == EventKind::SelectionChanged {
            notify::resource_updated("unity://selection");
        }
    }
}
