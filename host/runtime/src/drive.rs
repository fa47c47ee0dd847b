//! Runs a guest's future to its end: its answer, its failure, the wall deadline, or cancellation.

use crate::store::clock::{Clock, WallState};
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// How a run ended.
#[derive(Debug)]
pub(crate) enum Ended<T> {
    Answered(T),
    Failed(wasmtime::Error),
    Deadline,
    Cancelled,
}

/// Drives `guest`; dropping the future it returns ends the guest as well.
pub(crate) async fn drive<T>(
    clock: &Arc<Clock>,
    cancel: &CancellationToken,
    guest: impl Future<Output = wasmtime::Result<T>>,
) -> Ended<T> {
    let guest = pin!(guest);
    let mut guest = clock.guest(guest);
    while let WallState::Until(until) = clock.wall_state() {
        tokio::select! {
            // First, so that a short call touches neither timer nor token.
            biased;
            answer = &mut guest => {
                return match answer {
                    Ok(answer) => Ended::Answered(answer),
                    Err(error) => Ended::Failed(error),
                };
            }
            () = cancel.cancelled() => return Ended::Cancelled,
            // Not the end yet where somebody was asked in the meantime.
            () = tokio::time::sleep_until(until.into()) => {}
        }
    }
    Ended::Deadline
}
