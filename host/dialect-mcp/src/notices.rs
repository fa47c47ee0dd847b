//! Notifications outside of calls: a changed list, a changed resource, a log message. Each subscribed client gets a
//! notification once.
//!
//! Handshake sessions receive them on one of their GET streams, clients of MCP 2026-07-28 on their
//! `subscriptions/listen` stream, and clients with a pipe on the pipe.

mod notice;
mod recipients;
mod subscribers;

pub(crate) use notice::{Notice, SubscriptionMeta};
pub(crate) use recipients::tell;
pub(crate) use subscribers::{Channel, Filter, SUBSCRIBER, Subscribers, Subscription};

use crate::Mcp;
use host_api::{Announced, Audience, CallEvent, HostEvent, HostLine, LogLevel, Whose};
use host_mcp_shapes::listing::List;
use host_wire::changes::ChangeListener;
use recipients::{read_again, tell_those};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::broadcast::error::RecvError;

/// Tells all MCP clients if a call changed lists or resources. Other events concern only the caller.
impl ChangeListener for Mcp {
    fn on_change(&self, event: &CallEvent) {
        let notice = match event {
            CallEvent::ToolsChanged => Notice::ToolsChanged,
            CallEvent::PromptsChanged => Notice::PromptsChanged,
            CallEvent::ResourcesChanged => Notice::ResourcesChanged,
            CallEvent::ResourceUpdated { uri } => Notice::ResourceUpdated { uri: uri.clone() },
            CallEvent::Progress { .. } | CallEvent::Log { .. } | CallEvent::CloseStream => return,
        };
        tell(self, &notice);
    }
}

/// Ends the streams that belong to no call. A pipe ends after its running calls.
pub(crate) fn end_streams(mcp: &Mcp) {
    mcp.subscribers.end();
    let wire = &mcp.wire;
    for pipe in wire.pipes.all() {
        pipe.end_when_quiet();
    }
    for session in wire.sessions.all() {
        session.end_standalone();
    }
}

/// The groups of clients whose lists are compared to find changes: normal clients, and clients that see everything. The
/// list of each profile is a part of the second one.
const AUDIENCES: [&Audience; 2] = [&Audience::Configured, &Audience::Everything];

/// Sends notifications about new lists and the host's events to clients until the shutdown. Log messages from before
/// the shutdown are sent before this returns.
pub(crate) async fn announce(mcp: Arc<Mcp>) {
    let wire = &mcp.wire;
    let mut revision = wire.service.revision();
    let (mut events, mut logs) = (wire.service.events(), wire.service.logs());
    let current = || AUDIENCES.map(|audience| mcp.catalogue(audience));
    let mut last = current();
    let (mut revisions_open, mut events_open, mut logs_open) = (true, true, true);
    loop {
        // A log message may refer to an event that was announced before it.
        tokio::select! {
            biased;
            () = wire.closing.cancelled() => {
                while let Ok(Announced { whose, what }) = logs.try_recv() {
                    tell_those(&mcp, &whose, &notice_of_line(what));
                }
                return;
            }
            changed = revision.changed(), if revisions_open => match changed {
                Ok(()) => {
                    revision.borrow_and_update();
                    let now = current();
                    let differs = |list| now.iter().zip(&last).any(|(now, last)| !now.lists_the_same(last, list));
                    if differs(List::Tools) {
                        tell(&mcp, &Notice::ToolsChanged);
                    }
                    if differs(List::Prompts) {
                        tell(&mcp, &Notice::PromptsChanged);
                    }
                    if differs(List::Resources) || differs(List::Templates) {
                        tell(&mcp, &Notice::ResourcesChanged);
                    }
                    last = now;
                }
                Err(_) => revisions_open = false,
            },
            event = events.recv(), if events_open => match event {
                Ok(event) => match event.into_recipients() {
                    (whose, HostEvent::Resync) => read_again(&mcp, &whose),
                    (whose, event) => {
                        if let Some(notice) = notice_of(event) {
                            tell_those(&mcp, &whose, &notice);
                        }
                    }
                },
                Err(RecvError::Lagged(missed)) => {
                    wire.dropped.fetch_add(missed, Ordering::Relaxed);
                    read_again(&mcp, &Whose::All);
                }
                Err(RecvError::Closed) => events_open = false,
            },
            line = logs.recv(), if logs_open => match line {
                Ok(Announced { whose, what }) => tell_those(&mcp, &whose, &notice_of_line(what)),
                // The log buffer still has the messages, and their loss hides no change of a resource.
                Err(RecvError::Lagged(missed)) => _ = wire.dropped.fetch_add(missed, Ordering::Relaxed),
                Err(RecvError::Closed) => logs_open = false,
            },
        }
    }
}

/// Converts an event of the host to a notification of MCP; `None` if MCP has none. Changes of scenes and of the
/// selection are not converted: the service announces them as updates of resources.
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
