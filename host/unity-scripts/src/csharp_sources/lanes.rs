//! Two background threads: one for quick tasks, one for tasks that take longer.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Stack size in bytes of each thread. C# syntax can be deeply nested, and the parser is recursive.
const STACK_BYTES: usize = 16 * 1024 * 1024;

/// One task for a background thread. Its argument is a function that returns false when the task must stop.
pub(super) type Work = Box<dyn FnOnce(&dyn Fn() -> bool) -> Then + Send>;

pub(super) enum Then {
    Done,
    /// The task takes too long for the thread for quick tasks; contains the rest of the work, for the thread for slow
    /// tasks.
    Slowly(Work),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Speed {
    Quick,
    Slow,
}

#[derive(Default)]
pub(super) struct Lanes {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    stop: AtomicBool,
}

#[derive(Default)]
struct Queue {
    quick: VecDeque<(String, Work)>,
    slow: VecDeque<(String, Work)>,
    /// Keys of the tasks that are queued or running.
    open: BTreeSet<String>,
    /// Pending signals, each with its keys. A signal becomes true when no task with such a key is queued or running.
    waits: Vec<(BTreeSet<String>, watch::Sender<bool>)>,
}

impl Shared {
    /// Locks the queue. A poisoned lock is accepted, because no code panics while it holds the lock.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self, key: &str) {
        let mut queue = self.queue();
        queue.open.remove(key);
        queue.waits.retain_mut(|(keys, end)| {
            keys.remove(key);
            if keys.is_empty() {
                end.send_replace(true);
            }
            !keys.is_empty() && !end.is_closed()
        });
        drop(queue);
        self.changed.notify_all();
    }

    fn serve(&self, lane: Speed) {
        while let Some((key, work)) = self.next(lane) {
            /// Removes the key of a task when it is dropped, even if the task panics, so that no caller waits forever.
            struct Close<'s>(&'s Shared, Option<String>);
            impl Drop for Close<'_> {
                fn drop(&mut self) {
                    if let Some(key) = self.1.take() {
                        self.0.close(&key);
                    }
                }
            }
            let mut close = Close(self, Some(key));
            let go_on = || !self.stop.load(Ordering::Relaxed);
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&go_on)));
            if let Ok(Then::Slowly(rest)) = done
                && let Some(key) = close.1.take()
            {
                self.queue().slow.push_back((key, rest));
                self.changed.notify_all();
            }
        }
    }

    fn next(&self, lane: Speed) -> Option<(String, Work)> {
        let mut queue = self.queue();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let next = match lane {
                Speed::Quick => queue.quick.pop_front(),
                Speed::Slow => queue.slow.pop_front(),
            };
            if next.is_some() {
                return next;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Lanes {
    pub(super) fn has(&self, key: &str) -> bool {
        self.shared.queue().open.contains(key)
    }

    /// Queues a task, unless one with that key is queued or running. If the threads cannot be started, runs the task
    /// immediately on this thread.
    pub(super) fn put(&self, key: &str, work: Work) {
        if self.start() {
            let mut queue = self.shared.queue();
            if queue.open.insert(key.to_owned()) {
                queue.quick.push_back((key.to_owned(), work));
            }
            drop(queue);
            self.shared.changed.notify_all();
            return;
        }
        let mut work = Some(work);
        while let Some(now) = work.take() {
            if let Then::Slowly(rest) = now(&|| true) {
                work = Some(rest);
            }
        }
    }

    /// Waits until the task with that key has ended. Returns false after `patience`; `None` means no limit.
    pub(super) fn wait(&self, key: &str, patience: Option<Duration>) -> bool {
        let until = patience.map(|patience| Instant::now() + patience);
        let mut queue = self.shared.queue();
        while queue.open.contains(key) {
            queue = match until {
                None => self.shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
                Some(until) => {
                    let left = until.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return false;
                    }
                    let woken = self.shared.changed.wait_timeout(queue, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        true
    }

    /// Returns a signal that becomes true when no task with one of the keys is queued or running.
    pub(super) fn end_signal(&self, keys: &[String]) -> watch::Receiver<bool> {
        let mut queue = self.shared.queue();
        let open: BTreeSet<String> = keys.iter().filter(|key| queue.open.contains(*key)).cloned().collect();
        let (end, ended) = watch::channel(open.is_empty());
        if !open.is_empty() {
            queue.waits.retain(|(_, end)| !end.is_closed());
            queue.waits.push((open, end));
        }
        ended
    }

    /// Starts the threads unless they are running. Returns false if the system cannot start a thread.
    fn start(&self) -> bool {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        for (lane, name) in [(Speed::Quick, "csharp-quick"), (Speed::Slow, "csharp-slow")]
            .into_iter()
            .skip(threads.len())
        {
            let shared = Arc::clone(&self.shared);
            let builder = std::thread::Builder::new()
                .name(name.to_owned())
                .stack_size(STACK_BYTES);
            match builder.spawn(move || shared.serve(lane)) {
                Ok(thread) => threads.push(thread),
                Err(_) => return false,
            }
        }
        true
    }
}

impl Drop for Lanes {
    fn drop(&mut self) {
        {
            let _queue = self.shared.queue();
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        self.shared.changed.notify_all();
        let threads = self.threads.get_mut().unwrap_or_else(PoisonError::into_inner);
        let own = std::thread::current().id();
        // The work can own the last reference to the owner of these threads.
        for thread in threads.drain(..).filter(|thread| thread.thread().id() != own) {
            let _ = thread.join();
        }
    }
}
