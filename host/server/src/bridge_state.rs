//! Logs when the bridge stops and resumes serving calls.
//!
//! This module writes only the operator's log lines. Clients see the errors of the bridge and `/ready`; `loading` logs
//! progress.

use host_bridge::{BridgeState, UnityBridge};
use std::sync::Arc;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

/// Watches the state of the bridge and logs each change, until the host or the bridge ends.
pub(crate) async fn tell(bridge: Arc<dyn UnityBridge>, end: CancellationToken) {
    let mut events = bridge.events();
    let mut failed = None;
    loop {
        match bridge.state() {
            BridgeState::Failed { reason, remedy } if failed.as_ref() != Some(&reason) => {
                tracing::error!(bridge = bridge.name(), remedy, "calls are refused: {reason}");
                failed = Some(reason);
            }
            state if state.answers_calls() && failed.take().is_some() => {
                tracing::warn!(bridge = bridge.name(), "calls are served again");
            }
            _ => {}
        }
        tokio::select! {
            () = end.cancelled() => return,
            event = events.recv() => if matches!(event, Err(RecvError::Closed)) { return },
        }
    }
}
