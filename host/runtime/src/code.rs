//! A component's code: linked, or still to be loaded from the cache or compiled, once, whoever wants it first.
//!
//! Belongs here: who waits for it, and what becomes of a failure. Does not: what is loaded how (`code/source.rs`).

use crate::prepare_error::PrepareError;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

mod image;
mod source;

pub(crate) use image::of_system;
pub(crate) use source::{Linked, Source, Wanted, compile, digest, link};

/// One component's code.
pub(crate) struct Code {
    source: Arc<Source>,
    linked: Arc<OnceLock<Arc<Linked>>>,
    loading: Mutex<Option<Loading>>,
}

/// Why the code of a listed component is not there.
pub(crate) type Unavailable = Arc<PrepareError>;

/// `None` while it goes on.
type Loaded = Option<Result<Arc<Linked>, Unavailable>>;

/// One try.
struct Loading {
    end: watch::Receiver<Loaded>,
    /// Goes with the bundle and the last call of it: then nobody wants the code any more.
    _give_up: DropGuard,
}

impl std::fmt::Debug for Code {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Code")
            .field("file", &self.source.file)
            .field("loaded", &self.there().is_some())
            .finish_non_exhaustive()
    }
}

impl Code {
    /// `linked` is `None` where the code lies in the cache and nobody has called it yet, or where it has to be compiled.
    pub(crate) fn new(source: Source, linked: Option<Linked>) -> Self {
        let there = OnceLock::new();
        if let Some(linked) = linked {
            // It is new, so that nothing is in it yet.
            let _ = there.set(Arc::new(linked));
        }
        Self {
            source: Arc::new(source),
            linked: Arc::new(there),
            loading: Mutex::new(None),
        }
    }

    /// The code, where nobody has to wait for it.
    pub(crate) fn there(&self) -> Option<&Linked> {
        self.linked.get().map(|linked| &**linked)
    }

    /// Whether a compiler has to run before it is there.
    pub(crate) fn needs_compiling(&self) -> bool {
        !self.source.is_kept && self.there().is_none()
    }

    /// The code. Whoever comes first has it loaded, by a task that goes on where that one no longer waits.
    pub(crate) async fn get(&self, wanted: Wanted) -> Result<&Linked, Unavailable> {
        if let Some(linked) = self.there() {
            return Ok(linked);
        }
        let mut end = self.loading(wanted);
        let loaded = match end.wait_for(Option::is_some).await {
            Ok(loaded) => loaded.clone(),
            // A panic of ours ended it without a word.
            Err(_) => None,
        };
        let broke_off = || Arc::new(self.source.broke_off());
        loaded.unwrap_or_else(|| Err(broke_off()))?;
        // It was put there before anybody was told.
        self.there().ok_or_else(broke_off)
    }

    /// Where the end of loading it is told: of the try that goes on, or of a new one where that may give something else.
    fn loading(&self, wanted: Wanted) -> watch::Receiver<Loaded> {
        // Replaced whole.
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
                // There is one try at a time, and none after this one.
                let _ = linked.set(Arc::clone(code));
            }
            // Nobody may wait any more.
            let _ = told.send(Some(loaded));
        });
        end
    }
}
