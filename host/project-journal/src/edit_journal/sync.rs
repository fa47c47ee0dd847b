//! A thread that calls `fdatasync` after writes. One call covers all records written during the previous call.

use std::fs::File;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

#[derive(Debug)]
pub(super) struct Syncing {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    wake: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    file: Option<Arc<File>>,
    failure: Option<io::Error>,
    is_closed: bool,
}

impl Syncing {
    pub(super) fn start() -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let for_thread = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("edit-journal".to_owned())
            .spawn(move || for_thread.run())?;
        Ok(Self {
            shared,
            thread: Some(thread),
        })
    }

    /// Wakes the sync thread to sync `file` to the disk. Does not wait for the sync.
    pub(super) fn request(&self, file: Arc<File>) {
        self.shared.lock().file = Some(file);
        self.shared.wake.notify_one();
    }

    /// Returns and clears the error of the last failed sync; `None` if no sync failed since the last call.
    pub(super) fn failure(&self) -> Option<io::Error> {
        self.shared.lock().failure.take()
    }

    /// Cancels a pending sync of the old journal file, because a new, synced file replaced it. `failure` is the error
    /// of syncing the folder, which the method `failure` then returns.
    pub(super) fn on_replaced(&self, failure: Option<io::Error>) {
        let mut waiting = self.shared.lock();
        waiting.file = None;
        waiting.failure = failure;
    }
}

impl Drop for Syncing {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.wake.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn run(&self) {
        let mut waiting = self.lock();
        loop {
            if let Some(file) = waiting.file.take() {
                drop(waiting);
                let synced = file.sync_data();
                waiting = self.lock();
                if let Err(error) = synced {
                    waiting.failure = Some(error);
                }
                continue;
            }
            if waiting.is_closed {
                return;
            }
            waiting = self.wake.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
