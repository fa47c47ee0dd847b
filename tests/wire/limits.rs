//! Limits and ends: calls in flight, sessions, streams, a panic, shutdown.

use crate::client::{Events, Host, LATEST, Session, call, initialize, request, wait_for_count, wait_within};
use crate::command::Link;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn rejects_calls_over_in_flight_limit_without_counting_streams() {
    let host = Host::start_with(|options| {
        options.max_in_flight = 2;
        options.client_share = 100;
    })
    .await;
    let session = host.session(LATEST).await;
    let _stream = session.get().send().await.unwrap();
    let pending: Vec<_> = (0..2)
        .map(|id| tokio::spawn(session.post(&call(id, "slow")).send()))
        .collect();
    wait_for_count(&host.fake.started, 2).await;
    let refused = session.post(&call(9, "echo")).send().await.unwrap();
    assert_eq!(refused.status(), 503);
    assert!(refused.headers().contains_key("retry-after"));
    let body: Value = refused.json().await.unwrap();
    assert_eq!(
        (&body["id"], &body["error"]["data"]["kind"]),
        (&9.into(), &"RateLimited".into())
    );
    assert!(
        body["error"]["message"]
            .as_str()
            .unwrap()
            .contains("server.max-in-flight")
    );
    assert!(
        session.ask("tools/list", serde_json::json!({})).await["result"].is_object(),
        "lists are no calls"
    );
    assert_eq!(host.metric("in_flight").await, 2);
    host.fake.gate.add_permits(2);
    for pending in pending {
        assert_eq!(pending.await.unwrap().unwrap().status(), 200);
    }
    assert_eq!(session.post(&call(9, "echo")).send().await.unwrap().status(), 200);
}

/// A call of one client on each way to call: its status, whether it has `Retry-After`, and its body.
async fn over_the_share(host: &Host, session: &Session<'_>) -> Vec<(u16, bool, Value)> {
    let echo = json!({ "name": "echo", "arguments": {} });
    let editor = json!({ "tool": "echo", "arguments": {} });
    let plain = |path, method, params: &Value| {
        let body = request(9, method, params.clone()).to_string();
        host.request(Method::POST, path).body(body)
    };
    let mut answers = Vec::new();
    for sent in [
        session.post(&call(9, "echo")),
        plain("/", "tools/call", &echo),
        plain("/editor", "tools/call", &editor),
        plain("/message", "call_tool", &echo),
    ] {
        let answer = wait_within("an answer", sent.send()).await.unwrap();
        let (status, again) = (answer.status().as_u16(), answer.headers().contains_key("retry-after"));
        answers.push((status, again, answer.json().await.unwrap()));
    }
    answers
}

#[tokio::test]
async fn rejects_session_over_client_share_with_429_but_serves_others() {
    let host = Host::start_with(|options| options.max_in_flight = 4).await;
    host.fake.publish_editor();
    let session = host.session(LATEST).await;
    // Half of four for the session, and half for all calls from this address without one.
    let mut pending: Vec<_> = (0..2)
        .map(|id| tokio::spawn(session.post(&call(id, "slow")).send()))
        .collect();
    wait_for_count(&host.fake.started, 2).await;
    let second = host.session(LATEST).await;
    assert_eq!(
        second.post(&call(9, "echo")).send().await.unwrap().status(),
        200,
        "another client"
    );
    let slow = json!({ "name": "slow", "arguments": {} });
    let without = host
        .request(Method::POST, "/")
        .body(request(1, "tools/call", slow.clone()).to_string());
    pending.push(tokio::spawn(without.send()));
    wait_for_count(&host.fake.started, 4).await;
    let answers = over_the_share(&host, &session).await;
    let (status, again, body) = &answers[0];
    assert_eq!((*status, *again), (429, true), "{body}");
    assert_eq!(body["error"]["data"]["kind"], "RateLimited", "{body}");
    let why = body["error"]["message"].as_str().unwrap();
    assert!(
        why.contains("2 calls in flight") && why.contains("limits.client-share"),
        "{why}"
    );
    assert!(
        answers[1..].iter().all(|(status, ..)| *status == 200),
        "one more without a session"
    );
    let without = host
        .request(Method::POST, "/message")
        .body(request(1, "call_tool", slow).to_string());
    pending.push(tokio::spawn(without.send()));
    host.until_metric("in_flight", 4).await;
    assert!(
        over_the_share(&host, &session)
            .await
            .iter()
            .all(|(status, ..)| matches!(status, 429 | 503)),
        "all four are taken"
    );
    host.fake.gate.add_permits(4);
    for pending in pending {
        assert_eq!(pending.await.unwrap().unwrap().status(), 200);
    }
    assert_eq!(session.post(&call(9, "echo")).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn rejects_sessionless_calls_over_share_in_each_protocol_format() {
    let host = Host::start_with(|options| options.max_in_flight = 3).await;
    host.fake.publish_editor();
    let session = host.session(LATEST).await;
    let mut link = Link::open(&host, "/ws").await;
    link.command(1, "slow", json!({})).await;
    link.command(2, "slow", json!({})).await;
    wait_for_count(&host.fake.started, 2).await;
    let answers = over_the_share(&host, &session).await;
    assert_eq!(answers[0].0, 200, "the session has a share of its own");
    for (status, again, body) in &answers[1..] {
        assert_eq!((*status, *again), (429, true), "{body}");
        assert_eq!(body["error"]["data"]["kind"], "RateLimited", "{body}");
        assert!(body.to_string().contains("limits.client-share"), "{body}");
    }
    let reply = link.ask("echo", json!({})).await;
    assert_eq!(
        (&reply["status"], &reply["error_kind"]),
        (&json!("error"), &json!("RateLimited")),
        "{reply}"
    );
    host.fake.gate.add_permits(2);
    for _ in 0..2 {
        assert_eq!(link.reply().await["status"], "success");
    }
}

#[tokio::test]
async fn ends_idle_but_not_used_sessions_if_limit_is_reached() {
    let host = Host::start_with(|options| options.max_sessions = 2).await;
    let used = host.session(LATEST).await;
    let _stream = used.get().send().await.unwrap();
    let idle = host.session(LATEST).await;
    let third = host.session(LATEST).await;
    assert_eq!(idle.post(&call(1, "echo")).send().await.unwrap().status(), 404);
    assert_eq!(used.post(&call(1, "echo")).send().await.unwrap().status(), 200);
    let _other = third.get().send().await.unwrap();
    let refused = host.post(&initialize(LATEST)).send().await.unwrap();
    assert_eq!(refused.status(), 503);
    assert!(refused.text().await.unwrap().contains("server.max-sessions"));
}

#[tokio::test]
async fn half_open_sessions_expire_and_evict_no_ready_session() {
    let host = Host::start_with(|options| {
        options.max_sessions = 2;
        // Long enough for a well-behaved client on a busy machine.
        options.handshake_timeout = Duration::from_secs(5);
    })
    .await;
    let idle = [host.session(LATEST).await, host.session(LATEST).await];
    for _ in 0..50 {
        host.half_open(LATEST).await;
    }
    host.until_metric("sessions", 2).await;
    for session in idle {
        assert_eq!(session.post(&call(1, "echo")).send().await.unwrap().status(), 200);
    }
}

#[tokio::test]
async fn ends_idle_sessions_after_timeout() {
    let host = Host::start_with(|options| options.session_idle = Duration::from_millis(1)).await;
    let session = host.session(LATEST).await;
    host.until_metric("sessions", 0).await;
    assert_eq!(session.post(&call(1, "echo")).send().await.unwrap().status(), 404);
}

#[tokio::test]
async fn rejects_streams_over_the_limit() {
    let host = Host::start_with(|options| options.max_streams = 1).await;
    let session = host.session(LATEST).await;
    let first = session.get().send().await.unwrap();
    assert_eq!(session.get().send().await.unwrap().status(), 503);
    drop(first);
    host.until_metric("streams", 0).await;
    assert_eq!(session.get().send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn panic_returns_internal_error_and_next_call_succeeds() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    let broken: Value = session
        .post(&call(1, "panic"))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!((&broken["id"], &broken["error"]["code"]), (&1.into(), &(-32603).into()));
    assert_eq!(session.post(&call(1, "echo")).send().await.unwrap().status(), 200);
    host.until_metric("tasks", 0).await;
    assert_eq!(host.metric("in_flight").await, 0);
}

#[tokio::test]
async fn shutdown_ends_streams_drains_calls_and_returns() {
    let mut host = Host::start().await;
    let session = host.session(LATEST).await;
    let mut stream = Events::new(session.get().send().await.unwrap());
    stream.next().await;
    let pending = tokio::spawn(session.post(&call(1, "slow")).send());
    wait_for_count(&host.fake.started, 1).await;
    host.shutdown.cancel();
    assert_eq!(stream.next().await, None);
    assert!(!host.server.is_finished(), "a call is still in flight");
    host.fake.gate.add_permits(1);
    let answer: Value = pending.await.unwrap().unwrap().json().await.unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "slept");
    wait_within("the end", &mut host.server).await.unwrap().unwrap();
    assert!(host.request(Method::GET, "/health").send().await.is_err());
}

#[tokio::test]
async fn answers_new_connections_while_draining_and_closes_port_after() {
    let mut host = Host::start().await;
    let session = host.session(LATEST).await;
    let pending = tokio::spawn(session.post(&call(1, "slow")).send());
    wait_for_count(&host.fake.started, 1).await;
    let address = host.address;
    let asked = async |path: &str, body: &str| {
        let method = if body.is_empty() { "GET" } else { "POST" };
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        read_to_end(&mut stream).await
    };
    host.shutdown.cancel();
    let ready = wait_within("/ready to refuse", async {
        loop {
            let ready = asked("/ready", "").await;
            if ready.starts_with("HTTP/1.1 503") {
                break ready;
            }
        }
    });
    let ready = ready.await;
    assert!(ready.contains("connection: close"), "{ready}");
    let health = asked("/health", "").await;
    assert!(
        health.starts_with("HTTP/1.1 200") && health.contains(r#""status":"draining""#),
        "{health}"
    );
    let late = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}"#;
    let refused = asked("/", late).await;
    assert!(
        refused.starts_with("HTTP/1.1 503") && refused.contains("the host is shutting down"),
        "{refused}"
    );
    assert!(!host.server.is_finished(), "a call is still in flight");
    host.fake.gate.add_permits(1);
    let answer: Value = pending.await.unwrap().unwrap().json().await.unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "slept");
    wait_within("the end", &mut host.server).await.unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn answers_call_with_error_if_drain_time_ends() {
    let mut host = Host::start_with(|options| options.drain = Duration::from_millis(20)).await;
    let session = host.session(LATEST).await;
    let pending = tokio::spawn(session.post(&call(1, "deaf")).send());
    wait_for_count(&host.fake.started, 1).await;
    host.shutdown.cancel();
    let answer: Value = pending.await.unwrap().unwrap().json().await.unwrap();
    assert_eq!(answer["error"]["code"], -32603);
    assert!(answer["error"]["message"].as_str().unwrap().contains("shut down"));
    wait_within("the end", &mut host.server).await.unwrap().unwrap();
}

/// The data that a connection receives until it ends.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut answer = String::new();
    // A reset after the last message means the same as an end.
    let _ = wait_within("the end of a connection", stream.read_to_string(&mut answer)).await;
    answer
}

#[tokio::test]
async fn rejects_connections_over_the_limit() {
    let host = Host::start_with(|options| options.max_connections = 2).await;
    let first = TcpStream::connect(host.address).await.unwrap();
    let _second = TcpStream::connect(host.address).await.unwrap();
    let mut third = TcpStream::connect(host.address).await.unwrap();
    let refused = read_to_end(&mut third).await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    drop(first);
    // Its slot is released as soon as the host sees its end.
    let back = async {
        loop {
            let answer = host.request(Method::GET, "/health").send().await;
            if answer.is_ok_and(|answer| answer.status() == 200) {
                break;
            }
        }
    };
    wait_within("a free place", back).await;
}

#[tokio::test]
async fn closes_connections_that_send_no_complete_request() {
    let host = Host::start_with(|options| options.head_timeout = Duration::from_millis(100)).await;
    let mut silent = TcpStream::connect(host.address).await.unwrap();
    let mut slow = TcpStream::connect(host.address).await.unwrap();
    slow.write_all(b"GET /health HTTP/1.1\r\nHost: local").await.unwrap();
    assert_eq!(read_to_end(&mut silent).await, "");
    let timed_out = read_to_end(&mut slow).await;
    assert!(!timed_out.contains("200 OK"), "{timed_out}");
    // The connection of the metrics request.
    host.until_metric("connections", 1).await;
}
