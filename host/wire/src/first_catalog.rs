//! Waiting for the first published catalog of tools after the start of the host.

use crate::in_flight::NoSlot;
use crate::refusal::Refused;
use crate::state::Wire;
use host_api::{CallError, ErrorKind};
use std::time::Duration;

/// Maximum time that a request for a list waits for the first catalog.
const FIRST_CATALOG: Duration = Duration::from_secs(30);
/// Maximum time that [`for_welcome`] waits. A client typically waits about ten seconds for the answer to `initialize`
/// of a server that it started.
const WELCOME: Duration = Duration::from_secs(5);

/// True if a catalog has been published.
pub fn is_there(wire: &Wire) -> bool {
    *wire.service.revision().borrow() > 0
}

/// Waits like [`first`] before the answer to `initialize`, but for a shorter time: a client might give up.
pub async fn for_welcome(wire: &Wire) {
    if !is_there(wire) {
        let _ = tokio::time::timeout(WELCOME, first(wire)).await;
    }
}

/// Waits for the first catalog, so that no answer lists only a part of it. Many clients request a list only once.
///
/// # Errors `NotReady` after 30 seconds without a catalog, or when the host shuts down.
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
