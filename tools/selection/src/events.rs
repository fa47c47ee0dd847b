//! Tells subscribers of `unity://selection` that it changed.

use unity_tools::Cx;
use unity_tools::event::{Event, EventKind, Hear};
use unity_tools::host::notify;

/// Hears of the selection.
pub struct Events;

impl Hear for Events {
    fn hear(event: &Event, _: &Cx) {
        if event.kind == EventKind::SelectionChanged {
            notify::resource_updated("unity://selection");
        }
    }
}
