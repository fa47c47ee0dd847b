//! Events of the host and of Unity.
//!
//! Belongs here: the trait. One type handles all events of a bundle.

pub use crate::bindings::events::exports::unity_tools::tool::events::{Event, EventKind};

use crate::Cx;

/// Handler of events of the host or Unity, called for one after another. Implementations may read, but change nothing.
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
    /// Handles one event, such as a change of the selection, of the scenes or of the policy.
    fn hear(event: &Event, cx: &Cx);
}
