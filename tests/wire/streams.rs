//! Streams of the handshake eras: events before results, resuming, GET streams, announcements.

use crate::client::{Events, Host, LATEST, Session, call, request, wait_for_count, wait_within};
use host_api::{HostEvent, HostLine};
use serde_json::{Value, json};
use std::time::Duration;

async fn open(session: &Session<'_>) -> Events {
    Events::new(session.get().send().await.unwrap())
}

#[tokio::test]
async fn call_with_events_opens_primed_stream_and_ends_with_result() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    let mut events = Events::new(session.post(&call(7, "progress")).send().await.unwrap());
    let primed = events.next().await.unwrap();
    assert_eq!(
        (primed.id.as_deref(), primed.retry.as_deref(), primed.data.as_deref()),
        (Some("1-0"), Some("1000"), Some(""))
    );
    let first = events.next_json().await;
    assert_eq!(
        first,
        json!({ "jsonrpc": "2.0", "method": "notifications/progress",
                "params": { "progressToken": "p", "progress": 0, "total": 100, "message": "at 0" } })
    );
    let second = events.next().await.unwrap();
    assert_eq!(
        (second.id.as_deref(), &second.json()["params"]["progress"]),
        (Some("1-2"), &json!(50))
    );
    let log = events.next_json().await;
    assert_eq!(
        log["method"], "notifications/message",
        "progress that does not grow is left out, debug is below the level"
    );
    assert_eq!(
        log["params"],
        json!({ "level": "warning", "logger": "fake", "data": { "level": "warning" } })
    );
    host.fake.gate.add_permits(1);
    assert_eq!(events.next_json().await["params"]["progress"], 100);
    let last = events.next_json().await;
    assert_eq!(
        (&last["id"], &last["result"]["content"][0]["text"]),
        (&json!(7), &json!("done"))
    );
    assert_eq!(events.next().await, None);
    host.until_metric("streams", 0).await;
}

#[tokio::test]
async fn returns_only_result_to_json_clients_and_applies_log_level() {
    let host = Host::start().await;
    let session = host.session("2025-06-18").await;
    host.fake.gate.add_permits(2);
    let alone = session.call("progress", json!({})).await;
    assert_eq!(alone["result"]["content"][0]["text"], "done");
    session.ask("logging/setLevel", json!({ "level": "debug" })).await;
    let untold = request(8, "tools/call", json!({ "name": "progress" }));
    let mut events = Events::new(session.post(&untold).send().await.unwrap());
    let opening = events.next_block().await.unwrap();
    assert!(opening.comment, "no priming before 2025-11-25");
    let levels = [events.next_json().await, events.next_json().await];
    assert_eq!(
        levels.map(|log| log["params"]["level"].clone()),
        [json!("debug"), json!("warning")]
    );
    assert_eq!(events.next_json().await["id"], 8, "no token, no progress");
}

#[tokio::test]
async fn resume_delivers_result_produced_while_disconnected() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    let mut events = Events::new(session.post(&call(7, "progress")).send().await.unwrap());
    let mut last = String::new();
    while !last.ends_with("-2") {
        last = events.next().await.unwrap().id.unwrap();
    }
    drop(events);
    host.until_metric("streams", 0).await;
    host.fake.gate.add_permits(1);
    wait_for_count(&host.fake.finished, 1).await;
    host.until_metric("tasks", 0).await;

    let other = host.session(LATEST).await;
    let mut foreign = Events::new(other.get().header("last-event-id", &last).send().await.unwrap());
    let told = foreign.next().await.unwrap();
    assert_eq!(
        told.kind.as_deref(),
        Some("error"),
        "another session's stream is not there"
    );
    assert!(!told.data.unwrap().contains("done"));

    let mut resumed = Events::new(session.get().header("last-event-id", &last).send().await.unwrap());
    let log = resumed.next().await.unwrap();
    assert_eq!(
        (log.id.as_deref(), &log.json()["method"]),
        (Some("1-3"), &json!("notifications/message"))
    );
    assert_eq!(resumed.next_json().await["params"]["progress"], 100);
    let result = resumed.next().await.unwrap();
    assert_eq!(result.json()["result"]["content"][0]["text"], "done");
    assert_eq!(resumed.next().await, None);
    assert_eq!(host.metric("dropped_events").await, 0);
}

#[tokio::test]
async fn resume_of_running_call_follows_it_and_replaces_older_reader() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    let mut old = Events::new(session.post(&call(7, "progress")).send().await.unwrap());
    let first = old.next().await.unwrap().id.unwrap();
    let mut new = Events::new(session.get().header("last-event-id", &first).send().await.unwrap());
    assert_eq!(
        new.next().await.unwrap().id.as_deref(),
        Some("1-1"),
        "nothing seen is repeated"
    );
    host.fake.gate.add_permits(1);
    let mut last = Value::Null;
    while let Some(event) = new.next().await {
        last = event.json();
    }
    assert_eq!(last["result"]["content"][0]["text"], "done");
    while let Some(event) = old.next().await {
        assert!(event.json().get("result").is_none(), "each message goes to one stream");
    }
}

#[tokio::test]
async fn keeps_result_if_guest_closes_the_stream_early() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    let mut events = Events::new(session.post(&call(7, "hang-up")).send().await.unwrap());
    let primed = events.next().await.unwrap().id.unwrap();
    assert_eq!(events.next().await, None);
    host.fake.gate.add_permits(1);
    let mut resumed = Events::new(session.get().header("last-event-id", &primed).send().await.unwrap());
    assert_eq!(
        resumed.next_json().await["result"]["content"][0]["text"],
        "after the hang-up"
    );
    assert_eq!(resumed.next().await, None);
    // Versions without priming events cannot resume, so their connection is not ended.
    let earlier = host.session("2025-06-18").await;
    host.fake.gate.add_permits(1);
    let answer: Value = earlier
        .post(&call(7, "hang-up"))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "after the hang-up");
}

#[tokio::test]
async fn silent_call_opens_stream_with_keep_alives() {
    let host = Host::start_with(|options| options.keep_alive = Duration::from_millis(20)).await;
    let session = host.session(LATEST).await;
    let mut events = Events::new(session.post(&call(7, "slow")).send().await.unwrap());
    assert_eq!(events.next().await.unwrap().data.as_deref(), Some(""));
    assert!(events.next_block().await.unwrap().comment);
    host.fake.gate.add_permits(1);
    assert_eq!(events.next_json().await["result"]["content"][0]["text"], "slept");
}

#[tokio::test]
async fn silent_call_opens_resumable_stream_only_in_priming_versions() {
    let host = Host::start_with(|options| options.stream_after = Duration::from_millis(20)).await;
    let session = host.session(LATEST).await;
    let mut events = Events::new(session.post(&call(7, "slow")).send().await.unwrap());
    let primed = events.next().await.unwrap().id.unwrap();
    drop(events);
    host.until_metric("streams", 0).await;
    let earlier = host.session("2025-06-18").await;
    let waiting = tokio::spawn(earlier.post(&call(8, "slow")).send());
    wait_for_count(&host.fake.started, 2).await;
    host.fake.gate.add_permits(2);
    let answer = wait_within("an answer", waiting).await.unwrap().unwrap();
    assert_eq!(answer.headers()["content-type"], "application/json");
    let mut resumed = Events::new(session.get().header("last-event-id", &primed).send().await.unwrap());
    assert_eq!(resumed.next_json().await["result"]["content"][0]["text"], "slept");
    assert_eq!(resumed.next().await, None);
}

#[tokio::test]
async fn second_resume_of_an_event_replaces_the_first_reader() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    let mut first = Events::new(session.post(&call(7, "hang-up")).send().await.unwrap());
    let primed = first.next().await.unwrap().id.unwrap();
    assert_eq!(first.next().await, None);
    let resume = || session.get().header("last-event-id", &primed).send();
    let mut older = Events::new(resume().await.unwrap());
    let mut newer = Events::new(resume().await.unwrap());
    assert_eq!(older.next().await, None, "the older one ends while the call runs");
    host.fake.gate.add_permits(1);
    let result = newer.next().await.unwrap();
    assert_eq!(result.json()["result"]["content"][0]["text"], "after the hang-up");
    assert_eq!(newer.next().await, None);
    // The stream was read to its end and has no further messages: the opened one is new.
    let last = result.id.unwrap();
    let mut fresh = Events::new(session.get().header("last-event-id", &last).send().await.unwrap());
    let primed_anew = fresh.next().await.unwrap();
    assert_eq!((primed_anew.kind, primed_anew.data.as_deref()), (None, Some("")));
    assert_ne!(primed_anew.id.unwrap().split('-').next(), last.split('-').next());
}

#[tokio::test]
async fn notifies_each_session_once_and_only_of_changed_lists() {
    let host = Host::start().await;
    let (one, two) = (host.session(LATEST).await, host.session("2025-03-26").await);
    let mut older = open(&one).await;
    let mut newer = open(&one).await;
    let mut other = open(&two).await;
    assert_eq!(newer.next().await.unwrap().data.as_deref(), Some(""), "primed");
    host.until_metric("streams", 3).await;
    host.fake.publish(|view| {
        view.tools.pop();
    });
    let told = json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" });
    assert_eq!(newer.next_json().await, told);
    assert_eq!(other.next_json().await, told);
    host.fake.publish_everything();
    for events in [&mut newer, &mut other] {
        assert_eq!(events.next_json().await["method"], "notifications/prompts/list_changed");
        assert_eq!(
            events.next_json().await["method"],
            "notifications/resources/list_changed"
        );
    }
    // The older stream of the first session received only its priming event.
    drop(newer);
    host.until_metric("streams", 2).await;
    host.fake.publish(|view| {
        view.tools.pop();
    });
    assert_eq!(older.next().await.unwrap().data.as_deref(), Some(""));
    assert_eq!(older.next_json().await, told);
}

#[tokio::test]
async fn sends_resource_updates_and_log_lines_to_subscribers() {
    let host = Host::start().await;
    host.fake.publish_everything();
    let (asked, silent) = (host.session(LATEST).await, host.session(LATEST).await);
    let (mut told, mut untold) = (open(&asked).await, open(&silent).await);
    told.next().await;
    untold.next().await;
    asked.ask("resources/subscribe", json!({ "uri": "fake://text" })).await;
    asked.ask("logging/setLevel", json!({ "level": "warning" })).await;
    let updated = |uri: &str| HostEvent::ResourceUpdated { uri: uri.to_owned() };
    let line = |level: &str| HostLine {
        level: level.to_owned(),
        message: format!("a {level}"),
        source: "unity".to_owned(),
        category: None,
        time: String::new(),
    };
    for event in [updated("fake://other"), updated("fake://text")] {
        host.fake.events.send(event).unwrap();
    }
    host.fake.say(line("info"));
    host.fake.say(line("error"));
    let update = told.next_json().await;
    assert_eq!(update["method"], "notifications/resources/updated");
    assert_eq!(update["params"], json!({ "uri": "fake://text" }));
    let log = told.next_json().await;
    assert_eq!(
        log["params"],
        json!({ "level": "error", "logger": "unity", "data": "a error" })
    );
    // Warnings of the host itself also reach sessions that set no level.
    host.fake.say(HostLine {
        source: "mcp".to_owned(),
        ..line("info")
    });
    host.fake.say(HostLine {
        source: "mcp".to_owned(),
        ..line("warn")
    });
    for events in [&mut told, &mut untold] {
        let expected = json!({ "level": "warning", "logger": "mcp", "data": "a warn" });
        assert_eq!(events.next_json().await["params"], expected);
    }
    asked
        .ask("resources/unsubscribe", json!({ "uri": "fake://text" }))
        .await;
    host.fake.events.send(updated("fake://text")).unwrap();
    host.fake.publish(|view| {
        view.tools.pop();
    });
    // The next message of both is the changed list: nothing else was under way.
    for events in [&mut told, &mut untold] {
        assert_eq!(events.next_json().await["method"], "notifications/tools/list_changed");
    }
}

#[tokio::test]
async fn resync_notifies_sessions_of_lists_and_subscribed_resources() {
    let host = Host::start().await;
    host.fake.publish_everything();
    let (watching, idle) = (host.session(LATEST).await, host.session(LATEST).await);
    let (mut told, mut untold) = (open(&watching).await, open(&idle).await);
    told.next().await;
    untold.next().await;
    watching
        .ask("resources/subscribe", json!({ "uri": "fake://text" }))
        .await;
    host.fake.events.send(HostEvent::Resync).unwrap();
    for events in [&mut told, &mut untold] {
        assert_eq!(
            events.next_json().await["method"],
            "notifications/resources/list_changed"
        );
    }
    let update = told.next_json().await;
    assert_eq!(update["method"], "notifications/resources/updated");
    assert_eq!(update["params"], json!({ "uri": "fake://text" }));
    // The next message of both is the changed list: nothing else was under way.
    host.fake.publish(|view| {
        view.tools.pop();
    });
    for events in [&mut told, &mut untold] {
        assert_eq!(events.next_json().await["method"], "notifications/tools/list_changed");
    }
}

#[tokio::test]
async fn failed_resume_reports_error_and_continues_as_plain_stream() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    for last in ["event-001", "99-4"] {
        let mut events = Events::new(session.get().header("last-event-id", last).send().await.unwrap());
        let lost = events.next().await.unwrap();
        assert_eq!(
            (lost.kind.as_deref(), &lost.json()["error"]["code"]),
            (Some("error"), &json!(-32603)),
            "{last}"
        );
        assert_eq!(events.next().await.unwrap().data.as_deref(), Some(""));
        host.fake.publish(|view| {
            view.tools.pop();
        });
        assert_eq!(events.next_json().await["method"], "notifications/tools/list_changed");
    }
}

#[tokio::test]
async fn resume_reports_number_of_dropped_messages() {
    let host = Host::start_with(|options| options.stream_events = 2).await;
    let session = host.session(LATEST).await;
    let mut events = Events::new(session.post(&call(7, "hang-up")).send().await.unwrap());
    let primed = events.next().await.unwrap().id.unwrap();
    assert_eq!(events.next().await, None);
    let mut standalone = open(&session).await;
    let id = standalone.next().await.unwrap().id.unwrap();
    drop(standalone);
    host.until_metric("streams", 0).await;
    for left in (0..5).rev() {
        host.fake.publish(|view| view.tools.truncate(left));
        // Each publication must be seen separately.
        let seen = async { while host.metric("dropped_events").await + 2 + (left as u64) < 5 {} };
        wait_within("the publication", seen).await;
    }
    let mut resumed = Events::new(session.get().header("last-event-id", &id).send().await.unwrap());
    let gap = resumed.next().await.unwrap();
    assert_eq!(gap.kind.as_deref(), Some("error"));
    assert!(gap.data.unwrap().contains("3 messages"));
    for _ in 0..2 {
        assert_eq!(resumed.next_json().await["method"], "notifications/tools/list_changed");
    }
    host.fake.gate.add_permits(1);
    let mut back = Events::new(session.get().header("last-event-id", &primed).send().await.unwrap());
    assert_eq!(back.next_json().await["id"], 7);
}
