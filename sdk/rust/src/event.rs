//! Events of the host and of Unity.
//!
//! Belongs here: the trait. One type of a bundle receives all events.

pub use crate::bindings::events::exports::unity_tools::tool::events::{Event, EventKind};

use crate::Cx;

/// Receives events in order. It runs with a read permit: it cannot change anything.
///
/// ```
/// use unity_tools::event::{Event, Hear};
/// use unity_tools::prelude::*;
///
/// struct Log;
///
/// impl Hear for Log {
///     fn hear(event: &Event, cx: &Cx) {
///         cx.debug(&format!("an event of {:?}", event.kind));
///     }
/// }
/// ```
pub trait Hear: 'static {
    /// Handles one event.
    fn hear(event: &Event, cx: &Cx);
}
