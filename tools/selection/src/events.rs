//! Notifies the subscribers of the resource `unity://selection` when the selection changes.

use unity_tools::Cx;
use unity_tools::event::{Event, EventKind, Hear};
use unity_tools::host::notify;

/// The receiver of selection events, which notifies the subscribers of the MCP resource `unity://selection`.
pub(crate) struct Events;

impl Hear for Events {
    fn hear(event: &Event, _: &Cx) {
        if event.kind == EventKind::SelectionChanged {
            notify::resource_updated("unity://selection");
        }
    }
}
