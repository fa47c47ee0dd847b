//! The interface with which a dialect encodes the events and the answer of a call.

use crate::budget::Kept;
use crate::streams::StreamReader;
use host_api::CallEvent;

/// An encoder for the events of one call, in the format of one client protocol (dialect), such as MCP.
pub trait Codec: Send + 'static {
    /// Encodes one event of the call, such as progress, and returns what to do with the encoded event.
    fn event(&mut self, event: CallEvent) -> EventUse;

    /// Encodes the answer of a call that the host cannot complete; `why` is the reason.
    fn failure(&self, why: &str) -> Vec<u8>;
}

/// What happens with one event of a call after it was encoded.
pub enum EventUse {
    /// Send this encoded message on the call's stream.
    Say(Vec<u8>),
    /// Close the current connection. The client reconnects to read the remaining messages of the stream.
    HangUp,
    /// Do nothing: the event is not for the client, or is already handled.
    Nothing,
}

/// The start of the answer to a call: a complete response, or a stream. The HTTP response body is created from it.
pub enum Answer {
    Json(Kept),
    Stream(StreamReader),
    /// The answer to a cancelled request: the client gets no response.
    Silence,
}
