//! Host and Unity events for bundles that export `events`, told one after the other on a read permit.

use crate::shared::Shared;
use crate::snapshot::Home;
use host_api::{CallContext, CallEvent, Caller, Dialect, EventSink, HostEvent, ReadPurpose};
use host_bridge::Event;
use host_policy::permit_read;
use host_runtime::{GuestEvent, GuestEventKind, InvocationBase, PreparedBundle, Runtime};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Events that wait for slow guests, at most; what comes on top is dropped and counted.
pub(crate) const WAITING: usize = 256;

/// Runs until `shutdown`. A guest that fails is logged and told the next event all the same.
pub(crate) async fn tell(
    shared: Arc<Shared>,
    runtime: Runtime,
    mut events: mpsc::Receiver<GuestEvent>,
    shutdown: CancellationToken,
) {
    loop {
        let event = tokio::select! {
            () = shutdown.cancelled() => return,
            event = events.recv() => event,
        };
        let Some(event) = event else { return };
        // Each event reaches the versions published when its turn comes.
        let published = shared.published.load_full();
        let (sink, mut said) = EventSink::bounded(WAITING, Arc::clone(&shared.counters.events_dropped));
        for home in published.homes.iter().filter(|home| home.code.events) {
            tokio::select! {
                () = shutdown.cancelled() => return,
                () = tell_one(&shared, &runtime, home, event.clone(), sink.clone()) => {}
            }
            while let Ok(event) = said.try_recv() {
                announce(&shared, event);
            }
        }
    }
}

/// What a bundle announces while it hears an event concerns every client; the rest belongs to calls.
fn announce(shared: &Shared, event: CallEvent) {
    if let CallEvent::ResourceUpdated { uri } = event {
        shared.announce(HostEvent::ResourceUpdated { uri });
    }
}

async fn tell_one(
    shared: &Shared,
    runtime: &Runtime,
    home: &Home<PreparedBundle>,
    event: GuestEvent,
    events: EventSink,
) {
    let permit = permit_read(&shared.policy.load(), ReadPurpose::Resource, &home.id);
    let base = InvocationBase {
        context: CallContext {
            events,
            ..CallContext::detached()
        },
        caller: Caller {
            dialect: Dialect::CommandLine,
            client: "unity-tool-host".to_owned(),
            address: "local".to_owned(),
            session: None,
        },
        limits: home.limits,
        accepted_at: Instant::now(),
        idempotency_key: None,
    };
    let kind = format!("{:?}", event.kind);
    if let Err(error) = runtime.handle_event(&home.code, permit, event, base).await {
        tracing::warn!(bundle = %home.id, event = kind, %error, "the bundle did not take an event");
    }
}

/// Hands an event on to the bundles without waiting for them.
pub(crate) fn queue(shared: &Shared, event: GuestEvent) {
    if let Err(mpsc::error::TrySendError::Full(_)) = shared.guest_events.try_send(event) {
        shared.counters.events_dropped.fetch_add(1, Ordering::Relaxed);
    }
}

/// What bundles are told of a bridge's event. Log lines are left out: a guest's own line would come back to it for ever.
pub(crate) fn of(event: &Event) -> Option<GuestEvent> {
    let (kind, data) = match event {
        Event::StateChanged => (GuestEventKind::BridgeChanged, None),
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
        Event::Log(_) => return None,
    };
    Some(GuestEvent { kind, data })
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_bridge::{LogLine, SceneId};

    #[test]
    fn bundles_are_told_of_scenes_with_their_ids_and_of_no_log_line() {
        let event = Event::ScenesChanged {
            added: vec![],
            removed: vec![SceneId(2)],
            changed: vec![],
        };
        let told = of(&event).expect("told");
        assert_eq!(told.kind, GuestEventKind::ScenesChanged);
        assert_eq!(
            told.data.as_deref(),
            Some(r#"{"added":[],"removed":["scn:2"],"changed":[]}"#)
        );
        let line = LogLine {
            time: String::new(),
            level: "info".into(),
            message: String::new(),
            source: "mcp".into(),
            category: None,
        };
        assert_eq!(of(&Event::Log(line)), None);
    }
}
