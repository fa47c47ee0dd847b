//! Which request states were used: each is good for one retry, also after a restart and beside another host on the same
//! data folder.
//!
//! Belongs here: remembering numbers until their states expire. Does not: what a state leads to (`ask::parked`).

mod file;

use crate::dialects::mcp::ask::request_state::{Nonce, now};
use file::UsedFile;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// States that were used and have not expired; more would have to be forgotten before they expire.
const MOST: usize = 1 << 17;
/// Fewer are not looked through for expired ones.
const FEW: usize = 1024;

/// All used states.
pub(crate) struct UsedStates {
    memory: Arc<Mutex<Memory>>,
    is_kept: bool,
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Nobody used it before; it is the claimer's.
    New,
    Used,
    /// The host cannot remember more.
    Full,
}

#[derive(Default)]
struct Memory {
    seen: Seen,
    /// `None` where none is kept, or it cannot be used.
    file: Option<UsedFile>,
}

/// When each of them expires, milliseconds since 1970.
#[derive(Default)]
pub(super) struct Seen {
    until: HashMap<Nonce, u64>,
    /// How many make it worth looking for expired ones.
    tidy_at: usize,
}

impl UsedStates {
    /// `file` keeps them over a restart; it is opened with the first claim.
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

    /// Uses a state up. Of two claims of one state, whoever makes them, one is `New`. The number is on the disk before this
    /// returns, so that not even a power cut makes the state good again.
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
                tracing::error!(%error, "whether a request state was used could not be found out");
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
                    "used request states cannot be kept: until the next start they are remembered in memory alone"
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
        let now = now();
        self.until.retain(|_, expires| *expires > now);
        self.tidy_at = (self.until.len() * 2).min(MOST);
    }
}

#[cfg(test)]
mod tests;
