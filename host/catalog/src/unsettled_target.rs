//! Waits for the editor of a project folder before a call that changes something chooses its target.
//!
//! After the host starts, an editor that has the project open links again within seconds. Until then the folder rejects
//! changes. A client that repeats a call with its idempotency key must get the result that the editor stored.

use crate::catalog::Catalog;
use host_api::{CallContext, CallEvent, Caller};
use host_bridge::Wish;
use std::time::{Duration, Instant};

/// Maximum time for which a call waits. An editor looks for new hosts several times a second, except while it compiles.
const LONGEST: Duration = Duration::from_secs(10);

/// The time between two looks at the targets.
const LOOK: Duration = Duration::from_millis(100);

impl Catalog {
    /// Waits until the target takes changes, at most until `until`. Reports the reason as progress, once a second.
    pub(crate) async fn settle_target(
        &self,
        caller: &Caller,
        named: Option<&str>,
        context: &CallContext,
        until: Instant,
    ) {
        let Some(several) = self.shared.bridge.target_set() else {
            return;
        };
        let wish = Wish::from_caller(caller, named.or(context.unity.named.as_deref()));
        let begun = Instant::now();
        let until = until.min(begun + LONGEST);
        let mut reported = 0;
        while let Some(reason) = several.unsettled(&wish).filter(|_| Instant::now() < until) {
            let seconds = begun.elapsed().as_secs() + 1;
            if context.client.progress && seconds > reported {
                reported = seconds;
                context.events.emit(CallEvent::Progress {
                    progress: progress(seconds),
                    total: None,
                    message: Some(reason.to_owned()),
                });
            }
            tokio::select! {
                () = context.cancel.cancelled() => return,
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }
}

/// Returns a value that grows and stays below 1, because the reports of the call itself begin there.
fn progress(seconds: u64) -> f64 {
    let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
    1.0 - 1.0 / (1.0 + f64::from(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_grows_and_stays_below_one() {
        let values: Vec<f64> = (1..=11).map(progress).collect();
        assert!(values.is_sorted_by(|one, other| one < other) && values.iter().all(|value| (0.0..1.0).contains(value)));
    }
}
