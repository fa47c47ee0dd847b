//! The trait through which the protocol crate (`wire`) calls all other crates.

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

/// An event in the host or in Unity, sent to every subscriber.
#[derive(Clone, Debug)]
pub enum HostEvent {
    /// The host published a new catalog: tools, resources or prompts may differ.
    CatalogChanged {
        revision: u64,
    },
    ResourceUpdated {
        uri: String,
    },
    /// Events may have been lost, so the subscriber must read all its data again.
    Resync,
    /// The selection in Unity changed. The resource `unity://selection` contains the new one.
    SelectionChanged,
    /// Scenes were loaded (`added`), unloaded or read again. Scene ids have the form `scn:<n>`.
    ScenesChanged {
        added: Vec<String>,
        removed: Vec<String>,
        changed: Vec<String>,
    },
    /// An event that only the clients in `whose` receive.
    For {
        whose: Whose,
        event: Box<Self>,
    },
}

/// A new line of the log buffer, sent to the streams of clients.
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

    /// Splits the event into its recipients and the event without them.
    pub fn into_recipients(self) -> (Whose, Self) {
        match self {
            Self::For { whose, event } => (whose, *event),
            event => (Whose::All, event),
        }
    }
}

/// A change of a client's session. The host reports it to services that store data for the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionNews {
    /// The client changed its list of root folders (MCP `roots`).
    RootsChanged,
    /// The session ended. Its id is never used again.
    Ended,
}

/// A service with tools, resources, prompts and completions. A method that runs a guest runs it in the returned future.
pub trait ToolService: Send + Sync + 'static {
    /// Returns the current list for `audience`. It is cheap, because it only clones an `Arc`.
    fn catalog(&self, audience: &Audience) -> Arc<CatalogView>;

    /// Returns a receiver of the catalog's revision number, to wait for a change.
    fn revision(&self) -> watch::Receiver<u64>;

    /// Returns a receiver of the events of host and Unity. A slow receiver gets the number of missed events.
    fn events(&self) -> broadcast::Receiver<HostEvent>;

    /// Returns a receiver of log lines. It is separate from `events`, so that many lines displace no event. A receiver
    /// that is too slow gets the number of missed lines, which the log buffer still contains.
    fn logs(&self) -> broadcast::Receiver<Announced<HostLine>>;

    /// Returns the id of the target whose events a client receives, by its session and the name that it requests.
    /// `None` means all events; an empty text means that the requested target does not exist.
    fn event_target(&self, _session: Option<&str>, _named: Option<&str>) -> Option<Arc<str>> {
        None
    }

    /// Tells this service about a change of `session`, even if the session never called it. By default, does nothing.
    fn session_news(&self, _session: &str, _news: SessionNews) {}

    fn call(&self, request: CallRequest, context: CallContext) -> BoxFuture<'_, CallOutcome>;

    fn read_resource(&self, request: ResourceRequest, context: CallContext) -> BoxFuture<'_, ResourceOutcome>;

    /// Checks that each of `uris` is a resource that can be read now. Otherwise returns the index of the first
    /// unreadable one, and the error of reading it. Like `read_resource`, it waits while the host prepares bundles.
    fn find_resources<'a>(&'a self, uris: Vec<&'a str>) -> BoxFuture<'a, Result<(), (usize, CallError)>>;

    fn get_prompt(&self, request: PromptRequest, context: CallContext) -> BoxFuture<'_, PromptOutcome>;

    fn complete(
        &self,
        request: CompletionRequest,
        context: CallContext,
    ) -> BoxFuture<'_, Result<Completion, CallError>>;

    /// Adds a line of the host to the log buffer that clients read. Completes when clients can read the line and
    /// `logs()` received it. A line that the buffer rejects counts as a dropped event.
    fn append_log(&self, level: LogLevel, message: String, category: Option<String>) -> BoxFuture<'_, ()>;

    /// Completes when `events()` and `logs()` received everything that Unity sent before the call of this method. So a
    /// client gets the events that its call caused before the result of the call.
    fn wait_until_settled(&self) -> BoxFuture<'_, ()>;

    fn health(&self) -> Health;

    fn metrics(&self) -> CoreMetrics;
}
