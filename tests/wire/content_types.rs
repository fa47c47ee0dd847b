//! The declared content type of a body. A page of another site can send form types and plain text without a preflight.

use crate::client::{BOTH, Host, LATEST, initialize, request};
use reqwest::Method;
use serde_json::{Value, json};

const JSON: [Option<&str>; 7] = [
    None,
    Some("application/json"),
    Some("Application/JSON; charset=utf-8"),
    Some("application/json;charset=\"UTF-8\""),
    Some("application/json-rpc"),
    Some("application/vnd.acme+json"),
    Some("text/json"),
];

const OTHERS: [&str; 7] = [
    "text/plain",
    "text/plain;charset=application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=application/json",
    "application/jsonx",
    "json",
    "",
];

async fn status(host: &Host, path: &str, kind: Option<&str>, body: &Value) -> (u16, Value) {
    let mut sent = host.request(Method::POST, path).header("accept", BOTH);
    if let Some(kind) = kind {
        sent = sent.header("content-type", kind);
    }
    let answer = sent.body(body.to_string()).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap_or_default())
}

#[tokio::test]
async fn rejects_bodies_with_non_json_content_type() {
    let host = Host::start().await;
    let editor = json!({ "jsonrpc": "2.0", "id": 7, "method": "server/info", "params": {} });
    let listing = request(7, "tools/list", json!({}));
    for (path, body) in [("/mcp", &initialize(LATEST)), ("/editor", &editor), ("/", &listing)] {
        for kind in JSON {
            let (status, answer) = status(&host, path, kind, body).await;
            assert_eq!(status, 200, "{path} {kind:?}: {answer}");
        }
        for kind in OTHERS {
            let (status, answer) = status(&host, path, Some(kind), body).await;
            assert_eq!(status, 415, "{path} {kind}: {answer}");
            assert_eq!(answer["error"]["code"], -32600, "{path} {kind}: {answer}");
            assert_eq!(answer["id"], body["id"], "{path} {kind}: {answer}");
            let told = answer["error"]["message"].as_str().unwrap();
            assert!(
                told.contains("application/json") && told.contains("Content-Type"),
                "{told}"
            );
        }
    }
    assert_eq!(host.metric("sessions").await, 7, "no refused one opened a session");
}

#[tokio::test]
async fn sse_transport_rejects_non_json_content_type() {
    let host = Host::start().await;
    let pipe = crate::sse_transport::Client::open(&host).await;
    for (kind, status) in [("text/plain", 415), ("application/json", 202)] {
        let sent = host.request(Method::POST, pipe.endpoint()).header("content-type", kind);
        let answer = sent
            .body(request(1, "ping", json!({})).to_string())
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), status, "{kind}");
    }
}

#[tokio::test]
async fn rejects_two_content_types_if_one_is_not_json() {
    let host = Host::start().await;
    for kinds in [["application/json", "text/plain"], ["text/plain", "application/json"]] {
        let mut sent = host.request(Method::POST, "/mcp").header("accept", BOTH);
        for kind in kinds {
            sent = sent.header("content-type", kind);
        }
        let answer = sent.body(initialize(LATEST).to_string()).send().await.unwrap();
        assert_eq!(answer.status(), 415, "{kinds:?}");
    }
}

/// Its clients send JSON as plain text, and its protocol ignores the declared type.
#[tokio::test]
async fn explorer_accepts_any_content_type() {
    let host = Host::start().await;
    for path in ["/message", "/mcp", "/"] {
        for kind in OTHERS {
            let (status, answer) = status(&host, path, Some(kind), &request(1, "list_tools", json!({}))).await;
            assert_eq!(status, 200, "{path} {kind}: {answer}");
        }
    }
}
