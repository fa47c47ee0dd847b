//! The request states that were used. Each state is valid for one retry, even after a restart and with several hosts on
//! one data folder.
//!
//! This module remembers numbers until their states expire. `ask::parked` contains the calls themselves.

mod file;

use crate::ask::request_state::{Nonce, now_millis};
use file::UsedFile;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of used states that have not expired; with more, some would be forgotten before they expire.
const MOST: usize = 1 << 17;
/// Minimum number of states from which expired ones are removed.
const FEW: usize = 1024;

/// The memory of all used request states.
pub(crate) struct UsedStates {
    memory: Arc<Mutex<Memory>>,
    is_kept: bool,
}

/// The result of `UsedStates::claim`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The state was unused and now belongs to this claim.
    New,
    Used,
    /// The host cannot remember more states.
    Full,
}

#[derive(Default)]
struct Memory {
    seen: Seen,
    /// `None` if no file is configured, or if the file cannot be used.
    file: Option<UsedFile>,
}

/// The expiry of each state in milliseconds since 1970.
#[derive(Default)]
pub(super) struct Seen {
    until: HashMap<Nonce, u64>,
    /// Number of states from which the next removal of expired ones is worthwhile.
    tidy_at: usize,
}

impl UsedStates {
    /// Creates the memory of used states. `file` keeps the states over a restart; it is opened at the first claim.
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

    /// Uses a state up. Of two claims of one state, even by two hosts, only one is `New`. The number is on disk before
    /// this returns, so that not even a power failure makes the state valid again.
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
