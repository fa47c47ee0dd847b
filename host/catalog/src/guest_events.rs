//! Delivers host and Unity events to bundles that export `events`, with a read permit. A slow bundle does not delay
//! other bundles.

use crate::event_queues::Queues;
use crate::shared::{AddressedEvent, Shared};
use crate::snapshot::Home;
use host_api::{CallContext, CallEvent, Caller, Dialect, EventSink, HostEvent, Whose};
use host_bridge::{Event, Wish};
use host_policy::permit_event;
use host_runtime::{GuestEvent, GuestEventKind, InvocationBase, PreparedBundle, Runtime};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Maximum number of events that wait to be added to the queues of bundles. Further events are dropped and counted.
pub(crate) const WAITING: usize = 256;

/// Maximum time for a bundle to handle one event; then its guest is stopped. Its own shorter `deadline` applies.
const LONGEST: Duration = Duration::from_secs(5);

/// Passes events of the bridge to the queue of each bundle that receives events, until `shutdown`. A task for each
/// bundle delivers them in order. If a guest fails, the host logs the error and delivers the next event.
pub(crate) async fn tell(
    shared: Arc<Shared>,
    runtime: Runtime,
    mut events: mpsc::Receiver<AddressedEvent>,
    shutdown: CancellationToken,
) {
    let mut queues = Queues::default();
    loop {
        let event = tokio::select! {
            () = shutdown.cancelled() => return,
            event = events.recv() => event,
        };
        let Some(event) = event else { return };
        let published = shared.published.load_full();
        let listeners = published.homes.iter().filter(|home| home.code.events);
        let listeners: BTreeSet<&str> = listeners.map(|home| home.id.as_str()).collect();
        let dropped = queues.hand(&listeners, &event, |id, events| {
            hear(Arc::clone(&shared), runtime.clone(), id, events)
        });
        shared.counters.events_dropped.fetch_add(dropped, Ordering::Relaxed);
    }
}

async fn hear(shared: Arc<Shared>, runtime: Runtime, id: String, mut events: mpsc::Receiver<AddressedEvent>) {
    while let Some(AddressedEvent { whose, event }) = events.recv().await {
        // Each event goes to the version that is published when the event is delivered.
        let published = shared.published.load_full();
        let Some(home) = published.homes.iter().find(|home| home.id == id && home.code.events) else {
            continue;
        };
        let (sink, mut said) = EventSink::bounded(WAITING, Arc::clone(&shared.counters.events_dropped));
        tell_one(&shared, &runtime, home, &whose, event, sink).await;
        while let Ok(event) = said.try_recv() {
            announce(&shared, &whose, event);
        }
    }
}

/// Announces a resource update that a bundle reported while it handled an event. Ignores other messages, which belong
/// to calls.
fn announce(shared: &Shared, whose: &Whose, event: CallEvent) {
    if let CallEvent::ResourceUpdated { uri } = event {
        shared.announce(HostEvent::ResourceUpdated { uri }.concerning(whose.clone()));
    }
}

async fn tell_one(
    shared: &Shared,
    runtime: &Runtime,
    home: &Home<PreparedBundle>,
    whose: &Whose,
    event: GuestEvent,
    events: EventSink,
) {
    // The bundle reads from the target that the event is about.
    let of = match whose {
        Whose::Unity(id) => Some(id.to_string()),
        Whose::All | Whose::Session(_) => None,
    };
    let wish = Wish {
        named: of.clone(),
        ..Wish::default()
    };
    let unity = of.and_then(|_| shared.bridge.resolve_target(&wish).ok().flatten());
    let permit = permit_event(&shared.policy.load(), &home.id);
    let base = InvocationBase {
        context: CallContext {
            events,
            ..CallContext::detached()
        },
        caller: Caller {
            dialect: Dialect::CommandLine,
            client: "unity-tool-host".into(),
            address: "local".into(),
            session: None,
            proof: None,
        },
        limits: home.limits.with_deadline(Some(LONGEST)),
        accepted_at: Instant::now(),
        idempotency_key: None,
        plans: None,
        unity,
        own: home.own.clone(),
    };
    let kind = format!("{:?}", event.kind);
    if let Err(error) = runtime.handle_event(&home.code, permit, event, base).await {
        tracing::warn!(bundle = %home.id, event = kind, %error, "the bundle failed to handle an event");
    }
}

/// Adds an event to the queue for the bundles. Does not wait: if the queue is full, drops and counts the event.
pub(crate) fn queue(shared: &Shared, event: AddressedEvent) {
    if let Err(mpsc::error::TrySendError::Full(_)) = shared.guest_events.try_send(event) {
        shared.counters.events_dropped.fetch_add(1, Ordering::Relaxed);
    }
}

/// Converts a bridge event to the event that bundles receive; `None` if they do not receive this kind. Bundles receive
/// no log lines: a bundle that logs would otherwise get its own line in an endless loop.
pub(crate) fn guest_event(event: &Event) -> Option<GuestEvent> {
    let (kind, data) = match event {
        Event::StateChanged | Event::PlayMode { .. } | Event::CommandsChanged | Event::Connected | Event::Resync => {
            (GuestEventKind::BridgeChanged, None)
        }
        Event::SelectionChanged => (GuestEventKind::SelectionChanged, None),
        Event::ScenesChanged {
            added,
            removed,
            changed,
        } => {
            let ids = |scenes: &[host_bridge::SceneId]| scenes.iter().map(ToString::to_string).collect::<Vec<_>>();
            let data = json!({"added": ids(added), "removed": ids(removed), "changed": ids(changed)});
            (GuestEventKind::ScenesChanged, Some(data.to_string()))
        }
        // This event occurs each time the game calls a hooked method; an interested bundle reads the hooks.
        Event::HookFired { .. } => return None,
    };
    Some(GuestEvent { kind, data })
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_bridge::SceneId;

    #[test]
    fn sends_scene_events_but_no_hook_events_to_bundles() {
        let event = Event::ScenesChanged {
            added: vec![],
            removed: vec![SceneId(2)],
            changed: vec![],
        };
        let told = guest_event(&event).expect("told");
        assert_eq!(told.kind, GuestEventKind::ScenesChanged);
        assert_eq!(
            told.data.as_deref(),
            Some(r#"{"added":[],"removed":["scn:2"],"changed":[]}"#)
        );
        let fired = Event::HookFired {
            signature: "System.Void A::B()".into(),
            times: 1,
        };
        assert_eq!(guest_event(&fired), None);
    }
}
