//! Waiting for the first published catalog of tools after the start of the host.

use crate::in_flight::NoSlot;
use crate::refusal::Refused;
use crate::state::Wire;
use host_api::{CallError, ErrorKind};
use std::time::Duration;

/// Maximum time that a request for a list waits after the start, until the tools of the host are loaded.
const FIRST_CATALOG: Duration = Duration::from_secs(30);
/// Maximum time that `initialize` waits until the tools of the host are loaded. A client typically waits about ten
/// seconds for the answer of a server that it started.
const WELCOME: Duration = Duration::from_secs(5);

/// True if the host has loaded its tools and published the list of them (the first catalog).
pub fn is_there(wire: &Wire) -> bool {
    *wire.service.revision().borrow() > 0
}

/// Waits until the tools of the host are loaded, before the answer to `initialize`. Gives up after a few seconds.
pub async fn for_welcome(wire: &Wire) {
    if !is_there(wire) {
        let _ = tokio::time::timeout(WELCOME, first(wire)).await;
    }
}

/// Waits until all tools of the host are loaded: many clients request a list only once, and must get all of it.
///
/// # Errors `NotReady` if this takes more than 30 seconds, or when the host shuts down.
pub async fn first(wire: &Wire) -> Result<(), CallError> {
    if is_there(wire) {
        return Ok(());
    }
    let mut revision = wire.service.revision();
    let first = revision.wait_for(|revision| *revision > 0);
    let came = tokio::select! {
        first = tokio::time::timeout(FIRST_CATALOG, first) => matches!(first, Ok(Ok(_))),
        () = wire.closing.cancelled() => false,
    };
    if came {
        return Ok(());
    }
    if wire.is_draining() {
        return Err(Refused::from(NoSlot::ShuttingDown).into());
    }
    let error = CallError::new(ErrorKind::NotReady, "the host is still preparing its tools");
    Err(error.with_hint("call again in a few seconds; /ready shows the operator what is missing"))
}
