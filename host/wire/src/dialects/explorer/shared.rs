//! The state that all Explorer connections share.

use crate::backlog::Bounds;
use crate::budget::Budget;
use crate::dialects::explorer::hub::{Hub, Relay};
use crate::dialects::explorer::listing::Listing;
use crate::dialects::explorer::log::ErrorLines;
use crate::options::WireOptions;
use crate::ring::Ring;
use crate::slots::Slots;
use host_api::ToolService;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The state that all Explorer connections share.
pub(crate) struct Explorer {
    pub(crate) hub: Hub,
    pub(crate) listing: Listing,
    /// JSON-RPC requests in flight; streams and `GET /read` are not counted.
    pub(crate) in_flight: Arc<Slots>,
    /// The limit for failures in the log that clients read.
    pub(crate) error_lines: ErrorLines,
}

impl Explorer {
    pub(crate) fn new(
        service: &Arc<dyn ToolService>,
        options: &WireOptions,
        dropped: &Arc<AtomicU64>,
        budget: &Arc<Budget>,
    ) -> (Self, Relay) {
        let bounds = Bounds {
            messages: options.explorer.ring_events,
            bytes: options.explorer.ring_bytes,
        };
        let (hub, relay) = Hub::new(service, Ring::new(bounds, Arc::clone(dropped), budget), dropped);
        let explorer = Self {
            hub,
            listing: Listing::default(),
            in_flight: Slots::new(options.explorer.max_in_flight),
            error_lines: ErrorLines::default(),
        };
        (explorer, relay)
    }
}
