//! What the host says unasked: lists changed, a resource changed, a log line; once to each client that wants it.
//!
//! Handshake sessions get it on one of their GET streams, 2026-07-28 clients on their `subscriptions/listen` stream, and
//! whoever has one pipe for everything gets it there.

mod notice;
mod subscribers;
mod telling;

pub(crate) use notice::{Notice, SubscriptionMeta};
pub(crate) use subscribers::{Channel, Filter, SUBSCRIBER, Subscribers, Subscription};
pub(crate) use telling::tell;

use crate::dialects::mcp::listing::List;
use crate::state::Wire;
use host_api::{Announced, Audience, CallEvent, HostEvent, HostLine, LogLevel, Whose};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use telling::{read_again, tell_those};
use tokio::sync::broadcast::error::RecvError;

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

/// Follows the catalog and the host's events until shutdown. What was logged before then is still said: streams end after it.
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
            () = wire.closing.cancelled() => {
                while let Ok(Announced { whose, what }) = logs.try_recv() {
                    tell_those(&wire, &whose, &notice_of_line(what));
                }
                return;
            }
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
