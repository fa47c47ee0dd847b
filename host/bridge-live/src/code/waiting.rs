//! Helpers that wait for blocking work or for a deadline, and the errors for a wait that ends early.

use host_api::Deadline;
use host_bridge::{BridgeError, BridgeErrorKind};
use std::time::Instant;

pub(super) fn cancelled() -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::Cancelled,
        "the call was cancelled before its code began; nothing was run",
    )
}

pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, BridgeError> {
    tokio::task::spawn_blocking(work).await.map_err(|ended| {
        let why = match ended.is_panic() {
            true => "the host failed because of a defect; nothing was run",
            false => "the host is shutting down; nothing was run",
        };
        BridgeError::new(BridgeErrorKind::Internal, why)
    })
}

/// Waits until `deadline` has passed, also if it is extended meanwhile. Without a deadline, waits forever.
pub(super) async fn wait_until_deadline(deadline: Option<&Deadline>) {
    let Some(deadline) = deadline else {
        return std::future::pending().await;
    };
    while !deadline.is_over(Instant::now()) {
        tokio::time::sleep_until(deadline.at().into()).await;
    }
}
