//! The reason why a call was not started, independent of a dialect's encoding.

use crate::jsonrpc::{Cause, Fault};
use host_api::{CallError, ErrorKind};

/// The reason why a call was not started: its kind, a message, and a hint for the client.
#[derive(Debug)]
pub struct Refused {
    pub kind: ErrorKind,
    pub message: String,
    pub hint: Option<&'static str>,
    /// True if this client has too many running calls (HTTP status 429); false if the host has too many (503).
    pub(crate) is_of_client: bool,
}

impl Refused {
    /// Returns the rejected call as a JSON-RPC error. `busy` creates the error from a message and a kind; this sets its
    /// cause, which determines the HTTP status.
    pub fn fault(&self, busy: impl FnOnce(&str, ErrorKind) -> Fault) -> Fault {
        let fault = busy(&self.sentence(), self.kind);
        match self.is_of_client {
            true => fault.with_cause(Cause::TooMany),
            false => fault,
        }
    }

    /// Returns why the call was not started and what the client can do, as one text.
    pub fn sentence(&self) -> String {
        match self.hint {
            Some(hint) => format!("{}: {hint}", self.message),
            None => self.message.clone(),
        }
    }
}

impl From<Refused> for CallError {
    fn from(refused: Refused) -> Self {
        let error = Self::new(refused.kind, refused.message);
        match refused.hint {
            Some(hint) => error.with_hint(hint),
            None => error,
        }
    }
}
