//! Converts events and log lines of the bridge to host events, and forwards them to all streams.

use crate::guest_events;
use crate::shared::{AddressedEvent, Shared};
use host_api::{Announced, HostEvent, HostLine, Whose};
use host_bridge::{Event, LogLine};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// A channel that receives `()` after all previously announced events were forwarded.
pub(crate) type Waiter = oneshot::Sender<()>;

/// Forwards events and log lines of the Unity bridge to clients and bundles until `shutdown`, or until the bridge ends.
/// Counts the events that are lost because this task is too slow.
pub(crate) async fn forward(
    shared: Arc<Shared>,
    mut events: Receiver<Announced<Event>>,
    mut logs: Receiver<Announced<LogLine>>,
    mut waiters: mpsc::Receiver<Waiter>,
    shutdown: CancellationToken,
) {
    let mut has_logs = true;
    loop {
        tokio::select! {
            () = shutdown.cancelled() => return,
            event = events.recv() => match event {
                Ok(event) => hand_on(&shared, event),
                Err(RecvError::Lagged(missed)) => on_lag(&shared, missed),
                Err(RecvError::Closed) => return,
            },
            line = logs.recv(), if has_logs => match line {
                Ok(line) => shared.say(host_line(line)),
                Err(RecvError::Lagged(missed)) => lines_lost(&shared, missed),
                Err(RecvError::Closed) => has_logs = false,
            },
            Some(waiter) = waiters.recv() => {
                loop {
                    match events.try_recv() {
                        Ok(event) => hand_on(&shared, event),
                        Err(TryRecvError::Lagged(missed)) => on_lag(&shared, missed),
                        Err(TryRecvError::Empty | TryRecvError::Closed) => break,
                    }
                }
                loop {
                    match logs.try_recv() {
                        Ok(line) => shared.say(host_line(line)),
                        Err(TryRecvError::Lagged(missed)) => lines_lost(&shared, missed),
                        Err(TryRecvError::Empty | TryRecvError::Closed) => break,
                    }
                }
                // The waiter may be gone.
                let _ = waiter.send(());
            }
        }
    }
}

fn hand_on(shared: &Shared, Announced { whose, what: event }: Announced<Event>) {
    if let Whose::Session(_) = whose {
        // The session chose another target: nothing happened in any target.
        return shared.announce(HostEvent::Resync.concerning(whose));
    }
    if changes_the_listing(&event) {
        shared.review.notify_one();
    }
    if let Some(event) = guest_events::guest_event(&event) {
        let whose = whose.clone();
        guest_events::queue(shared, AddressedEvent { whose, event });
    }
    if let Some(event) = host_event(event) {
        shared.announce(event.concerning(whose));
    }
}

fn on_lag(shared: &Shared, missed: u64) {
    shared.counters.events_dropped.fetch_add(missed, Ordering::Relaxed);
    // The missed events may have been of any kind.
    hand_on(shared, Event::Resync.into());
}

/// Counts lost log lines. The log buffer still contains these lines, and log lines announce no change.
fn lines_lost(shared: &Shared, missed: u64) {
    shared.counters.events_dropped.fetch_add(missed, Ordering::Relaxed);
}

/// True if the event can change the tool list or the instructions, which depend on the bridge's state and capabilities.
fn changes_the_listing(event: &Event) -> bool {
    match event {
        Event::StateChanged | Event::CommandsChanged | Event::Connected | Event::Resync => true,
        Event::SelectionChanged | Event::ScenesChanged { .. } | Event::PlayMode { .. } | Event::HookFired { .. } => {
            false
        }
    }
}

fn host_event(event: Event) -> Option<HostEvent> {
    let ids = |scenes: Vec<host_bridge::SceneId>| scenes.iter().map(ToString::to_string).collect();
    match event {
        Event::StateChanged => None,
        Event::SelectionChanged => Some(HostEvent::SelectionChanged),
        Event::ScenesChanged {
            added,
            removed,
            changed,
        } => Some(HostEvent::ScenesChanged {
            added: ids(added),
            removed: ids(removed),
            changed: ids(changed),
        }),
        Event::PlayMode { .. } | Event::HookFired { .. } | Event::CommandsChanged | Event::Connected => None,
        Event::Resync => Some(HostEvent::Resync),
    }
}

fn host_line(Announced { whose, what: line }: Announced<LogLine>) -> Announced<HostLine> {
    let what = HostLine {
        level: line.level,
        message: line.message,
        source: line.source,
        category: line.category,
        time: line.time,
    };
    Announced { whose, what }
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_bridge::SceneId;

    #[test]
    fn converts_scene_events_with_client_ids() {
        let event = Event::ScenesChanged {
            added: vec![SceneId(3)],
            removed: vec![],
            changed: vec![SceneId(0), SceneId(1)],
        };
        let Some(HostEvent::ScenesChanged {
            added,
            removed,
            changed,
        }) = host_event(event)
        else {
            panic!("scenes are announced");
        };
        assert_eq!(
            (added, removed, changed),
            (vec!["scn:3".to_owned()], vec![], vec!["scn:0".into(), "scn:1".into()])
        );
        assert!(matches!(host_event(Event::Resync), Some(HostEvent::Resync)) && changes_the_listing(&Event::Resync));
        assert!(host_event(Event::StateChanged).is_none() && changes_the_listing(&Event::StateChanged));
    }
}
