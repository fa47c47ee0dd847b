//! What all connections of Unitys share.

use crate::slots::Slots;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Connections open at once, those that prove nothing among them.
const MOST: usize = 32;

/// What all connections of Unitys share.
pub(crate) struct UnityLinks {
    pub(super) connections: Arc<Slots>,
    /// Owns the task of each, from the upgrade on.
    pub(crate) links: TaskTracker,
    /// Calls have drained: links end.
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
