//! Ids of unanswered requests, with the token that cancels each request.
//!
//! This module ensures that an id is in use only once, and cancels all requests of a peer that ends. It does not know
//! the requests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

/// The ids in use by one peer: a session or a pipe.
#[derive(Debug, Default)]
pub struct RequestIds(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    ended: bool,
    in_use: HashMap<Box<str>, CancellationToken>,
}

/// An id in use; released on drop.
#[derive(Debug)]
pub struct IdInUse {
    ids: Arc<RequestIds>,
    id: Box<str>,
}

/// The reason why a request does not start under its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdRefused {
    /// Another request with that id is not answered yet.
    InUse,
    /// The session or pipe has ended in the meantime.
    Ended,
}

impl RequestIds {
    /// Takes an id for the request that `cancel` cancels.
    pub fn take(self: &Arc<Self>, id: &str, cancel: &CancellationToken) -> Result<IdInUse, IdRefused> {
        let mut state = self.lock();
        if state.ended {
            return Err(IdRefused::Ended);
        }
        if state.in_use.contains_key(id) {
            return Err(IdRefused::InUse);
        }
        state.in_use.insert(id.into(), cancel.clone());
        Ok(IdInUse {
            ids: Arc::clone(self),
            id: id.into(),
        })
    }

    /// Cancels the request with that id, if there is one.
    pub fn cancel(&self, id: &str) {
        let token = self.lock().in_use.get(id).cloned();
        if let Some(token) = token {
            token.cancel();
        }
    }

    /// Cancels all requests; no id is accepted any more.
    pub fn end(&self) {
        let mut state = self.lock();
        state.ended = true;
        let cancels: Vec<_> = state.in_use.values().cloned().collect();
        drop(state);
        cancels.iter().for_each(CancellationToken::cancel);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for IdInUse {
    fn drop(&mut self) {
        self.ids.lock().in_use.remove(&self.id);
    }
}
