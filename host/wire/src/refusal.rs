//! The reason why a call was not started, before a dialect encodes it.

use crate::jsonrpc::{Cause, Fault};
use host_api::{CallError, ErrorKind};

/// The reason why a call was not started.
#[derive(Debug)]
pub struct Refused {
    pub kind: ErrorKind,
    pub message: String,
    pub hint: Option<&'static str>,
    /// True if the client, not the host, has too many calls in flight: 429 over HTTP, not 503.
    pub(crate) is_of_client: bool,
}

impl Refused {
    /// Converts the refusal to a fault. `busy` encodes message and kind for a protocol; the cause of the fault
    /// determines the HTTP status.
    pub fn fault(&self, busy: impl FnOnce(&str, ErrorKind) -> Fault) -> Fault {
        let fault = busy(&self.sentence(), self.kind);
        match self.is_of_client {
            true => fault.with_cause(Cause::TooMany),
            false => fault,
        }
    }

    /// Returns message and hint, for protocols that have one text.
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
