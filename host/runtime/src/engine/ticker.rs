//! The thread that advances the engine's epoch, so that a computing guest yields regularly and can be stopped.
//!
//! The thread sleeps while no guest runs, so that an idle host uses no CPU time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::{JoinHandle, Thread};
use std::time::Duration;
use wasmtime::Engine;

/// Interval at which a computing guest yields. It is also the precision of the compute time limit.
pub(crate) const TICK: Duration = Duration::from_millis(2);
/// Number of ticks without a running guest after which the epoch thread sleeps. Before, a new call need not wake it.
const LINGER: u32 = 50;

/// The thread that advances wasmtime's epoch, so that computing guests yield. Dropping the value ends the thread.
pub(crate) struct Ticker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    handle: Thread,
}

#[derive(Default)]
struct Shared {
    running: AtomicU32,
    resting: AtomicBool,
    stop: AtomicBool,
}

impl Ticker {
    pub(crate) fn start(engine: &Engine) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let engine = engine.weak();
        let seen = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("epoch".to_owned()).spawn(move || {
            let mut idle = 0;
            while !seen.stop.load(Ordering::SeqCst) {
                if idle >= LINGER {
                    seen.rest();
                    idle = 0;
                    continue;
                }
                std::thread::park_timeout(TICK);
                let Some(engine) = engine.upgrade() else { return };
                engine.increment_epoch();
                idle = if seen.running.load(Ordering::SeqCst) == 0 {
                    idle + 1
                } else {
                    0
                };
            }
        })?;
        Ok(Self {
            shared,
            handle: thread.thread().clone(),
            thread: Some(thread),
        })
    }

    /// Wakes the epoch thread if it sleeps. It makes computing guests yield until the returned value is dropped.
    pub(crate) fn keep_ticking(&self) -> Running<'_> {
        self.shared.running.fetch_add(1, Ordering::SeqCst);
        if self.shared.resting.load(Ordering::SeqCst) {
            self.handle.unpark();
        }
        Running(self)
    }

    #[cfg(test)]
    fn is_resting(&self) -> bool {
        self.shared.resting.load(Ordering::SeqCst)
    }
}

impl Shared {
    fn rest(&self) {
        self.resting.store(true, Ordering::SeqCst);
        // A guest that starts at this moment either sees `resting` and wakes the thread, or is counted in `running`.
        while self.running.load(Ordering::SeqCst) == 0 && !self.stop.load(Ordering::SeqCst) {
            std::thread::park();
        }
        self.resting.store(false, Ordering::SeqCst);
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.handle.unpark();
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            // The thread ends within one tick. A panic in it was already printed.
            let _ = thread.join();
        }
    }
}

pub(crate) struct Running<'a>(&'a Ticker);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.shared.running.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rests_while_nothing_runs_and_wakes_for_a_guest() {
        let engine = crate::engine::start(1).expect("engine").engine;
        let ticker = Ticker::start(&engine).expect("thread");
        while !ticker.is_resting() {
            std::thread::yield_now();
        }
        let running = ticker.keep_ticking();
        while ticker.is_resting() {
            std::thread::yield_now();
        }
        drop(running);
        while !ticker.is_resting() {
            std::thread::yield_now();
        }
    }
}
