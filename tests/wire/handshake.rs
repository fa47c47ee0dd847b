//! The handshake eras: negotiation, sessions, statuses, Accept, batches, cancellation.

mod odd_messages;

use crate::client::{BOTH, Host, LATEST, Session, call, initialize, request, wait_for_count, wait_within};
use host_api::SessionNews;
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn initialize_returns_known_version_or_latest_handshake_version() {
    let host = Host::start().await;
    for (asked, answered) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1.0", "2025-11-25"),
    ] {
        let answer = host.post(&initialize(asked)).send().await.unwrap();
        let session = answer.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        assert!(session.len() >= 32 && session.bytes().all(|byte| byte.is_ascii_graphic()));
        let body: Value = answer.json().await.unwrap();
        assert_eq!(body["result"]["protocolVersion"], answered, "{asked}");
        assert_eq!(body["result"]["serverInfo"]["name"], "unity-tool-host");
        assert_eq!(body["result"]["instructions"], "A fake project.");
        let capabilities = &body["result"]["capabilities"];
        assert_eq!(capabilities["tools"]["listChanged"], true);
        // None of this is published yet, and the session gets no later announcement of it.
        assert_eq!(capabilities["prompts"], json!({ "listChanged": true }));
        assert_eq!(
            capabilities["resources"],
            json!({ "subscribe": true, "listChanged": true })
        );
        assert!(
            capabilities.get("completions").is_none(),
            "no bundle completes anything"
        );
    }
    let bad = host
        .post(&request(0, "initialize", json!({ "capabilities": {} })))
        .send()
        .await
        .unwrap();
    assert!(bad.headers().get("mcp-session-id").is_none());
    assert_eq!(bad.json::<Value>().await.unwrap()["error"]["code"], -32602);
    assert_eq!(host.metric("sessions").await, 6, "a refused initialize opens none");
}

/// The six curl commands of a plain client of MCP 2025-03-26, with their own headers and the trailing slash.
#[tokio::test]
async fn serves_a_full_session_of_a_plain_http_client() {
    let host = Host::start().await;
    let post = |body: Value| {
        host.request(Method::POST, "/mcp/")
            .header("content-type", "application/json")
            .body(body.to_string())
    };
    let opened = post(initialize("2025-03-26"))
        .header("accept", BOTH)
        .send()
        .await
        .unwrap();
    assert_eq!(opened.status(), 200);
    assert_eq!(opened.headers()["content-type"], "application/json");
    let id = opened.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    assert_eq!(
        opened.json::<Value>().await.unwrap()["result"]["protocolVersion"],
        "2025-03-26"
    );
    let note = post(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let accepted = note.header("mcp-session-id", &id).send().await.unwrap();
    assert_eq!(accepted.status(), 202);
    assert_eq!(accepted.text().await.unwrap(), "");
    for (body, path) in [
        (request(2, "tools/list", json!({})), "/result/tools/0/inputSchema"),
        (
            request(3, "tools/call", json!({ "name": "echo", "arguments": {} })),
            "/result/content/0/text",
        ),
        (json!({ "jsonrpc": "2.0", "id": 4, "method": "ping" }), "/result"),
    ] {
        let answer = post(body)
            .header("accept", "application/json")
            .header("mcp-session-id", &id)
            .send()
            .await
            .unwrap();
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()["content-type"]),
            (200, &"application/json".parse().unwrap())
        );
        assert!(answer.json::<Value>().await.unwrap().pointer(path).is_some(), "{path}");
    }
    let delete = || {
        host.request(Method::DELETE, "/mcp/")
            .header("mcp-session-id", &id)
            .send()
    };
    assert_eq!(delete().await.unwrap().status(), 204);
    assert_eq!(delete().await.unwrap().status(), 404);
    let after = post(json!({ "jsonrpc": "2.0", "id": 5, "method": "ping" })).header("mcp-session-id", &id);
    assert_eq!(after.send().await.unwrap().status(), 404, "ping of an ended session");
    assert_eq!(host.request(Method::DELETE, "/mcp").send().await.unwrap().status(), 400);
    host.until_metric("sessions", 0).await;
}

#[tokio::test]
async fn accept_header_selects_json_or_event_stream() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    for (accept, status, form) in [
        (None, 200, "application/json"),
        (Some("*/*"), 200, "application/json"),
        (Some("application/json"), 200, "application/json"),
        (Some(BOTH), 200, "application/json"),
        (Some("text/event-stream"), 200, "text/event-stream"),
        (Some("text/html"), 406, "application/json"),
    ] {
        for body in [
            call(1, "echo"),
            request(1, "tools/list", json!({})),
            request(1, "ping", json!({})),
        ] {
            let mut sent = host.raw(body.to_string()).header("mcp-session-id", &session.id);
            if let Some(accept) = accept {
                sent = sent.header("accept", accept);
            }
            let answer = sent.send().await.unwrap();
            assert_eq!(
                (
                    answer.status().as_u16(),
                    answer.headers()["content-type"].to_str().unwrap()
                ),
                (status, form),
                "{accept:?}"
            );
            let text = answer.text().await.unwrap();
            match status {
                406 => assert!(text.contains("-32600")),
                _ => assert!(text.contains("\"result\":{"), "{accept:?}: {text}"),
            }
        }
    }
    for (accept, status) in [("application/json", 406), ("text/event-stream", 200), ("*/*", 200)] {
        let sent = host
            .request(Method::GET, "/mcp")
            .header("mcp-session-id", &session.id)
            .header("accept", accept);
        assert_eq!(sent.send().await.unwrap().status(), status, "{accept}");
    }
    let bare = host.request(Method::GET, "/mcp").header("accept", "text/event-stream");
    let named = bare.try_clone().unwrap().header("mcp-protocol-version", LATEST);
    assert_eq!(named.send().await.unwrap().status(), 400);
    // Without a session and without a version the stream is Explorer's.
    assert_eq!(bare.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn answers_batches_only_in_versions_that_support_them() {
    let host = Host::start().await;
    let session = host.session("2025-03-26").await;
    let batch = json!([
        { "jsonrpc": "2.0", "id": 1, "method": "ping" },
        call("two", "echo"),
        { "jsonrpc": "2.0", "method": "notifications/x" },
        { "jsonrpc": "2.0", "id": null, "method": "ping" },
        { "jsonrpc": "2.0", "id": 3, "method": "initialize" },
        call(4, "nothing"),
    ]);
    let answers: Vec<Value> = session.post(&batch).send().await.unwrap().json().await.unwrap();
    let codes: Vec<_> = answers
        .iter()
        .map(|answer| (answer["id"].clone(), answer["error"]["code"].clone()))
        .collect();
    assert_eq!(
        json!(codes),
        json!([[1, null], ["two", null], [null, -32600], [3, -32600], [4, null]]),
        "{answers:?}"
    );
    let notes = json!([{ "jsonrpc": "2.0", "method": "notifications/x" }]);
    assert_eq!(session.post(&notes).send().await.unwrap().status(), 202);
    let later = host.session("2025-06-18").await;
    assert_eq!(later.post(&batch).send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn rejects_in_flight_id_only_within_its_session_until_answered() {
    let host = Host::start().await;
    let (one, two) = (host.session(LATEST).await, host.session(LATEST).await);
    let slow = |session: &Session<'_>| tokio::spawn(session.post(&call("same", "slow")).send());
    let first = slow(&one);
    wait_for_count(&host.fake.started, 1).await;
    let again = one.post(&call("same", "echo")).send().await.unwrap();
    assert_eq!(again.status(), 400);
    assert_eq!(again.json::<Value>().await.unwrap()["error"]["code"], -32600);
    let second = slow(&two);
    wait_for_count(&host.fake.started, 2).await;
    host.fake.gate.add_permits(2);
    for pending in [first, second] {
        let answer: Value = pending.await.unwrap().unwrap().json().await.unwrap();
        assert_eq!(answer["result"]["content"][0]["text"], "slept");
    }
    for _ in 0..50 {
        let answer = one.post(&call("same", "echo")).send().await.unwrap();
        assert_eq!(answer.status(), 200, "the id is free before its answer is out");
    }
    host.until_metric("in_flight", 0).await;
}

#[tokio::test]
async fn cancelled_call_stops_and_returns_no_result() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    for accept in [BOTH, "application/json"] {
        let before = *host.fake.started.borrow();
        let body = call(7, "slow").to_string();
        let sent = host
            .raw(body)
            .header("mcp-session-id", &session.id)
            .header("accept", accept);
        let pending = tokio::spawn(sent.send());
        wait_for_count(&host.fake.started, before + 1).await;
        session
            .notify("notifications/cancelled", json!({ "requestId": 8 }))
            .await;
        session
            .notify("notifications/cancelled", json!({ "requestId": 7, "reason": "enough" }))
            .await;
        let answer = pending.await.unwrap().unwrap();
        assert!(answer.status().is_success());
        assert_eq!(answer.text().await.unwrap(), "", "{accept}");
    }
    wait_for_count(&host.fake.cancelled, 2).await;
    host.until_metric("tasks", 0).await;
}

#[tokio::test]
async fn deleting_a_session_cancels_its_calls() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    let pending = tokio::spawn(session.post(&call(7, "slow")).send());
    wait_for_count(&host.fake.started, 1).await;
    let delete = host
        .request(Method::DELETE, "/mcp")
        .header("mcp-session-id", &session.id);
    assert_eq!(delete.send().await.unwrap().status(), 204);
    wait_for_count(&host.fake.cancelled, 1).await;
    assert_eq!(pending.await.unwrap().unwrap().text().await.unwrap(), "");
}

#[tokio::test]
async fn announces_end_of_session_after_its_last_call() {
    let host = Host::start().await;
    let (first, second) = (host.session(LATEST).await, host.session(LATEST).await);
    for session in [&first, &second] {
        session.call("echo", json!({})).await;
    }
    first.notify("notifications/roots/list_changed", json!({})).await;
    // A call that ignores its cancel is in flight when its session ends.
    let pending = tokio::spawn(second.post(&call(7, "deaf")).send());
    wait_for_count(&host.fake.started, 3).await;
    for session in [&second, &first] {
        let delete = host
            .request(Method::DELETE, "/mcp")
            .header("mcp-session-id", &session.id);
        assert_eq!(delete.send().await.unwrap().status(), 204);
    }
    let told = |count: usize| {
        let mut news = host.fake.news.subscribe();
        async move {
            let enough = wait_within("news of sessions", news.wait_for(|told| told.len() >= count)).await;
            enough.expect("the fake lives").clone()
        }
    };
    let of_first = [SessionNews::RootsChanged, SessionNews::Ended].map(|news| (first.id.clone(), news));
    assert_eq!(told(2).await, of_first, "the other one still calls");
    host.fake.gate.add_permits(1);
    pending.await.unwrap().unwrap();
    assert_eq!(told(3).await[2], (second.id.clone(), SessionNews::Ended));
}

#[tokio::test]
async fn a_lost_connection_does_not_cancel_a_call() {
    let host = Host::start().await;
    let session = host.session("2025-06-18").await;
    let pending = tokio::spawn(session.post(&call(7, "slow")).send());
    wait_for_count(&host.fake.started, 1).await;
    pending.abort();
    assert!(pending.await.is_err());
    host.fake.gate.add_permits(1);
    wait_for_count(&host.fake.finished, 1).await;
    assert_eq!(*host.fake.cancelled.borrow(), 0);
    host.until_metric("tasks", 0).await;
}
