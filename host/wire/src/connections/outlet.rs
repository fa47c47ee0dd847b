//! Detection of clients that do not read their responses. It counts unwritten pieces, and the time since the last
//! progress.
//!
//! An HTTP/2 client can stall one response while its connection stays active, so no socket timeout detects this.

use crate::budget::Budget;
use bytes::Bytes;
use futures_util::task::AtomicWaker;
use hyper::rt::Executor;
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::Context;
use std::time::Duration;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

/// Maximum bytes of one piece of a response body; larger chunks of the body are split.
pub(super) const PIECE: usize = 16 << 10;
/// Interval at which the host checks whether it must abort responses because memory is short.
const LOOK: Duration = Duration::from_millis(250);
/// Minimum time without progress after which a response may be aborted, if the memory budget is short.
const GRACE: Duration = Duration::from_secs(1);

tokio::task_local! {
    static OUTLET: Arc<Outlet>;
}

/// The progress of writing responses to one HTTP/1 connection, or to one HTTP/2 stream.
#[derive(Debug)]
pub(crate) struct Outlet {
    born: Instant,
    /// Number of pieces that the HTTP library has received and not written yet.
    under_way: AtomicUsize,
    /// Milliseconds from the creation of the outlet to the last time that a piece was added or written.
    moved: AtomicU64,
    written: AtomicWaker,
    given_up: CancellationToken,
}

#[derive(Debug, Default)]
pub(crate) struct Outlets(Mutex<VecDeque<Weak<Outlet>>>);

/// A piece of a response body that is being written. It counts as unwritten until it is dropped.
struct Piece {
    bytes: Bytes,
    outlet: Arc<Outlet>,
}

impl Outlets {
    pub(super) fn open(&self) -> Arc<Outlet> {
        let outlet = Arc::new(Outlet::new());
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() == open.capacity() {
            open.retain(|outlet| outlet.strong_count() > 0);
        }
        open.push_back(Arc::downgrade(&outlet));
        outlet
    }

    /// Aborts responses that their clients do not read while `budget` is short; runs until `closing` is cancelled.
    pub(crate) async fn relieve(&self, budget: &Budget, closing: &CancellationToken) {
        while tokio::time::timeout(LOOK, closing.cancelled()).await.is_err() {
            if budget.is_short() {
                let given_up = self.give_up(GRACE);
                if given_up > 0 {
                    tracing::warn!(
                        given_up,
                        "memory is short: gave up answers that their clients do not read"
                    );
                }
            }
        }
    }

    /// Aborts the longer stuck half of the responses without progress for at least `grace`. Returns their number.
    fn give_up(&self, grace: Duration) -> usize {
        let mut stuck: Vec<(Instant, Arc<Outlet>)> = {
            let open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let alive = open.iter().filter_map(Weak::upgrade);
            alive
                .filter_map(|outlet| Some((outlet.stuck_since()?, outlet)))
                .filter(|(since, outlet)| since.elapsed() >= grace && !outlet.given_up.is_cancelled())
                .collect()
        };
        stuck.sort_by_key(|(since, _)| *since);
        stuck.truncate(stuck.len().div_ceil(2));
        stuck.iter().for_each(|(_, outlet)| outlet.given_up.cancel());
        stuck.len()
    }
}

impl Outlet {
    fn new() -> Self {
        Self {
            born: Instant::now(),
            under_way: AtomicUsize::new(0),
            moved: AtomicU64::new(0),
            written: AtomicWaker::new(),
            given_up: CancellationToken::new(),
        }
    }

    /// Returns the progress record of the HTTP/2 stream that the current task serves; `None` for HTTP/1.
    pub(super) fn current_stream() -> Option<Arc<Self>> {
        OUTLET.try_with(Arc::clone).ok()
    }

    pub(super) fn piece(self: &Arc<Self>, bytes: Bytes) -> Bytes {
        self.under_way.fetch_add(1, Ordering::AcqRel);
        self.moves();
        Bytes::from_owner(Piece {
            bytes,
            outlet: Arc::clone(self),
        })
    }

    /// True if all pieces of the response are written. Otherwise, a written piece will wake the task of `context`.
    pub(super) fn is_clear(&self, context: &Context<'_>) -> bool {
        self.written.register(context.waker());
        self.is_idle()
    }

    pub(super) fn is_idle(&self) -> bool {
        self.under_way.load(Ordering::Acquire) == 0
    }

    pub(super) async fn wait_until_given_up(&self) {
        self.given_up.cancelled().await;
    }

    fn moves(&self) {
        let age = u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.moved.store(age, Ordering::Release);
    }

    fn stuck_since(&self) -> Option<Instant> {
        (!self.is_idle()).then(|| self.born + Duration::from_millis(self.moved.load(Ordering::Acquire)))
    }

    /// Runs an HTTP/2 stream's task. Stops it, which resets the stream, on abort or after `limit` without progress.
    async fn watch<F: Future>(self: Arc<Self>, mut work: Pin<Box<F>>, limit: Duration) {
        let look = sleep(limit);
        tokio::pin!(look);
        loop {
            tokio::select! {
                biased;
                _ = work.as_mut() => return,
                () = self.wait_until_given_up() => return,
                () = look.as_mut() => {
                    let since = self.stuck_since().unwrap_or_else(Instant::now);
                    if since.elapsed() >= limit {
                        tracing::debug!("a stream was reset: its peer took nothing for too long");
                        return;
                    }
                    look.as_mut().reset(since + limit);
                }
            }
        }
    }
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        self.outlet.moves();
        self.outlet.under_way.fetch_sub(1, Ordering::AcqRel);
        self.outlet.written.wake();
    }
}

/// An executor for the tasks of HTTP/2 streams, which tracks the write progress of each stream.
#[derive(Clone)]
pub(super) struct Streams {
    pub(super) outlets: Arc<Outlets>,
    /// Maximum time without write progress; a stream that exceeds it is reset.
    pub(super) limit: Duration,
}

impl<F: Future<Output: Send> + Send + 'static> Executor<F> for Streams {
    fn execute(&self, stream: F) {
        let outlet = self.outlets.open();
        let watched = Arc::clone(&outlet).watch(Box::pin(stream), self.limit);
        tokio::spawn(OUTLET.scope(outlet, watched));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn cancels_longest_stuck_outlet_first_and_no_idle_one() {
        let outlets = Outlets::default();
        let [idle, first, second] = [outlets.open(), outlets.open(), outlets.open()];
        let _one = first.piece(Bytes::from_static(b"one"));
        // The times must differ by at least one millisecond.
        sleep(Duration::from_millis(2)).await;
        let two = second.piece(Bytes::from_static(b"two"));
        assert_eq!(outlets.give_up(Duration::from_secs(3600)), 0, "they have time");
        assert_eq!(outlets.give_up(Duration::ZERO), 1);
        assert!(first.given_up.is_cancelled() && !second.given_up.is_cancelled());
        drop(two);
        assert_eq!(outlets.give_up(Duration::ZERO), 0, "it took what there was");
        assert!(!idle.given_up.is_cancelled() && idle.stuck_since().is_none());
    }

    #[tokio::test]
    async fn ends_stuck_work_and_continues_other_work() {
        const LIMIT: Duration = Duration::from_millis(10);
        let outlet = Outlets::default().open();
        let piece = outlet.piece(Bytes::from_static(b"x"));
        Arc::clone(&outlet)
            .watch(Box::pin(std::future::pending::<()>()), LIMIT)
            .await;
        drop(piece);
        let mut done = false;
        let idle = async {
            sleep(LIMIT * 3).await;
            done = true;
        };
        outlet.watch(Box::pin(idle), LIMIT).await;
        assert!(done, "nothing was on its way");
    }
}
