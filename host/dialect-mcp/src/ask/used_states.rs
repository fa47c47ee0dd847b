//! The request states that clients have used. Each state is valid for one retry, even after a restart and for several
//! hosts with one data folder.
//!
//! This module stores the nonces of states until they expire. `ask::parked_calls` contains the parked calls.

mod file;

use crate::ask::request_state::{Nonce, now_millis};
use file::UsedFile;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of used states (`requestState`) that are remembered until they expire; beyond it, retries fail.
const MOST: usize = 1 << 17;
/// Minimum number of remembered `requestState`s at which the expired ones are removed.
const FEW: usize = 1024;

pub(crate) struct UsedStates {
    memory: Arc<Mutex<Memory>>,
    is_kept: bool,
}

/// The result of marking a `requestState` as used; each may be used only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The `requestState` was unused, and is now marked as used.
    New,
    Used,
    Full,
}

#[derive(Default)]
struct Memory {
    seen: Seen,
    /// The file that stores used states over a restart; `None` if no file is configured, or if it cannot be used.
    file: Option<UsedFile>,
}

/// The used states (`requestState`), each with its expiry in milliseconds since 1970.
#[derive(Default)]
pub(super) struct Seen {
    until: HashMap<Nonce, u64>,
    /// Number of used states at which the expired ones are removed the next time.
    tidy_at: usize,
}

impl UsedStates {
    /// Creates the memory of used states. `file` preserves them over a restart; it is opened at the first use.
    pub(crate) fn new(file: Option<PathBuf>) -> Self {
        let is_kept = file.is_some();
        let memory = Memory {
            seen: Seen::default(),
            file: file.map(UsedFile::new),
        };
        Self {
            memory: Arc::new(Mutex::new(memory)),
            is_kept,
        }
    }

    /// Marks a `requestState` as used. Of two claims of one state, even by two hosts, only one is `New`. The claim is
    /// synced to disk before this returns, so that a power failure does not make the state valid again.
    pub(crate) async fn claim(&self, nonce: Nonce, expires: u64) -> Claim {
        let memory = Arc::clone(&self.memory);
        let claim = move || {
            let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
            memory.claim(nonce, expires)
        };
        if !self.is_kept {
            return claim();
        }
        match tokio::task::spawn_blocking(claim).await {
            Ok(claim) => claim,
            Err(error) => {
                tracing::error!(%error, "cannot check whether a request state was used");
                Claim::Used
            }
        }
    }
}

impl Memory {
    fn claim(&mut self, nonce: Nonce, expires: u64) -> Claim {
        let Some(file) = &mut self.file else {
            return self.seen.claim(nonce, expires);
        };
        match file.claim(&mut self.seen, nonce, expires) {
            Ok(claim) => claim,
            Err(error) => {
                tracing::warn!(
                    file = %file.path().display(),
                    %error,
                    "cannot store used request states: until the next start they are kept only in memory"
                );
                self.file = None;
                self.seen.claim(nonce, expires)
            }
        }
    }
}

impl Seen {
    fn claim(&mut self, nonce: Nonce, expires: u64) -> Claim {
        if self.until.contains_key(&nonce) {
            return Claim::Used;
        }
        if self.until.len() >= self.tidy_at.max(FEW) {
            self.forget_expired();
        }
        if self.until.len() >= MOST {
            return Claim::Full;
        }
        self.until.insert(nonce, expires);
        Claim::New
    }

    pub(super) fn forget_expired(&mut self) {
        let now = now_millis();
        self.until.retain(|_, expires| *expires > now);
        self.tidy_at = (self.until.len() * 2).min(MOST);
    }
}

#[cfg(test)]
mod tests;
