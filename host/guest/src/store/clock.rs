//! The two time limits of a call: compute time of the guest, and its deadline, which a question to the user pauses.
//!
//! Belongs here: measuring the times. Does not: the reaction to a reached limit (the runtime).

use host_api::{CallLimits, Deadline, DeadlineState};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

const IDLE: u64 = u64::MAX;

/// The clock of one call, shared by the wasmtime store and the future that runs the guest.
pub struct Clock {
    start: Instant,
    compute_limit: Duration,
    /// Total nanoseconds in which the guest's future was polled. They include the work of imported functions.
    polled: AtomicU64,
    /// Start of the current poll in nanoseconds since `start`, or `IDLE` between polls.
    polling_since: AtomicU64,
    /// Total nanoseconds of imported functions, e.g. in the bridge to Unity, while the guest's future was polled. They
    /// do not count as the guest's compute time.
    host: AtomicU64,
    deadline: Deadline,
    resumed: Notify,
}

impl Clock {
    /// Creates the clock of a call that the host accepted at `accepted_at`.
    pub fn new(accepted_at: Instant, limits: &CallLimits) -> Arc<Self> {
        Arc::new(Self {
            start: accepted_at,
            compute_limit: limits.compute,
            polled: AtomicU64::new(0),
            polling_since: AtomicU64::new(IDLE),
            host: AtomicU64::new(0),
            deadline: Deadline::new(accepted_at, limits.deadline, limits.longest),
            resumed: Notify::new(),
        })
    }

    /// Returns the guest's compute time so far, also during a poll.
    pub(crate) fn compute_used(&self) -> Duration {
        let mut nanos = self.polled.load(Ordering::Relaxed);
        let since = self.polling_since.load(Ordering::Relaxed);
        if since != IDLE {
            nanos += self.nanos().saturating_sub(since);
        }
        Duration::from_nanos(nanos.saturating_sub(self.host.load(Ordering::Relaxed)))
    }

    pub(crate) fn compute_left(&self) -> Duration {
        self.compute_limit.saturating_sub(self.compute_used())
    }

    /// Wraps the guest's future, so that its polls count as compute time.
    pub fn guest<F: Future>(self: &Arc<Self>, inner: F) -> Guest<F> {
        Guest {
            clock: Arc::clone(self),
            inner,
        }
    }

    /// Wraps the future of an import, so that its polls do not count as compute time.
    pub(crate) fn host_work<F: Future + Unpin>(self: &Arc<Self>, inner: F) -> HostWork<F> {
        HostWork {
            clock: Arc::clone(self),
            inner,
        }
    }

    /// Pauses the call's deadline, for a question to the user, until the returned value is dropped.
    pub fn pause_wall(self: &Arc<Self>) -> Asking {
        self.deadline.pause(Instant::now());
        Asking(Arc::clone(self))
    }

    /// Returns the deadline of the call, which the call's bridge postpones at each progress.
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    pub fn wall_left(&self) -> Duration {
        self.deadline.left(Instant::now())
    }

    pub fn wall_state(&self) -> DeadlineState {
        self.deadline.state(Instant::now())
    }

    /// Waits until the deadline continues after a question to the user. Returns at once if it did since the last call.
    pub async fn resumed(&self) {
        self.resumed.notified().await;
    }

    fn nanos(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_nanos()).unwrap_or(IDLE - 1)
    }
}

/// Guard that pauses the deadline while the user is asked, until it is dropped.
pub struct Asking(Arc<Clock>);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.deadline.resume(Instant::now());
        // The notification is stored for `resumed` if no task waits for it yet.
        self.0.resumed.notify_one();
    }
}

/// The future of a running guest; polling it counts as compute time of the call.
pub struct Guest<F> {
    clock: Arc<Clock>,
    inner: F,
}

impl<F: Future + Unpin> Future for Guest<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.get_mut();
        let clock = &this.clock;
        let since = clock.nanos();
        clock.polling_since.store(since, Ordering::Relaxed);
        let answer = Pin::new(&mut this.inner).poll(context);
        clock.polling_since.store(IDLE, Ordering::Relaxed);
        clock.polled.fetch_add(clock.nanos() - since, Ordering::Relaxed);
        answer
    }
}

pub(crate) struct HostWork<F> {
    clock: Arc<Clock>,
    inner: F,
}

impl<F: Future + Unpin> Future for HostWork<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.get_mut();
        let since = this.clock.nanos();
        let answer = Pin::new(&mut this.inner).poll(context);
        this.clock.host.fetch_add(this.clock.nanos() - since, Ordering::Relaxed);
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(deadline: Duration) -> Arc<Clock> {
        let limits = CallLimits {
            deadline,
            compute: Duration::from_secs(1),
            ..CallLimits::default()
        };
        Clock::new(Instant::now(), &limits)
    }

    #[test]
    fn pauses_the_deadline_while_a_question_is_open() {
        let clock = clock(Duration::from_secs(60));
        let before = clock.deadline().at();
        let asking = clock.pause_wall();
        assert_eq!(clock.wall_state(), DeadlineState::Paused);
        drop(asking);
        assert!(matches!(clock.wall_state(), DeadlineState::Until(_)));
        assert!(clock.deadline().at() >= before);
    }

    #[test]
    fn reports_past_deadline_unless_a_question_is_open() {
        let clock = clock(Duration::ZERO);
        assert_eq!(clock.wall_state(), DeadlineState::Passed);
        let _asking = clock.pause_wall();
        assert_eq!(clock.wall_state(), DeadlineState::Paused);
    }

    #[test]
    fn counts_guest_polls_as_compute_without_host_work() {
        let clock = clock(Duration::from_secs(1));
        let spin = |steps: u64| {
            std::future::ready(()).poll_after(move || {
                let until = Instant::now() + Duration::from_millis(steps);
                while Instant::now() < until {
                    std::hint::spin_loop();
                }
            })
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("runtime");
        runtime.block_on(clock.guest(Box::pin(clock.host_work(Box::pin(spin(20))))));
        assert!(
            clock.compute_used() < Duration::from_millis(20),
            "the bridge's work is not the guest's"
        );
        runtime.block_on(clock.guest(Box::pin(spin(20))));
        assert!(clock.compute_used() >= Duration::from_millis(20));
    }

    trait PollAfter: Future + Sized {
        async fn poll_after(self, work: impl FnOnce()) -> Self::Output {
            work();
            self.await
        }
    }
    impl<F: Future> PollAfter for F {}
}
