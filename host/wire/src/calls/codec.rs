//! The encoding of the events and the answer of a call by a dialect.

use crate::budget::Kept;
use crate::streams::StreamReader;
use host_api::CallEvent;

/// Encodes the events of a call for a dialect.
pub trait Codec: Send + 'static {
    /// Encodes one event.
    fn event(&mut self, event: CallEvent) -> EventUse;

    /// The answer if the host itself cannot complete the call.
    fn failure(&self, why: &str) -> Vec<u8>;
}

/// The use of an event.
pub enum EventUse {
    /// Goes on the call's stream.
    Say(Vec<u8>),
    /// The current connection ends; the client returns for the rest.
    HangUp,
    /// Not for the client, or already handled.
    Nothing,
}

/// The content of the HTTP response.
pub enum Answer {
    Json(Kept),
    Stream(StreamReader),
    /// The request was cancelled: there is no answer.
    Silence,
}
