//! The state that all connections of the host share.

use crate::backlog::{Backlog, Bounds, Loss};
use crate::budget::{self, Budget, Full, Reservation, Share};
use crate::changes::Changes;
use crate::connections::{Outlets, Places};
use crate::http::lingering::Drain;
use crate::http::logins::Logins;
use crate::in_flight::InFlight;
use crate::jsonrpc::Batch;
use crate::options::WireOptions;
use crate::pipe::Pipes;
use crate::refused_counts::RefusedCounts;
use crate::sessions::Sessions;
use crate::slots::Slots;
use crate::unity_links::UnityLinks;
use host_api::ToolService;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The state of the running HTTP server, which all connections share.
pub struct Wire {
    pub service: Arc<dyn ToolService>,
    pub options: WireOptions,
    /// The memory budget for all data that is held for clients.
    pub budget: Arc<Budget>,
    pub sessions: Arc<Sessions>,
    /// The client protocols that are told when a call reports a change of lists or resources.
    pub changes: Changes,
    /// The open pipes: connections that carry all messages to one client, on the old HTTP+SSE transport or on stdio.
    pub pipes: Pipes,
    pub(crate) unity_links: UnityLinks,
    pub(crate) logins: Logins,
    pub connections: Arc<Places>,
    pub(crate) outlets: Arc<Outlets>,
    /// The slots for running calls.
    pub in_flight: Arc<InFlight>,
    /// The numbers of calls that got no slot, by reason.
    pub refused_calls: RefusedCounts,
    /// The slots for calls whose client was asked a question. Such calls use no slot of `in_flight` while they wait.
    pub asking: Arc<Slots>,
    /// The slots for connections that read a stream, including the streams of calls.
    pub streams: Arc<Slots>,
    /// The tracker of the tasks of all calls.
    pub tasks: TaskTracker,
    /// The background reader for the rest of request bodies that were not read completely.
    pub drain: Drain,
    /// Counter of events and messages that a client missed, because it read too slowly.
    pub dropped: Arc<AtomicU64>,
    pub started: Instant,
    /// Cancelled when a shutdown is requested. New calls are rejected, and long-lived streams end. The port stays open,
    /// so that a new connection gets an answer.
    pub closing: CancellationToken,
    /// Cancelled when all calls have ended or were aborted. The port closes.
    pub closed: CancellationToken,
    /// Cancelled when the drain time is over. Running calls are aborted.
    pub kill: CancellationToken,
    /// Cancelled to close the connections that have not received their last answer in time.
    pub cut: CancellationToken,
}

impl Wire {
    pub fn new(
        service: Arc<dyn ToolService>,
        options: WireOptions,
        budget: Arc<Budget>,
        sessions: Sessions,
    ) -> Arc<Self> {
        let closing = CancellationToken::new();
        Arc::new(Self {
            drain: Drain::new(&budget, &closing),
            budget,
            sessions: Arc::new(sessions),
            changes: Changes::default(),
            pipes: Pipes::default(),
            unity_links: UnityLinks::new(),
            logins: Logins::default(),
            connections: Places::new(options.max_connections),
            outlets: Arc::default(),
            in_flight: InFlight::new(options.max_in_flight, options.client_share),
            refused_calls: RefusedCounts::default(),
            asking: Slots::new(options.max_parked),
            streams: Slots::new(options.max_streams),
            tasks: TaskTracker::new(),
            dropped: Arc::default(),
            started: Instant::now(),
            closing,
            closed: CancellationToken::new(),
            kill: CancellationToken::new(),
            cut: CancellationToken::new(),
            service,
            options,
        })
    }

    /// Reserves memory for a parsed request and the calls created from it. Fails if the budget is exhausted.
    pub fn admit(&self, request: &[u8]) -> Result<Reservation, Full> {
        let is_list = request.trim_ascii_start().starts_with(b"[");
        let bytes = match is_list {
            // Only the members of a batch are parsed, and only if their number is within the limit.
            true => Batch::from_bytes(request).map_or(0, |batch| batch.texts().map(budget::weight).sum()),
            false => budget::weight(request),
        };
        self.budget.reserve(Share::Calls, bytes)
    }

    pub fn bounds(&self) -> Bounds {
        Bounds {
            messages: self.options.stream_events,
            bytes: self.options.stream_bytes,
        }
    }

    /// Creates the queue of messages to one client, for a new pipe (`/sse` or stdio).
    pub fn pipe_backlog(&self) -> Backlog {
        let bounds = Bounds {
            messages: self.options.pipe_events,
            bytes: self.options.pipe_bytes,
        };
        Backlog::new(bounds, Loss::Forgotten, Arc::clone(&self.dropped))
    }

    pub fn is_draining(&self) -> bool {
        self.closing.is_cancelled()
    }
}
