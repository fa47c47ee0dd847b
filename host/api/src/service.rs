//! The one trait through which the wire reaches all other crates.

use crate::call::CallRequest;
use crate::context::{CallContext, LogLevel};
use crate::descriptor::CatalogView;
use crate::error::CallError;
use crate::future::BoxFuture;
use crate::health::{CoreMetrics, Health};
use crate::outcome::{
    CallOutcome, Completion, CompletionRequest, PromptOutcome, PromptRequest, ResourceOutcome, ResourceRequest,
};
use crate::profile::Audience;
use crate::recipients::{Announced, Whose};
use std::sync::Arc;
use tokio::sync::{broadcast, watch};

/// An event in the host or in Unity, for every stream that subscribes.
#[derive(Clone, Debug)]
pub enum HostEvent {
    /// A new catalog is published: tools, resources or prompts may differ.
    CatalogChanged {
        revision: u64,
    },
    ResourceUpdated {
        uri: String,
    },
    /// Events may have been missed: subscribers must read their data again.
    Resync,
    /// The selection changed; `unity://selection` contains the new one.
    SelectionChanged,
    /// Scenes were loaded, unloaded or read again. Ids are written `scn:<n>`.
    ScenesChanged {
        added: Vec<String>,
        removed: Vec<String>,
        changed: Vec<String>,
    },
    /// An event that only some clients receive.
    For {
        whose: Whose,
        event: Box<Self>,
    },
}

/// A new line of the log buffer, for the streams of clients.
#[derive(Clone, Debug)]
pub struct HostLine {
    pub level: String,
    pub message: String,
    pub source: String,
    pub category: Option<String>,
    pub time: String,
}

impl HostEvent {
    /// Restricts the event to the recipients `whose`.
    #[must_use]
    pub fn concerning(self, whose: Whose) -> Self {
        match whose {
            Whose::All => self,
            whose => Self::For {
                whose,
                event: Box::new(self),
            },
        }
    }

    /// Splits the event into its recipients and the event itself.
    pub fn into_recipients(self) -> (Whose, Self) {
        match self {
            Self::For { whose, event } => (whose, *event),
            event => (Whose::All, event),
        }
    }
}

/// A change of a session, for code that keeps data of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionNews {
    /// The client changed its root folders.
    RootsChanged,
    /// The session ended; its id is never used again.
    Ended,
}

/// Serves tools, resources, prompts and completion. Implemented by the catalog, and by fakes in the tests of the wire.
///
/// Every method that runs a guest does so in the caller's future; the transport owns the task of this future.
pub trait ToolService: Send + Sync + 'static {
    /// Returns the current list for `audience`. It is cheap: an `Arc` of a view of the published snapshot.
    fn catalog(&self, audience: &Audience) -> Arc<CatalogView>;

    /// Returns a receiver of the catalog's revision, to wait for a change.
    fn revision(&self) -> watch::Receiver<u64>;

    /// Returns a receiver of the events of host and Unity. A slow reader gets the number of missed events.
    fn events(&self) -> broadcast::Receiver<HostEvent>;

    /// Returns a receiver of log lines. It is separate from the events, so that a flood of lines displaces no event. A
    /// slow reader gets the number of missed lines; the buffer that clients read still contains them.
    fn logs(&self) -> broadcast::Receiver<Announced<HostLine>>;

    /// Returns the target whose events a client receives: the target of its calls. The client works in `session`, or
    /// names a target with each request. `None` means all events; an empty text means that the named target does not
    /// exist.
    fn event_target(&self, _session: Option<&str>, _named: Option<&str>) -> Option<Arc<str>> {
        None
    }

    /// Records a change of `session`. The session need not have made calls to this service.
    fn session_news(&self, _session: &str, _news: SessionNews) {}

    fn call(&self, request: CallRequest, context: CallContext) -> BoxFuture<'_, CallOutcome>;

    fn read_resource(&self, request: ResourceRequest, context: CallContext) -> BoxFuture<'_, ResourceOutcome>;

    /// Checks that each of `uris` is a resource that can be read now. Otherwise returns the index of the first that is
    /// not, with the error that reading it would return. Like reading, it waits while bundles are being prepared.
    fn find_resources<'a>(&'a self, uris: Vec<&'a str>) -> BoxFuture<'a, Result<(), (usize, CallError)>>;

    fn get_prompt(&self, request: PromptRequest, context: CallContext) -> BoxFuture<'_, PromptOutcome>;

    fn complete(
        &self,
        request: CompletionRequest,
        context: CallContext,
    ) -> BoxFuture<'_, Result<Completion, CallError>>;

    /// Adds a line of the host (source `mcp`) to the log buffer that clients read, e.g. `[MCP] error -32004: Not
    /// found`. Completes when clients can read the line and it was sent through `logs()`. A line that the buffer
    /// rejects counts as a dropped event.
    fn append_log(&self, level: LogLevel, message: String, category: Option<String>) -> BoxFuture<'_, ()>;

    /// Completes when everything that Unity announced before this moment was sent through `events()` and `logs()`. So a
    /// stream gets the events that a call caused before the result of the call.
    fn wait_until_settled(&self) -> BoxFuture<'_, ()>;

    fn health(&self) -> Health;

    fn metrics(&self) -> CoreMetrics;
}
