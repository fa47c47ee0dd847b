//! Being told what happens in the host and in Unity.
//!
//! Belongs here: the trait. One type of a bundle hears all events.

pub use crate::bindings::events::exports::unity_tools::tool::events::{Event, EventKind};

use crate::Cx;

/// Hears events, in order. Runs on a read permit: nothing can be changed.
pub trait Hear: 'static {
    /// One event.
    fn hear(event: &Event, cx: &Cx);
}
