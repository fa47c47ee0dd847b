//! The state that all connections of Unity instances share.

use crate::slots::Slots;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Maximum number of open connections of Unity instances, also unauthenticated ones; further ones are rejected.
const MOST: usize = 32;

pub(crate) struct UnityLinks {
    pub(super) connections: Arc<Slots>,
    /// The tracker of the tasks that serve connections of Unity instances, from the WebSocket upgrade on.
    pub(crate) links: TaskTracker,
    /// A token that ends connections of Unity instances. It is cancelled at the shutdown, after all calls have ended.
    pub(crate) over: CancellationToken,
}

impl UnityLinks {
    pub(crate) fn new() -> Self {
        Self {
            connections: Slots::new(MOST),
            links: TaskTracker::new(),
            over: CancellationToken::new(),
        }
    }
}
