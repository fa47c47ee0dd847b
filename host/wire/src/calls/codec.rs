//! How a dialect writes what a call says, and what the request that began it is answered with.

use crate::budget::Kept;
use crate::streams::StreamReader;
use host_api::CallEvent;

/// How a dialect writes what a call says.
pub(crate) trait Codec: Send + 'static {
    /// What becomes of one event.
    fn event(&mut self, event: CallEvent) -> EventUse;

    /// The answer where the host itself cannot give one.
    fn failure(&self, why: &str) -> Vec<u8>;
}

/// What becomes of an event.
pub(crate) enum EventUse {
    /// Goes on the call's stream.
    Say(Vec<u8>),
    /// The present connection ends; the client comes back for the rest.
    HangUp,
    /// Not for the client, or dealt with already.
    Nothing,
}

/// What the HTTP response is made of.
pub(crate) enum Answer {
    Json(Kept),
    Stream(StreamReader),
    /// The request was cancelled: nothing is said.
    Silence,
}
