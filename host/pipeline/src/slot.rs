//! The permission to run one command, because the server runs one command at a time.

use crate::connection::Question;
use crate::errors::{Purpose, body_error};
use crate::result;
use crate::server::Server;
use bytes::Bytes;
use host_bridge::{BridgeError, BridgeErrorKind, Fate};
use serde::Serialize;
use serde_json::value::RawValue;
use std::time::Instant;
use tokio::sync::SemaphorePermit;

/// Maximum bytes of the body of a request. The server rejects larger ones with the status 413.
const MOST_BODY: usize = 1 << 20;

/// The only permission to run a command at this time. Other calls wait until it is dropped.
pub struct Slot<'p> {
    pub(crate) server: &'p Server,
    pub(crate) _permit: SemaphorePermit<'p>,
}

#[derive(Serialize)]
struct Exec<'a> {
    command: &'a str,
    parameters: &'a RawValue,
    timeout: u64,
}

impl Slot<'_> {
    /// Runs the command `name` with `parameters`, the text of a JSON object, and returns its result as JSON text. Calls
    /// `Fate::begin` of `fate` before the request is sent.
    ///
    /// The server may run the command even if it did not answer, and a repeated request runs it again. The host uses no
    /// job of the server, because a domain reload discards all jobs.
    ///
    /// # Errors
    /// The command was not executed or failed. `OutcomeUnknown` if no usable answer arrived before `deadline`.
    pub async fn run(
        &self,
        name: &str,
        parameters: &str,
        deadline: Instant,
        fate: &Fate,
    ) -> Result<String, BridgeError> {
        let question = Question {
            path: "/api/exec".to_owned(),
            body: Some(body(name, parameters, deadline)?),
        };
        let purpose = Purpose::Run(name);
        let body = self.server.ask(&question, &purpose, deadline, Some(fate)).await?;
        result::parse(&body, name)
    }
}

fn body(name: &str, parameters: &str, deadline: Instant) -> Result<Bytes, BridgeError> {
    let parameters = serde_json::from_str(parameters).map_err(|error| {
        let message = format!("`parameters` is no JSON: {error}; nothing was sent");
        BridgeError::new(BridgeErrorKind::InvalidArgument, message)
    })?;
    let exec = Exec {
        command: name,
        parameters,
        // A whole number below the deadline, so that the editor can still report the end of the time.
        timeout: deadline.saturating_duration_since(Instant::now()).as_secs().max(1),
    };
    let body = serde_json::to_vec(&exec).map_err(|error| {
        let message = format!("cannot write the request for Pipeline: {error}");
        BridgeError::new(BridgeErrorKind::Internal, message)
    })?;
    match body.len() > MOST_BODY {
        true => Err(body_error(body.len(), MOST_BODY)),
        false => Ok(body.into()),
    }
}
