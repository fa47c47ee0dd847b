//! Protocols whose callers get nothing before the answer: events of a call are neither shown nor counted as lost.

use crate::client::{Host, request, wait_for_count, wait_within};
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// One call of `progress` over each of these protocols; answers as text.
async fn call(host: &Host, dialect: &str) -> String {
    let body = match dialect {
        "/editor" => request(1, "tools/call", json!({ "tool": "progress", "arguments": {} })),
        "/" => request(
            1,
            "tools/call",
            json!({ "name": "progress", "arguments": {}, "_meta": { "progressToken": "p" } }),
        ),
        "/message" => request(1, "call_tool", json!({ "name": "progress" })),
        _ => {
            let (mut socket, _) = tokio_tungstenite::client_async(
                format!("ws://{}/ws", host.address),
                tokio::net::TcpStream::connect(host.address).await.unwrap(),
            )
            .await
            .unwrap();
            let frame = json!({ "id": 1, "command": "progress" });
            socket.send(Message::text(frame.to_string())).await.unwrap();
            let reply = wait_within("a reply", socket.next()).await.unwrap().unwrap();
            return reply.into_text().unwrap().to_string();
        }
    };
    let sent = host.request(Method::POST, dialect).body(body.to_string());
    let sent = sent.header("accept", "application/json, text/event-stream");
    let answer = wait_within("an answer", sent.send()).await.unwrap();
    assert_eq!(answer.headers()["content-type"], "application/json", "{dialect}");
    answer.text().await.unwrap()
}

#[tokio::test]
async fn omits_progress_and_logs_without_counting_them_as_dropped() {
    // One event may wait: the second would be dropped if it had a recipient. The tool fails if one was dropped.
    let host = Host::start_with(|options| options.call_events = 1).await;
    for (turn, dialect) in ["/editor", "/", "/message", "/ws"].into_iter().enumerate() {
        host.fake.gate.add_permits(1);
        let told = call(&host, dialect).await;
        assert!(told.contains("done"), "{dialect}: {told}");
        assert!(
            !told.contains("at 50") && !told.contains("notifications"),
            "{dialect}: {told}"
        );
        wait_for_count(&host.fake.finished, turn + 1).await;
    }
    let health = host.request(Method::GET, "/health").send().await.unwrap();
    let health: Value = health.json().await.unwrap();
    assert_eq!(health["dropped_events"], 0, "{health}");
}

#[tokio::test]
async fn root_page_lists_every_enabled_way_to_connect() {
    let host = Host::start().await;
    let page = async |host: &Host| {
        let answer = host.request(Method::GET, "/").send().await.unwrap();
        assert_eq!(answer.headers()["content-type"], "text/plain; charset=utf-8");
        answer.text().await.unwrap()
    };
    let told = page(&host).await;
    let address = host.address;
    for words in [
        format!("http://{address}/mcp"),
        format!("http://{address}/sse"),
        format!("ws://{address}/ws"),
        "POST /message".to_owned(),
        "POST /editor".to_owned(),
        "POST /, ".to_owned(),
        "/health".to_owned(),
        format!("claude mcp add --transport http unity http://{address}/mcp"),
    ] {
        assert!(told.contains(&words), "{words:?} in {told}");
    }
    assert!(!told.contains("Authorization"), "no token is wanted: {told}");

    let closed = Host::start_with(|options| {
        options.explorer.enabled = false;
        options.editor.enabled = false;
        options.command.enabled = false;
        options.mcp.sse = false;
    })
    .await;
    let told = page(&closed).await;
    assert!(told.contains("/mcp"), "{told}");
    for path in ["/message", "/editor", "/ws", "/sse"] {
        assert!(!told.contains(path), "{path}: {told}");
    }
}
