//! Explorer's streams: the messages of every reader, their order, and the treatment of a reader that does not read.

use crate::client::{Events, Host, LATEST, request, wait_within};
use host_api::{HostEvent, HostLine};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

async fn mirror(host: &Host) -> Events {
    let mirror = host.request(Method::GET, "/").header("accept", "text/event-stream");
    Events::new(mirror.send().await.unwrap())
}

fn log_line(message: String) -> HostLine {
    HostLine {
        level: "info".to_owned(),
        message,
        source: "unity".to_owned(),
        category: None,
        time: "2026-01-01T00:00:00+00:00".to_owned(),
    }
}

/// The event of a notification; `result` or `error` for a response.
fn kind(message: &Value) -> String {
    match message["params"]["event"].as_str() {
        Some(event) => {
            assert_eq!(message["method"], "notification");
            event.to_owned()
        }
        None if message["result"].is_null() => "error".to_owned(),
        None => "result".to_owned(),
    }
}

#[tokio::test]
async fn stream_starts_with_scenes_and_then_sends_diffs_and_logs() {
    let host = Host::start().await;
    host.fake.publish_explorer();
    let mut lines = host.explorer_stream().await;
    host.fake.announce(HostEvent::ScenesChanged {
        added: vec!["scn:1".to_owned()],
        removed: vec!["scn:0".to_owned()],
        changed: vec!["scn:2".to_owned()],
    });
    host.fake.announce(HostEvent::ScenesChanged {
        added: Vec::new(),
        removed: Vec::new(),
        changed: vec!["scn:2".to_owned()],
    });
    host.fake.announce(HostEvent::CatalogChanged { revision: 9 });
    host.fake.say(log_line("hello".to_owned()));
    assert_eq!(
        lines.message().await,
        json!({ "jsonrpc": "2.0", "method": "notification", "params":
            { "event": "scenes", "payload": { "Total": 1, "Items": [{ "Id": "scn:0" }] } } })
    );
    assert_eq!(
        lines.message().await["params"],
        json!({ "event": "scenes_diff", "payload": { "added": ["scn:1"], "removed": ["scn:0"] } })
    );
    assert_eq!(
        lines.message().await["params"],
        json!({ "event": "log", "payload": { "level": "info", "message": "hello", "source": "unity",
            "category": null, "t": "2026-01-01T00:00:00+00:00" } })
    );
}

#[tokio::test]
async fn streams_send_events_of_a_call_before_its_result() {
    let host = Host::start().await;
    host.fake.publish_explorer();
    let (mut lines, mut events) = (host.explorer_stream().await, mirror(&host).await);
    assert_eq!(kind(&lines.message().await), "scenes");
    let (_, answer) = host.explorer_call("SelectThing", json!({ "id": "obj:7" })).await;
    let (status, failure) = host.explorer_call("ReadFails", json!({ "kind": "NotFound" })).await;
    assert_eq!(status, 404);
    let (_, refused) = host
        .explorer_call("WriteFails", json!({ "kind": "PermissionDenied" }))
        .await;
    let mut heard = Vec::new();
    for _ in 0..9 {
        heard.push(lines.message().await);
    }
    let kinds: Vec<_> = heard.iter().map(kind).collect();
    assert_eq!(
        kinds,
        [
            "selection",
            "result",
            "tool_result",
            "log",
            "error",
            "tool_result",
            "log",
            "result",
            "tool_result"
        ]
    );
    let payload = |at: usize| &heard[at]["params"]["payload"];
    assert_eq!(*payload(0), json!({ "ActiveId": "obj:7", "Items": ["obj:7"] }));
    assert_eq!((&heard[1], &heard[4], &heard[7]), (&answer, &failure, &refused));
    assert_eq!(
        *payload(2),
        json!({ "name": "SelectThing", "ok": true,
            "result": { "ok": true, "diagnostics": ["changed in this session only"] } })
    );
    assert_eq!(payload(3)["message"], "[MCP] error -32004: it failed");
    assert_eq!(
        (&payload(3)["source"], &payload(3)["category"]),
        (&"mcp".into(), &"NotFound".into())
    );
    assert_eq!(
        *payload(5),
        json!({ "name": "ReadFails", "ok": false,
            "error": { "code": -32004, "message": "it failed", "data": { "kind": "NotFound", "hint": null } } })
    );
    assert_eq!(
        (&payload(8)["ok"], &payload(8)["error"]["code"]),
        (&false.into(), &(-32003).into())
    );
    let mut seen = Vec::new();
    for _ in 0..9 {
        seen.push(events.next_json().await);
    }
    assert_eq!(seen, heard, "both streams say the same in the same order");
}

#[tokio::test]
async fn mirrors_every_explorer_answer_and_no_other() {
    let host = Host::start().await;
    let mut events = mirror(&host).await;
    let session = host.session(LATEST).await;
    session.call("echo", json!({})).await;
    let note = host
        .request(Method::POST, "/message")
        .body(r#"{"method":"notifications/initialized"}"#);
    assert_eq!(note.send().await.unwrap().status(), 202);
    let read = host
        .request(Method::GET, "/read?uri=unity://scenes")
        .send()
        .await
        .unwrap();
    assert_eq!(read.status(), 200);
    for (method, params) in [
        ("initialize", json!({})),
        ("ping", json!({})),
        ("list_tools", json!({})),
        ("list_resources", json!({})),
        ("read_resource", json!({ "uri": "unity://scenes" })),
    ] {
        let (_, answer) = host.explorer(&request(method, method, params)).await;
        assert_eq!(events.next_json().await, answer, "{method}");
    }
    let broken = host.request(Method::POST, "/message").body("{").send().await.unwrap();
    let broken: Value = broken.json().await.unwrap();
    assert_eq!(kind(&events.next_json().await), "log");
    assert_eq!(events.next_json().await, broken);
}

#[tokio::test]
async fn streams_events_but_not_results_of_other_dialects() {
    let host = Host::start().await;
    host.fake.publish_explorer();
    let mut events = mirror(&host).await;
    let session = host.session(LATEST).await;
    session.call("SelectThing", json!({ "id": "obj:3" })).await;
    host.explorer(&request("last", "read_resource", json!({ "uri": "unity://scenes" })))
        .await;
    assert_eq!(events.next_json().await["params"]["payload"]["ActiveId"], "obj:3");
    assert_eq!(events.next_json().await["id"], "last");
}

#[tokio::test]
async fn counts_limits_and_frees_streams() {
    let host = Host::start_with(|options| options.max_streams = 2).await;
    let (lines, events) = (host.explorer_stream().await, mirror(&host).await);
    assert_eq!(
        (host.metric("streams").await, host.metric("explorer_streams").await),
        (2, 2)
    );
    for (method, path) in [(Method::GET, "/"), (Method::GET, "/mcp"), (Method::POST, "/message")] {
        let sent = host.request(method.clone(), path).header("accept", "text/event-stream");
        let refused = sent.body(r#"{"id":5,"method":"stream_events"}"#).send().await.unwrap();
        assert_eq!(refused.status(), 429, "{method} {path}");
        let body: Value = refused.json().await.unwrap();
        assert_eq!(
            (&body["error"]["code"], &body["error"]["data"]["kind"]),
            (&(-32005).into(), &"RateLimited".into())
        );
        assert!(
            body["error"]["message"]
                .as_str()
                .unwrap()
                .contains("server.max-streams")
        );
        assert_eq!(body["id"], if path == "/message" { json!(5) } else { Value::Null });
    }
    drop((lines, events));
    host.until_metric("streams", 0).await;
    host.until_metric("explorer_streams", 0).await;
    let mut lines = host.explorer_stream().await;
    assert_eq!(kind(&lines.message().await), "scenes");
    host.shutdown.cancel();
    assert_eq!(lines.next().await, None, "shutdown ends streams");
}

#[tokio::test]
async fn slow_reader_skips_messages_and_receives_their_count() {
    let host = Host::start_with(|options| {
        options.explorer.ring_events = 4;
        options.explorer.ring_bytes = 1 << 20;
    })
    .await;
    // A small window: with fewer bytes to fill it, the test depends less on the speed of the machine.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(16 << 10).unwrap();
    let mut lazy = socket.connect(host.address).await.unwrap();
    lazy.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
        .await
        .unwrap();
    host.until_metric("explorer_streams", 1).await;
    let mut eager = mirror(&host).await;
    let (mut sent, text) = (0_u64, "x".repeat(20_000));
    // Until the buffers of the slow reader's socket are full and messages are dropped.
    while sent < 60 {
        let params = json!({ "name": "echo", "arguments": { "n": sent, "text": text } });
        host.explorer(&request(sent, "call_tool", params)).await;
        sent += 1;
        for wanted in ["result", "tool_result"] {
            assert_eq!(
                kind(&eager.next_json().await),
                wanted,
                "a reader that keeps up misses nothing"
            );
        }
    }
    host.explorer(&request("end", "ping", json!({}))).await;
    let mut got = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    while !String::from_utf8_lossy(got.get(got.len().saturating_sub(200)..).unwrap_or_default()).contains("\"end\"") {
        let read = wait_within("more of the stream", lazy.read(&mut buffer)).await.unwrap();
        assert!(read > 0, "the stream goes on");
        got.extend_from_slice(&buffer[..read]);
    }
    let text = String::from_utf8(got).unwrap();
    let body = text.split_once("\r\n\r\n").unwrap().1;
    let (mut results, mut told, mut missed, mut last) = (0_u64, 0_u64, 0_u64, None);
    for frame in body.split_terminator("\n\n") {
        let message: Value = serde_json::from_str(frame.strip_prefix("data: ").unwrap()).unwrap();
        if message["params"]["event"] == "gap" {
            missed += message["params"]["payload"]["missed"].as_u64().unwrap();
        } else if kind(&message) == "tool_result" {
            told += 1;
        } else if let Some(id) = message["id"].as_u64() {
            assert!(last.is_none_or(|last| id > last), "in order, each once");
            last = Some(id);
            results += 1;
        }
    }
    assert!(missed > 0, "2 MB do not fit into sockets and buffers");
    assert_eq!(
        results + told + missed,
        2 * sent,
        "each message came once or was counted"
    );
    assert_eq!(host.metric("dropped_events").await, missed);
}

#[tokio::test]
async fn delivers_each_message_once_in_order_to_many_readers() {
    const READERS: usize = 100;
    const CALLS: u64 = 20;
    let host = Host::start().await;
    // As many readers that never read as readers that do.
    let mut asleep = Vec::new();
    for _ in 0..READERS {
        let mut socket = TcpStream::connect(host.address).await.unwrap();
        let request = b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";
        socket.write_all(request).await.unwrap();
        asleep.push(socket);
    }
    let mut readers = Vec::new();
    for n in 0..READERS {
        readers.push(if n % 2 == 0 {
            Err(mirror(&host).await)
        } else {
            Ok(host.explorer_stream().await)
        });
    }
    host.until_metric("explorer_streams", 2 * READERS as u64).await;
    let readers = readers.into_iter().map(|mut reader| {
        tokio::spawn(async move {
            let mut next = 0;
            while next < CALLS {
                let message = match &mut reader {
                    Ok(lines) => lines.message().await,
                    Err(events) => events.next_json().await,
                };
                match kind(&message).as_str() {
                    "result" => assert_eq!(message["id"], next),
                    "tool_result" => {
                        assert_eq!(message["params"]["payload"]["result"]["n"], next);
                        next += 1;
                    }
                    other => assert_eq!(other, "scenes"),
                }
            }
        })
    });
    let readers: Vec<_> = readers.collect();
    for n in 0..CALLS {
        let params = json!({ "name": "echo", "arguments": { "n": n } });
        host.explorer(&request(n, "call_tool", params)).await;
    }
    for reader in readers {
        wait_within("a reader to hear everything", reader).await.unwrap();
    }
    drop(asleep);
    for gauge in [
        "explorer_streams",
        "streams",
        "explorer_in_flight",
        "in_flight",
        "tasks",
    ] {
        host.until_metric(gauge, 0).await;
    }
    assert_eq!(host.metric("dropped_events").await, 0);
}

#[tokio::test]
async fn reports_unreadable_scenes_as_error_and_selection_as_gap() {
    let host = Host::start().await;
    host.fake.unreadable.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut lines = host.explorer_stream().await;
    let first = lines.message().await;
    assert_eq!(
        (&first["id"], &first["error"]["code"]),
        (&Value::Null, &(-32002).into())
    );
    host.fake.announce(HostEvent::SelectionChanged);
    assert_eq!(
        lines.message().await["params"],
        json!({ "event": "gap", "payload": { "missed": 1 } })
    );
    assert_eq!(host.metric("dropped_events").await, 1);
}
