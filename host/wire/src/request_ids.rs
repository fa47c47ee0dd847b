//! The ids of unanswered requests, each with the token that cancels the request.
//!
//! This module ensures that no id is used twice at the same time, and cancels all requests of a session or pipe that
//! ends. It does not know the requests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

/// The ids of the unanswered requests of one session or pipe.
#[derive(Debug, Default)]
pub struct RequestIds(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    ended: bool,
    in_use: HashMap<Box<str>, CancellationToken>,
}

/// The id of an unanswered request, which is released on drop.
#[derive(Debug)]
pub struct IdInUse {
    ids: Arc<RequestIds>,
    id: Box<str>,
}

/// The reason why a request cannot use its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdRefused {
    /// The id belongs to another request that is not answered yet.
    InUse,
    /// The session or the pipe of the request has ended, so that it accepts no requests.
    Ended,
}

impl RequestIds {
    /// Registers the id of a request that `cancel` cancels. Fails if the id is in use, or if `end` was called.
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

    /// Cancels the request with this id, if there is one.
    pub fn cancel(&self, id: &str) {
        let token = self.lock().in_use.get(id).cloned();
        if let Some(token) = token {
            token.cancel();
        }
    }

    /// Cancels all requests. Afterwards no id is accepted.
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
