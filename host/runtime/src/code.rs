//! The native code of a component. It is linked already, or the first call loads it from the cache or compiles it.
//!
//! Belongs here: waiting for the code, and handling failures. Does not: loading and compiling (`code/source.rs`).

use crate::prepare_error::PrepareError;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

mod image;
mod source;

pub(crate) use image::system_error;
pub(crate) use source::{Linked, Source, Wanted, compile, digest, link};

pub(crate) struct Code {
    source: Arc<Source>,
    linked: Arc<OnceLock<Arc<Linked>>>,
    loading: Mutex<Option<Loading>>,
}

pub(crate) type Unavailable = Arc<PrepareError>;

/// The state of loading a component's native code: `None` while it continues, then the linked code or the error.
type Loaded = Option<Result<Arc<Linked>, Unavailable>>;

struct Loading {
    end: watch::Receiver<Loaded>,
    /// Cancels loading the native code when the bundle and its last call are dropped, because nothing needs it.
    _give_up: DropGuard,
}

impl std::fmt::Debug for Code {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Code")
            .field("file", &self.source.file)
            .field("loaded", &self.available().is_some())
            .finish_non_exhaustive()
    }
}

impl Code {
    /// Creates the holder of a component's native code. `linked` is `None` if the code is not loaded yet.
    pub(crate) fn new(source: Source, linked: Option<Linked>) -> Self {
        let there = OnceLock::new();
        if let Some(linked) = linked {
            // The cell is new, so it is empty.
            let _ = there.set(Arc::new(linked));
        }
        Self {
            source: Arc::new(source),
            linked: Arc::new(there),
            loading: Mutex::new(None),
        }
    }

    pub(crate) fn available(&self) -> Option<&Linked> {
        self.linked.get().map(|linked| &**linked)
    }

    /// Returns true if the component must be compiled, because its native code is neither loaded nor in the cache.
    pub(crate) fn needs_compiling(&self) -> bool {
        !self.source.is_kept && self.available().is_none()
    }

    /// Returns the component's native code, and first loads or compiles it if necessary. The first caller starts a
    /// task, which continues even if this caller stops waiting. Fails if the code cannot be loaded.
    pub(crate) async fn get(&self, wanted: Wanted) -> Result<&Linked, Unavailable> {
        if let Some(linked) = self.available() {
            return Ok(linked);
        }
        let mut end = self.loading(wanted);
        let loaded = match end.wait_for(Option::is_some).await {
            Ok(loaded) => loaded.clone(),
            // The task ended because of a panic of the host.
            Err(_) => None,
        };
        let broke_off = || Arc::new(self.source.broke_off());
        loaded.unwrap_or_else(|| Err(broke_off()))?;
        // The task stores the code before it sends the result.
        self.available().ok_or_else(broke_off)
    }

    /// Returns the channel for the result of loading the native code. Starts a new attempt if there is none, or if the
    /// last one failed with an error that may not occur again.
    fn loading(&self, wanted: Wanted) -> watch::Receiver<Loaded> {
        // The value stays valid after a panic, because it is replaced in one step.
        let mut loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Loading { end, .. }) = &*loading {
            let counts = match &*end.borrow() {
                Some(Ok(_)) => true,
                Some(Err(error)) => error.lasts(),
                None => end.has_changed().is_ok(),
            };
            if counts {
                return end.clone();
            }
        }
        let (told, end) = watch::channel(None);
        let give_up = CancellationToken::new();
        *loading = Some(Loading {
            end: end.clone(),
            _give_up: give_up.clone().drop_guard(),
        });
        let (source, linked) = (Arc::clone(&self.source), Arc::clone(&self.linked));
        tokio::spawn(async move {
            let loaded = source.load(wanted, give_up).await.map(Arc::new).map_err(Arc::new);
            if let Ok(code) = &loaded {
                // Attempts do not overlap, and a successful one is the last.
                let _ = linked.set(Arc::clone(code));
            }
            // All receivers may have been dropped.
            let _ = told.send(Some(loaded));
        });
        end
    }
}
