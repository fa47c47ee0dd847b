//! Runs a guest until it returns, fails, exceeds its wall time, or is cancelled.

use host_api::DeadlineState;
use host_guest::guest_memory::GaveWay;
use host_guest::store::clock::Clock;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

#[derive(Debug)]
pub(crate) enum Ended<T> {
    Answered(T),
    Failed(wasmtime::Error),
    Deadline,
    Cancelled,
    /// The host ended the guest while it waited for the user, because other calls needed its memory.
    GaveWay,
}

/// Polls `guest` until it ends or the host ends it; dropping the future ends the guest. The caller pins the future,
/// because it is large and would otherwise be moved.
pub(crate) async fn drive<T>(
    clock: &Arc<Clock>,
    cancel: &CancellationToken,
    gave_way: &GaveWay,
    guest: Pin<&mut impl Future<Output = wasmtime::Result<T>>>,
) -> Ended<T> {
    if clock.wall_state() == DeadlineState::Passed {
        return Ended::Deadline;
    }
    tokio::select! {
        // The guest is polled first, so that a guest that never waits needs no second future.
        biased;
        answer = clock.guest(guest) => match answer {
            Ok(answer) => Ended::Answered(answer),
            Err(error) => Ended::Failed(error),
        },
        ended = end(clock, cancel, gave_way) => ended,
    }
}

/// Waits until the host must end the guest: at the deadline, at a cancellation, or if other calls need its memory.
async fn end<T>(clock: &Clock, cancel: &CancellationToken, gave_way: &GaveWay) -> Ended<T> {
    let (mut cancelled, mut gives_way) = (pin!(cancel.cancelled()), pin!(gave_way.wait_until_ended()));
    loop {
        let deadline = match clock.wall_state() {
            DeadlineState::Passed => return Ended::Deadline,
            DeadlineState::Until(deadline) => Some(deadline),
            // A timer makes no sense here, because the user may take minutes to answer.
            DeadlineState::Paused => None,
        };
        tokio::select! {
            biased;
            () = &mut gives_way => return Ended::GaveWay,
            () = &mut cancelled => return Ended::Cancelled,
            () = clock.resumed() => {}
            // Progress or a question may have postponed the deadline, so the loop checks it again.
            () = tokio::time::sleep_until(deadline.unwrap_or_else(Instant::now).into()), if deadline.is_some() => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_api::CallLimits;
    use std::cell::Cell;
    use std::time::Duration;

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        let executor = tokio::runtime::Builder::new_current_thread().enable_time().build();
        executor.expect("executor").block_on(work)
    }

    fn clock(deadline: u64) -> Arc<Clock> {
        let limits = CallLimits {
            deadline: Duration::from_millis(deadline),
            compute: Duration::from_secs(60),
            ..CallLimits::default()
        };
        Clock::new(Instant::now(), &limits)
    }

    #[test]
    fn question_near_the_deadline_causes_few_guest_polls() {
        let polls = Cell::new(0);
        let clock = clock(5);
        let work = async {
            let asking = clock.pause_wall();
            tokio::time::sleep(Duration::from_millis(500)).await;
            drop(asking);
            std::future::pending::<wasmtime::Result<()>>().await
        };
        let mut work = Box::pin(work);
        let counted = std::future::poll_fn(|context| {
            polls.set(polls.get() + 1);
            work.as_mut().poll(context)
        });
        let ended = block_on(drive(
            &clock,
            &CancellationToken::new(),
            &GaveWay::default(),
            pin!(counted),
        ));
        assert!(matches!(ended, Ended::Deadline), "{ended:?}");
        // Polls for the start, the result, and the few changes of the clock. A timer of one millisecond would cause
        // hundreds of polls.
        assert!(polls.get() <= 15, "polled {} times", polls.get());
    }

    #[test]
    fn ends_guest_at_the_deadline_if_no_question_is_open() {
        let clock = clock(5);
        let ended = block_on(drive(
            &clock,
            &CancellationToken::new(),
            &GaveWay::default(),
            pin!(std::future::pending::<wasmtime::Result<()>>()),
        ));
        assert!(matches!(ended, Ended::Deadline), "{ended:?}");
    }

    #[test]
    fn progress_keeps_a_waiting_guest_past_its_first_deadline() {
        let clock = clock(400);
        let work = async {
            for _ in 0..4 {
                tokio::time::sleep(Duration::from_millis(200)).await;
                clock.deadline().extend(Instant::now());
            }
            Ok(())
        };
        let since = Instant::now();
        let ended = block_on(drive(
            &clock,
            &CancellationToken::new(),
            &GaveWay::default(),
            pin!(work),
        ));
        assert!(matches!(ended, Ended::Answered(())), "{ended:?}");
        assert!(since.elapsed() >= Duration::from_millis(800));
    }
}
