//! Explorer's streams when there are more events than the host can pass on in time.

use crate::client::{Events, Host, wait_for_count};
use host_api::{HostEvent, HostLine};
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

async fn mirror(host: &Host) -> Events {
    let mirror = host.request(Method::GET, "/").header("accept", "text/event-stream");
    Events::new(mirror.send().await.unwrap())
}

fn line(n: usize) -> HostLine {
    HostLine {
        level: "info".to_owned(),
        message: format!("line {n}"),
        source: "unity".to_owned(),
        category: None,
        time: "2026-01-01T00:00:00+00:00".to_owned(),
    }
}

fn scene_added(n: usize) -> HostEvent {
    HostEvent::ScenesChanged {
        added: vec![format!("scn:{n}")],
        removed: Vec::new(),
        changed: Vec::new(),
    }
}

async fn next(events: &mut Events) -> (String, Value) {
    let mut params = events.next_json().await["params"].take();
    (params["event"].as_str().unwrap().to_owned(), params["payload"].take())
}

#[tokio::test]
async fn reports_dropped_log_lines_as_a_gap() {
    let host = Host::start().await;
    let mut events = mirror(&host).await;
    // No await in between: the host's task does not run, and the channel of the fake holds 64.
    for n in 0..100 {
        host.fake.say(line(n));
    }
    assert_eq!(next(&mut events).await, ("gap".to_owned(), json!({ "missed": 36 })));
    assert_eq!(next(&mut events).await.1["message"], "line 36");
}

#[tokio::test]
async fn flood_of_log_lines_drops_no_scene_change() {
    let host = Host::start().await;
    let mut events = mirror(&host).await;
    host.fake.selection_hangs.store(true, Ordering::Relaxed);
    host.fake.announce(HostEvent::SelectionChanged);
    wait_for_count(&host.fake.lingering, 1).await;
    host.fake.announce(scene_added(7));
    for n in 0..3_000 {
        host.fake.say(line(n));
    }
    host.fake.gate.add_permits(1);
    assert_eq!(next(&mut events).await.0, "selection");
    assert_eq!(
        next(&mut events).await,
        ("scenes_diff".to_owned(), json!({ "added": ["scn:7"], "removed": [] }))
    );
    assert_eq!(next(&mut events).await, ("gap".to_owned(), json!({ "missed": 2_936 })));
    for n in 2_936..3_000 {
        assert_eq!(next(&mut events).await.1["message"], format!("line {n}"));
    }
    assert_eq!(
        host.metric("dropped_events").await,
        2 * 2_936,
        "both relays missed them"
    );
}

#[tokio::test]
async fn resends_scenes_and_selection_after_dropped_events() {
    let host = Host::start().await;
    *host.fake.selection.lock().unwrap() = vec!["obj:7".to_owned()];
    let mut events = mirror(&host).await;
    for n in 0..100 {
        host.fake.announce(scene_added(n));
    }
    assert_eq!(next(&mut events).await, ("gap".to_owned(), json!({ "missed": 36 })));
    assert_eq!(
        next(&mut events).await,
        ("scenes".to_owned(), json!({ "Total": 1, "Items": [{ "Id": "scn:0" }] }))
    );
    assert_eq!(
        next(&mut events).await,
        (
            "selection".to_owned(),
            json!({ "ActiveId": "obj:7", "Items": ["obj:7"] })
        )
    );
    for n in 36..100 {
        assert_eq!(next(&mut events).await.1["added"], json!([format!("scn:{n}")]));
    }
}
