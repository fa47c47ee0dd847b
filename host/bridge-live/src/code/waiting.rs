//! Waiting for code: for what blocks, for a deadline, and what is said where nobody waits any more.

use host_bridge::{BridgeError, BridgeErrorKind};
use std::time::Instant;

pub(super) fn cancelled() -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::Cancelled,
        "it was cancelled before it began; nothing was run",
    )
}

pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, BridgeError> {
    tokio::task::spawn_blocking(work).await.map_err(|ended| {
        let why = match ended.is_panic() {
            true => "the host failed at it, a defect of it; nothing was run",
            false => "the host ends; nothing was run",
        };
        BridgeError::new(BridgeErrorKind::Internal, why)
    })
}

/// Until the deadline; without one, never.
pub(super) async fn passed(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}
