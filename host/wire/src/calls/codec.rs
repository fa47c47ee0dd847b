//! The encoding of the events and the answer of a call by a dialect.

use crate::budget::Kept;
use crate::streams::StreamReader;
use host_api::CallEvent;

/// Encodes the events of a call for a dialect.
pub trait Codec: Send + 'static {
    /// Encodes one event.
    fn event(&mut self, event: CallEvent) -> EventUse;

    /// Encodes the answer if the host itself cannot complete the call; `why` is the reason.
    fn failure(&self, why: &str) -> Vec<u8>;
}

/// The action for one event of a call.
pub enum EventUse {
    /// Send this message on the call's stream.
    Say(Vec<u8>),
    /// End the current connection; the client returns for the rest of the stream.
    HangUp,
    /// Do nothing: the event is not for the client, or is already handled.
    Nothing,
}

/// The start of the answer to a call, which becomes the body of the HTTP response.
pub enum Answer {
    Json(Kept),
    Stream(StreamReader),
    /// The request was cancelled: there is no answer.
    Silence,
}
