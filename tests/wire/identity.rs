//! Two clients that declare the same name and come from the same address, with and without a reverse proxy between.

use crate::client::{BOTH, Host, LATEST, initialize, request, wait_within};
use crate::command::Link;
use crate::stdio::{Client, stateless};
use host_api::{Caller, Identity};
use reqwest::Method;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::net::{TcpListener, TcpStream};

const VERSION: &str = "2026-07-28";
const SECRET: &str = "a-secret-of-22-letters";

/// A reverse proxy: all its clients reach the host from its own address.
async fn proxy(host: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut upstream = TcpStream::connect(host).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut client, &mut upstream).await;
            });
        }
    });
    address
}

/// The last caller of the service.
fn caller(host: &Host) -> Caller {
    host.fake.last.lock().unwrap().take().expect("a call").caller
}

async fn post(host: &Host, at: SocketAddr, path: &str, headers: &[(&str, &str)], body: &Value) -> reqwest::Response {
    let mut sent = host
        .http
        .request(Method::POST, format!("http://{at}{path}"))
        .header("host", host.address.to_string())
        .header("accept", BOTH)
        .header("content-type", "application/json")
        .body(body.to_string());
    for (name, value) in headers {
        sent = sent.header(*name, *value);
    }
    wait_within("an answer", sent.send()).await.unwrap()
}

/// Opens a session as every client here does, under one name.
async fn session(host: &Host, at: SocketAddr) -> String {
    let opened = post(host, at, "/mcp", &[], &initialize(LATEST)).await;
    let id = opened.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let ready = post(host, at, "/mcp", &[("mcp-session-id", &id)], &note).await;
    assert_eq!(ready.status(), 202);
    id
}

/// The identity of the client of that session for the service, when it calls with that `_meta`.
async fn in_session(host: &Host, at: SocketAddr, id: &str, meta: Value) -> Identity {
    let body = request(1, "tools/call", json!({ "name": "echo", "_meta": meta }));
    let answer = post(host, at, "/mcp", &[("mcp-session-id", id)], &body).await;
    assert_eq!(answer.status(), 200);
    caller(host).identity()
}

/// The answer to a call of MCP 2026-07-28.
async fn without_session(host: &Host, at: SocketAddr, meta: Value) -> Value {
    let mut body = stateless(1, "tools/call", json!({ "name": "echo" }));
    for (name, value) in meta.as_object().unwrap() {
        body["params"]["_meta"][name] = value.clone();
    }
    let headers = [
        ("mcp-protocol-version", VERSION),
        ("mcp-method", "tools/call"),
        ("mcp-name", "echo"),
    ];
    let answer = post(host, at, "/mcp", &headers, &body).await;
    answer.json().await.unwrap()
}

#[tokio::test]
async fn treats_sessions_with_equal_client_names_as_distinct_clients() {
    let host = Host::start().await;
    for at in [host.address, proxy(host.address).await] {
        let (one, other) = (session(&host, at).await, session(&host, at).await);
        let first = in_session(&host, at, &one, json!({})).await;
        let second = in_session(&host, at, &other, json!({})).await;
        assert!(first.is_proven() && !first.is_surely(&second));
        assert!(
            in_session(&host, at, &one, json!({})).await.is_surely(&first),
            "as long as the session"
        );
    }
}

#[tokio::test]
async fn secret_identifies_client_across_sessions_and_is_not_debug_printed() {
    let host = Host::start().await;
    let proxied = proxy(host.address).await;
    let (one, other) = (session(&host, host.address).await, session(&host, proxied).await);
    let secret = json!({ "unity-tools/clientSecret": SECRET });
    let first = in_session(&host, host.address, &one, secret.clone()).await;
    assert!(
        in_session(&host, proxied, &other, secret.clone())
            .await
            .is_surely(&first)
    );
    let another = json!({ "unity-tools/clientSecret": "another-secret-of-26-bytes" });
    assert!(!in_session(&host, host.address, &one, another).await.is_surely(&first));
    without_session(&host, proxied, secret).await;
    let seen = caller(&host);
    assert!(seen.identity().is_surely(&first), "without a session too");
    assert!(!format!("{seen:?}").contains(SECRET), "only its digest is kept");
}

#[tokio::test]
async fn requests_without_session_and_secret_have_no_proven_identity() {
    let host = Host::start().await;
    host.fake.publish_editor();
    for at in [host.address, proxy(host.address).await] {
        without_session(&host, at, json!({})).await;
        let first = caller(&host).identity();
        without_session(&host, at, json!({})).await;
        assert!(!caller(&host).identity().is_surely(&first));
        for (path, method, params) in [
            ("/", "tools/call", json!({ "name": "echo" })),
            ("/message", "call_tool", json!({ "name": "echo" })),
            ("/editor", "tools/call", json!({ "tool": "echo", "arguments": {} })),
        ] {
            let answer = post(&host, at, path, &[], &request(1, method, params)).await;
            assert_eq!(answer.status(), 200, "{path}");
            assert!(!caller(&host).identity().is_proven(), "{path}");
        }
    }
}

#[tokio::test]
async fn rejects_idempotency_key_without_session_or_secret() {
    let host = Host::start().await;
    let key = json!({ "unity-tools/idempotencyKey": "k" });
    let refused = without_session(&host, host.address, key.clone()).await;
    let bare = request(1, "tools/call", json!({ "name": "echo", "_meta": key }));
    let sessionless: Value = post(&host, host.address, "/", &[], &bare).await.json().await.unwrap();
    for answer in [refused, sessionless] {
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let why = answer["error"]["message"].as_str().unwrap();
        assert!(
            why.contains("unity-tools/clientSecret") && why.contains("22 to 256"),
            "{why}"
        );
    }
    assert!(host.fake.last.lock().unwrap().is_none(), "nothing was called");
    let both = json!({ "unity-tools/idempotencyKey": "k", "unity-tools/clientSecret": SECRET });
    without_session(&host, host.address, both).await;
    let called = host.fake.last.lock().unwrap().take().expect("a call");
    assert_eq!(called.idempotency_key.as_deref(), Some("k"));
    assert!(called.caller.identity().is_proven());
}

#[tokio::test]
async fn treats_each_websocket_and_stdio_process_as_separate_client() {
    let host = Host::start().await;
    let mut links = [Link::open(&host, "/ws").await, Link::open(&host, "/ws").await];
    let mut seen = Vec::new();
    for at in [0, 1, 0] {
        assert_eq!(links[at].ask("echo", json!({})).await["status"], "success");
        seen.push(caller(&host).identity());
    }
    assert!(seen[0].is_surely(&seen[2]) && !seen[0].is_surely(&seen[1]));

    let mut processes = Vec::new();
    for _ in 0..2 {
        let mut client = Client::start(|_| {});
        let mut calls = Vec::new();
        for id in 1..3 {
            client
                .say(&stateless(id, "tools/call", json!({ "name": "echo" })))
                .await;
            assert_eq!(client.hear().await["id"], id);
            calls.push(
                client
                    .fake
                    .last
                    .lock()
                    .unwrap()
                    .take()
                    .expect("a call")
                    .caller
                    .identity(),
            );
        }
        assert!(calls[0].is_surely(&calls[1]));
        processes.push(calls.remove(0));
        client.end().await;
    }
    assert!(!processes[0].is_surely(&processes[1]));
}
