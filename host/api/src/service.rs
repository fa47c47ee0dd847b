//! The one trait through which the wire reaches everything else.

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
use crate::whose::{Announced, Whose};
use std::sync::Arc;
use tokio::sync::{broadcast, watch};

/// Something that happened in the host or in Unity, for every stream that cares.
#[derive(Clone, Debug)]
pub enum HostEvent {
    /// A new catalog is published: tools, resources or prompts may differ.
    CatalogChanged {
        revision: u64,
    },
    ResourceUpdated {
        uri: String,
    },
    /// Events may have been missed: whoever watches something reads it again.
    Resync,
    /// The selection changed; reading `unity://selection` tells the new one.
    SelectionChanged,
    /// Scenes were loaded, unloaded or re-read. Ids as `scn:<n>`.
    ScenesChanged {
        added: Vec<String>,
        removed: Vec<String>,
        changed: Vec<String>,
    },
    /// It concerns only those.
    For {
        whose: Whose,
        event: Box<Self>,
    },
}

/// A line that entered the log buffer.
#[derive(Clone, Debug)]
pub struct HostLine {
    pub level: String,
    pub message: String,
    pub source: String,
    pub category: Option<String>,
    pub time: String,
}

impl HostEvent {
    /// The same for `whose` alone.
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

    /// Whom it concerns, and what it is.
    pub fn addressed(self) -> (Whose, Self) {
        match self {
            Self::For { whose, event } => (whose, *event),
            event => (Whose::All, event),
        }
    }
}

/// Something about a session that whoever remembers it has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionNews {
    /// Its client's root folders are others than before.
    RootsChanged,
    /// It is over: its id never comes again.
    Ended,
}

/// Serves tools, resources, prompts and completion. Implemented by the catalog, and by fakes in the wire's tests.
///
/// Every method that runs a guest does so in the caller's future; the transport owns the task it runs in.
pub trait ToolService: Send + Sync + 'static {
    /// What is listed now to `audience`. Cheap: an `Arc` of a view of the published snapshot.
    fn catalog(&self, audience: &Audience) -> Arc<CatalogView>;

    /// The catalog's revision, for waiting on a change.
    fn revision(&self) -> watch::Receiver<u64>;

    /// Host and Unity events. A reader that lags is told how many it missed.
    fn events(&self) -> broadcast::Receiver<HostEvent>;

    /// Lines of the log. Apart from the events: a flood of lines pushes out no event. A reader that lags is told how many it
    /// missed; the buffer that clients read has them still.
    fn logs(&self) -> broadcast::Receiver<Announced<HostLine>>;

    /// The Unity whose events somebody hears who works in `session`, or names one with each request: the one that their calls go
    /// to. `None` = all that happens; an empty text where they name nobody who is here.
    fn hears(&self, _session: Option<&str>, _named: Option<&str>) -> Option<Arc<str>> {
        None
    }

    /// Notes what became of `session`, which made calls here or did not.
    fn session_news(&self, _session: &str, _news: SessionNews) {}

    fn call(&self, request: CallRequest, context: CallContext) -> BoxFuture<'_, CallOutcome>;

    fn read_resource(&self, request: ResourceRequest, context: CallContext) -> BoxFuture<'_, ResourceOutcome>;

    /// Whether each of `uris` is a resource that may be read now; else the place of the first that is none, with the error that
    /// reading it would give. Waits as reading does while bundles are being prepared.
    fn find_resources<'a>(&'a self, uris: Vec<&'a str>) -> BoxFuture<'a, Result<(), (usize, CallError)>>;

    fn get_prompt(&self, request: PromptRequest, context: CallContext) -> BoxFuture<'_, PromptOutcome>;

    fn complete(
        &self,
        request: CompletionRequest,
        context: CallContext,
    ) -> BoxFuture<'_, Result<Completion, CallError>>;

    /// Puts a line of the host's own (source `mcp`) into the log buffer that clients read, e.g. `[MCP] error -32004: Not
    /// found`. Done once the line can be read and went out through `logs()`. A line that the buffer does not take is
    /// counted among the dropped events.
    fn append_log(&self, level: LogLevel, message: String, category: Option<String>) -> BoxFuture<'_, ()>;

    /// Done once everything that Unity announced before this moment went out through `events()` and `logs()`: whoever tells
    /// streams of a call's result tells them of what the call caused first.
    fn settled(&self) -> BoxFuture<'_, ()>;

    fn health(&self) -> Health;

    fn metrics(&self) -> CoreMetrics;
}
