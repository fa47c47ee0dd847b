//! What the host says unasked: lists changed, a resource changed, a log line; once to each client that wants it.
//!
//! Handshake sessions get it on one of their GET streams, 2026-07-28 clients on their `subscriptions/listen` stream, and
//! whoever has one pipe for everything gets it there.

mod telling;

pub(crate) use telling::tell;

use crate::budget::Reservation;
use crate::dialects::mcp::listing::List;
use crate::dialects::mcp::v2026_07_28::listen::Subscription;
use crate::jsonrpc::{self, RequestId};
use crate::pipe::Pipe;
use crate::request_ids::IdInUse;
use crate::sessions::Session;
use crate::slots::Slot;
use crate::state::Wire;
use crate::streams::StreamLog;
use host_api::{Announced, Audience, CallEvent, HostEvent, HostLine, LogLevel, Whose};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use telling::{concerns, read_again, tell_those};
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

/// Something to tell.
#[derive(Clone, Debug)]
pub(crate) enum Notice {
    ToolsChanged,
    PromptsChanged,
    ResourcesChanged,
    ResourceUpdated {
        uri: String,
    },
    /// Only to sessions that asked for log messages by setting a level.
    Log {
        level: LogLevel,
        logger: String,
        message: String,
    },
}

/// What a `subscriptions/listen` stream wants to hear.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Filter {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) tools_list_changed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) prompts_list_changed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) resources_list_changed: bool,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) resource_subscriptions: BTreeSet<String>,
}

/// What a subscription takes besides what it watches.
pub(crate) const SUBSCRIBER: usize = 1024;

/// All open `subscriptions/listen` streams.
#[derive(Default)]
pub(crate) struct Subscribers {
    open: Mutex<Vec<Subscriber>>,
    last: AtomicU64,
}

/// Where the messages of a subscription go.
pub(crate) enum Outlet {
    Stream(Arc<StreamLog>),
    Pipe {
        pipe: Arc<Pipe>,
        _id: IdInUse,
        _place: Slot,
    },
}

struct Subscriber {
    number: u64,
    id: RequestId,
    filter: Filter,
    /// The Unity that its request names.
    unity: Option<String>,
    outlet: Outlet,
    gone: CancellationToken,
    /// The successful end of the subscription.
    goodbye: Vec<u8>,
    _room: Reservation,
}

/// A stream's place among the subscribers, left on drop.
pub(crate) struct Subscribed {
    wire: Arc<Wire>,
    number: u64,
}

impl Drop for Subscribed {
    fn drop(&mut self) {
        let mut open = self.wire.subscribers.open();
        let at = open.iter().position(|subscriber| subscriber.number == self.number);
        // Dropped outside the lock.
        let left = at.map(|at| open.swap_remove(at));
        drop(open);
        drop(left);
    }
}

impl Subscribers {
    /// Registers a stream whose first message, the acknowledgement, is on its log already.
    pub(crate) fn follow(
        wire: &Arc<Wire>,
        id: &RequestId,
        subscription: Subscription,
        log: &Arc<StreamLog>,
    ) -> Subscribed {
        let outlet = Outlet::Stream(Arc::clone(log));
        let number = wire.subscribers.add(id, subscription, outlet, CancellationToken::new());
        Subscribed {
            wire: Arc::clone(wire),
            number,
        }
    }

    /// Registers what listens until `gone` is cancelled.
    pub(crate) fn add(
        &self,
        id: &RequestId,
        subscription: Subscription,
        outlet: Outlet,
        gone: CancellationToken,
    ) -> u64 {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let mut open = self.open();
        open.retain(|subscriber| !subscriber.gone.is_cancelled());
        open.push(Subscriber {
            number,
            id: id.clone(),
            filter: subscription.filter,
            unity: subscription.unity,
            outlet,
            gone,
            goodbye: subscription.goodbye,
            _room: subscription.room,
        });
        number
    }

    fn tell(&self, wire: &Wire, whose: &Whose, notice: &Notice) {
        let mut subscribers = self.open();
        subscribers.retain(|subscriber| !subscriber.gone.is_cancelled());
        let wanting = subscribers.iter().filter(|subscriber| subscriber.wants(notice));
        for subscriber in wanting.filter(|subscriber| concerns(wire, whose, None, subscriber.unity.as_deref())) {
            subscriber.hear(notice);
        }
    }

    /// Tells each of all that it watches.
    fn read_again(&self, wire: &Wire, whose: &Whose) {
        let subscribers = self.open();
        let listening = subscribers.iter().filter(|subscriber| !subscriber.gone.is_cancelled());
        for subscriber in listening.filter(|subscriber| concerns(wire, whose, None, subscriber.unity.as_deref())) {
            for uri in &subscriber.filter.resource_subscriptions {
                subscriber.hear(&Notice::ResourceUpdated { uri: uri.clone() });
            }
        }
    }

    /// Forgets those that were cancelled, so that their ids are free again.
    pub(crate) fn forget_gone(&self) {
        self.open().retain(|subscriber| !subscriber.gone.is_cancelled());
    }

    fn open(&self) -> MutexGuard<'_, Vec<Subscriber>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all of them with their success response.
    fn end(&self) {
        let subscribers = std::mem::take(&mut *self.open());
        for subscriber in subscribers {
            match &subscriber.outlet {
                Outlet::Stream(log) => log.finish_with_last_words(&subscriber.goodbye),
                Outlet::Pipe { .. } if subscriber.gone.is_cancelled() => {}
                Outlet::Pipe { pipe, .. } => {
                    pipe.say_last_words(&subscriber.goodbye);
                }
            }
        }
    }
}

impl Subscriber {
    fn hear(&self, notice: &Notice) {
        let json = notice.to_json(Some(&self.id));
        match &self.outlet {
            Outlet::Stream(log) => log.push(&json),
            Outlet::Pipe { pipe, .. } => pipe.mention(&json),
        };
    }

    fn wants(&self, notice: &Notice) -> bool {
        match notice {
            Notice::ToolsChanged => self.filter.tools_list_changed,
            Notice::PromptsChanged => self.filter.prompts_list_changed,
            Notice::ResourcesChanged => self.filter.resources_list_changed,
            Notice::ResourceUpdated { uri } => self.filter.resource_subscriptions.contains(uri),
            Notice::Log { .. } => false,
        }
    }
}

/// The `_meta` that ties a message to its subscription.
#[derive(Serialize)]
pub(crate) struct SubscriptionMeta {
    #[serde(rename = "io.modelcontextprotocol/subscriptionId")]
    id: Box<RawValue>,
}

impl SubscriptionMeta {
    pub(crate) fn of(id: &RequestId) -> Self {
        Self {
            id: RawValue::from_string(id.as_json().to_owned()).expect("an id was read from JSON"),
        }
    }
}

impl Notice {
    fn is_for(&self, session: &Session) -> bool {
        session.is_ready()
            && match self {
                Self::ResourceUpdated { uri } => session.watches(uri),
                Self::Log { level, .. } => session.log_level().is_some_and(|least| *level >= least),
                _ => true,
            }
    }

    fn to_json(&self, subscription: Option<&RequestId>) -> Vec<u8> {
        #[derive(Serialize)]
        struct Params<'a> {
            #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
            meta: Option<SubscriptionMeta>,
            #[serde(skip_serializing_if = "Option::is_none")]
            uri: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            level: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            logger: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            data: Option<&'a str>,
        }
        let mut params = Params {
            meta: subscription.map(SubscriptionMeta::of),
            uri: None,
            level: None,
            logger: None,
            data: None,
        };
        let method = match self {
            Self::ToolsChanged => "notifications/tools/list_changed",
            Self::PromptsChanged => "notifications/prompts/list_changed",
            Self::ResourcesChanged => "notifications/resources/list_changed",
            Self::ResourceUpdated { uri } => {
                params.uri = Some(uri);
                "notifications/resources/updated"
            }
            Self::Log { level, logger, message } => {
                params.level = Some(level.as_str());
                params.logger = Some(logger).filter(|logger| !logger.is_empty()).map(String::as_str);
                params.data = Some(message);
                "notifications/message"
            }
        };
        let is_empty = params.meta.is_none() && params.uri.is_none() && params.level.is_none();
        jsonrpc::notification(method, (!is_empty).then_some(&params))
    }
}

/// Of what a call says before its result, that which concerns every client; the rest belongs to its caller.
pub(crate) fn pass_on(wire: &Wire, event: CallEvent) {
    let notice = match event {
        CallEvent::ToolsChanged => Notice::ToolsChanged,
        CallEvent::PromptsChanged => Notice::PromptsChanged,
        CallEvent::ResourcesChanged => Notice::ResourcesChanged,
        CallEvent::ResourceUpdated { uri } => Notice::ResourceUpdated { uri },
        CallEvent::Progress { .. } | CallEvent::Log { .. } | CallEvent::CloseStream => return,
    };
    tell(wire, &notice);
}

/// Ends the streams that belong to no call; a pipe ends once its calls have.
pub(crate) fn end_streams(wire: &Wire) {
    wire.subscribers.end();
    for pipe in wire.pipes.all() {
        pipe.end_when_quiet();
    }
    for session in wire.sessions.all() {
        session.end_standalone();
    }
}

/// Whose lists are compared: what changes in any picked one changes in the second.
const AUDIENCES: [&Audience; 2] = [&Audience::Configured, &Audience::Everything];

/// Follows the catalog and the host's events until shutdown.
pub(crate) async fn announce(wire: Arc<Wire>) {
    let mut revision = wire.service.revision();
    let (mut events, mut logs) = (wire.service.events(), wire.service.logs());
    let current = || AUDIENCES.map(|audience| wire.catalogue.current(wire.published(), audience));
    let mut last = current();
    let (mut revisions_open, mut events_open, mut logs_open) = (true, true, true);
    loop {
        // A line may speak of what an event announced before it.
        tokio::select! {
            biased;
            () = wire.closing.cancelled() => return,
            changed = revision.changed(), if revisions_open => match changed {
                Ok(()) => {
                    revision.borrow_and_update();
                    let now = current();
                    let differs = |list| now.iter().zip(&last).any(|(now, last)| !now.lists_the_same(last, list));
                    if differs(List::Tools) {
                        tell(&wire, &Notice::ToolsChanged);
                    }
                    if differs(List::Prompts) {
                        tell(&wire, &Notice::PromptsChanged);
                    }
                    if differs(List::Resources) || differs(List::Templates) {
                        tell(&wire, &Notice::ResourcesChanged);
                    }
                    last = now;
                }
                Err(_) => revisions_open = false,
            },
            event = events.recv(), if events_open => match event {
                Ok(event) => match event.addressed() {
                    (whose, HostEvent::Resync) => read_again(&wire, &whose),
                    (whose, event) => {
                        if let Some(notice) = notice_of(event) {
                            tell_those(&wire, &whose, &notice);
                        }
                    }
                },
                Err(RecvError::Lagged(missed)) => {
                    wire.dropped.fetch_add(missed, Ordering::Relaxed);
                    read_again(&wire, &Whose::All);
                }
                Err(RecvError::Closed) => events_open = false,
            },
            line = logs.recv(), if logs_open => match line {
                Ok(Announced { whose, what }) => tell_those(&wire, &whose, &notice_of_line(what)),
                // The buffer still has the lines; nothing that a client watches changed with them.
                Err(RecvError::Lagged(missed)) => _ = wire.dropped.fetch_add(missed, Ordering::Relaxed),
                Err(RecvError::Closed) => logs_open = false,
            },
        }
    }
}

/// Scenes and selection reach MCP clients as updates of the resources that show them, which the core announces itself.
fn notice_of(event: HostEvent) -> Option<Notice> {
    match event {
        HostEvent::ResourceUpdated { uri } => Some(Notice::ResourceUpdated { uri }),
        HostEvent::CatalogChanged { .. }
        | HostEvent::Resync
        | HostEvent::For { .. }
        | HostEvent::SelectionChanged
        | HostEvent::ScenesChanged { .. } => None,
    }
}

fn notice_of_line(line: HostLine) -> Notice {
    let level = line.level.to_ascii_lowercase();
    Notice::Log {
        level: LogLevel::parse(&level).unwrap_or(match level.as_str() {
            "warn" => LogLevel::Warning,
            "trace" => LogLevel::Debug,
            "exception" | "assert" => LogLevel::Error,
            _ => LogLevel::Info,
        }),
        logger: line.source,
        message: line.message,
    }
}
