//! Tests of the lifetime of sessions.

use super::*;
use crate::request_ids::IdRefused;
use tokio_util::sync::CancellationToken;

const HOUR: Duration = Duration::from_secs(3600);

fn large_budget() -> Arc<Budget> {
    Budget::new(256 << 20)
}

/// Opens a session whose client has sent only `initialize`; `None` if the store refuses it.
fn bare(store: &Sessions, client: &str) -> Option<Arc<Session>> {
    store
        .insert(Opening {
            version: "2025-11-25".into(),
            client: client.into(),
            capabilities: ClientCapabilities::default(),
            profile: None,
        })
        .ok()
}

fn open(store: &Sessions, client: &str) -> Option<Arc<Session>> {
    bare(store, client).filter(|session| store.make_ready(session))
}

#[test]
fn issues_unique_visible_ascii_session_ids() {
    let store = Sessions::new(10, HOUR, &large_budget());
    let (a, b) = (open(&store, "a").expect("room"), open(&store, "b").expect("room"));
    assert_ne!(a.id, b.id);
    assert!(a.id.len() == 32 && a.id.bytes().all(|byte| byte.is_ascii_graphic()));
}

#[test]
fn full_store_evicts_the_least_recently_used_idle_session() {
    let store = Arc::new(Sessions::new(2, HOUR, &large_budget()));
    let first = open(&store, "first").expect("room");
    let second = open(&store, "second").expect("room");
    let held = store.hold(&first);
    let third = open(&store, "third").expect("second makes room");
    assert!(store.find(&second.id).is_none());
    let also_held = store.hold(&third);
    assert!(open(&store, "fourth").is_none(), "all in use");
    drop((held, also_held));
    assert!(open(&store, "fifth").is_some());
    assert_eq!(store.count(), 2);
}

#[test]
fn uninitialized_sessions_do_not_evict_ready_sessions() {
    let store = Arc::new(Sessions::new(2, HOUR, &large_budget()));
    let (one, two) = (open(&store, "one").expect("room"), open(&store, "two").expect("room"));
    let first = bare(&store, "first").expect("room");
    let streaming = store.hold(&first);
    let more: Vec<_> = (0..100).filter_map(|_| bare(&store, "more")).collect();
    assert_eq!(
        more.len(),
        100,
        "an idle session is there to give way to one that gets ready"
    );
    assert!(
        store.find(&first.id).is_none(),
        "the oldest is ended first, whatever it does"
    );
    assert!(store.make_ready(&first), "and takes no slot any more");
    drop(streaming);
    assert!(store.find(&one.id).is_some() && store.find(&two.id).is_some());
    assert_eq!(store.count(), 2 + waiting::waiting_places(2));

    let held = store.hold(&two);
    let last = more.last().expect("some");
    assert!(store.make_ready(last) && store.find(&one.id).is_none());
    let also_held = store.hold(last);
    let before = &more[more.len() - 2];
    assert!(!store.make_ready(before), "all places are in use");
    assert!(bare(&store, "late").is_none());
    drop((held, also_held));
    assert!(store.make_ready(before));
}

#[test]
fn uninitialized_session_expires_even_if_in_use() {
    let store = Arc::new(Sessions::new(10, HOUR, &large_budget()));
    let (ready, bare) = (
        open(&store, "ready").expect("room"),
        bare(&store, "bare").expect("room"),
    );
    let held = store.hold(&bare);
    store.sweep(HOUR, HOUR);
    assert_eq!(store.count(), 2);
    while store.now() == bare.born {
        std::hint::spin_loop();
    }
    assert!(store.find(&bare.id).is_some(), "a lookup is not a handshake");
    store.sweep(HOUR, Duration::ZERO);
    assert!(store.find(&bare.id).is_none() && store.find(&ready.id).is_some());
    drop(held);
}

#[test]
fn expires_idle_sessions_unless_in_use() {
    let store = Arc::new(Sessions::new(10, Duration::ZERO, &large_budget()));
    let idle = open(&store, "idle").expect("room");
    let busy = open(&store, "busy").expect("room");
    let held = store.hold(&busy);
    // `now` counts milliseconds: this waits for the clock, not for a fixed time.
    while store.now() == idle.last_used.load(Ordering::Relaxed) {
        std::hint::spin_loop();
    }
    store.sweep(HOUR, HOUR);
    assert!(store.find(&idle.id).is_none());
    assert!(store.find(&busy.id).is_some());
    drop(held);
}

#[test]
fn rejects_request_id_in_use_and_cancels_calls_on_close() {
    let store = Arc::new(Sessions::new(10, HOUR, &large_budget()));
    let session = open(&store, "a").expect("room");
    let cancel = CancellationToken::new();
    let id = session.ids.take("1", &cancel).expect("free");
    let twice = session.ids.take("1", &cancel);
    assert_eq!(twice.err(), Some(IdRefused::InUse));
    session.ids.cancel("2");
    assert!(!cancel.is_cancelled());
    drop(id);
    let again = session.ids.take("1", &cancel);
    assert!(again.is_ok());
    assert!(store.close(&session.id) && cancel.is_cancelled() && !store.close(&session.id));
    let late = session.ids.take("2", &cancel);
    assert_eq!(late.err(), Some(IdRefused::Ended), "whatever else was in flight");
}

#[test]
fn keeps_finished_streams_up_to_a_count_and_size_limit() {
    let store = Arc::new(Sessions::new(10, HOUR, &large_budget()));
    let session = open(&store, "a").expect("room");
    let bounds = Bounds {
        messages: 10,
        bytes: 10,
    };
    let dropped = Arc::new(AtomicU64::new(0));
    let running = session.call_stream(bounds, &dropped, &large_budget());
    for _ in 0..STREAMS_KEPT * 2 {
        session.call_stream(bounds, &dropped, &large_budget()).close();
    }
    let kept = session.memory().calls.len();
    assert!((STREAMS_KEPT..=STREAMS_KEPT + 1).contains(&kept), "{kept}");
    session
        .call_stream(bounds, &dropped, &large_budget())
        .finish(&vec![b'1'; FINISHED_BYTES + 1])
        .expect("room");
    session.call_stream(bounds, &dropped, &large_budget());
    let numbers: Vec<_> = session.memory().calls.iter().map(|log| log.number()).collect();
    assert_eq!(
        numbers,
        [running.number(), 2 * STREAMS_KEPT as u64 + 3],
        "the running one and the newest"
    );
}
