//! MCP 2026-07-28: headers compared with the body, `_meta`, result shape, listening, cancel by disconnect.

mod headers;

use crate::client::{BOTH, Events, Host, LATEST, wait_for_count};
use base64::Engine;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

const VERSION: &str = "2026-07-28";

fn body(method: &str, mut params: Value) -> Value {
    let meta = params
        .as_object_mut()
        .unwrap()
        .entry("_meta")
        .or_insert_with(|| json!({}));
    meta["io.modelcontextprotocol/protocolVersion"] = VERSION.into();
    meta["io.modelcontextprotocol/clientInfo"] = json!({ "name": "plain", "version": "2" });
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
    json!({ "jsonrpc": "2.0", "id": "m", "method": method, "params": params })
}

fn send(host: &Host, body: &Value) -> RequestBuilder {
    let method = body["method"].as_str().unwrap();
    let request = host
        .post(body)
        .header("mcp-protocol-version", VERSION)
        .header("mcp-method", method);
    let name = body["params"]["name"].as_str().or(body["params"]["uri"].as_str());
    match name.filter(|_| ["tools/call", "prompts/get", "resources/read"].contains(&method)) {
        Some(name) => request.header("mcp-name", name),
        None => request,
    }
}

async fn ask(host: &Host, method: &str, params: Value) -> Value {
    let answer = send(host, &body(method, params)).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert!(answer.headers().get("mcp-session-id").is_none());
    answer.json().await.unwrap()
}

#[tokio::test]
async fn returns_results_in_the_stateless_format() {
    let host = Host::start().await;
    let server = json!({ "name": "unity-tool-host", "version": env!("CARGO_PKG_VERSION") });
    let discovered = ask(&host, "server/discover", json!({})).await["result"].clone();
    assert_eq!(discovered["supportedVersions"][0], VERSION);
    assert_eq!(discovered["instructions"], "A fake project.");
    assert_eq!(discovered["_meta"]["io.modelcontextprotocol/serverInfo"], server);
    assert_eq!(discovered["capabilities"]["prompts"], json!({ "listChanged": true }));
    let listed = ask(&host, "tools/list", json!({})).await["result"].clone();
    assert_eq!(listed["tools"][0]["name"], "echo");
    let called = ask(&host, "tools/call", json!({ "name": "echo", "arguments": { "a": 1 } })).await["result"].clone();
    assert_eq!(
        (&called["structuredContent"], &called["isError"]),
        (&json!({ "a": 1 }), &json!(false))
    );
    let array = ask(&host, "tools/call", json!({ "name": "list" })).await["result"].clone();
    assert_eq!(
        (&array["structuredContent"], &array["content"][0]["text"]),
        (&json!([1, 2]), &json!("[1,2]"))
    );
    for result in [&discovered, &listed, &called, &array] {
        assert_eq!(result["resultType"], "complete");
    }
    for result in [&discovered, &listed] {
        assert!(
            result["ttlMs"].is_u64() && result["cacheScope"] == "private",
            "{result}"
        );
    }
    assert!(called.get("ttlMs").is_none());
    let request = host.fake.last.lock().unwrap().clone().unwrap();
    assert_eq!((&*request.caller.client, request.caller.session), ("plain 2", None));
    assert_eq!(host.metric("sessions").await, 0);
}

#[tokio::test]
async fn rejects_other_methods_batches_and_responses_and_ignores_sessions() {
    let host = Host::start().await;
    for method in [Method::GET, Method::DELETE] {
        let sent = host
            .request(method.clone(), "/mcp")
            .header("mcp-protocol-version", VERSION);
        let answer = sent
            .header("mcp-session-id", "0123")
            .header("accept", BOTH)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 405, "{method}");
        assert_eq!(answer.headers()["allow"], "POST, OPTIONS");
    }
    for (body, status) in [
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, 400),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, 400),
        (r#"{"jsonrpc":"2.0","method":"notifications/x"}"#, 202),
        ("{", 400),
    ] {
        let answer = host
            .raw(body)
            .header("mcp-protocol-version", VERSION)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), status, "{body}");
    }
    let listed = send(&host, &body("tools/list", json!({}))).header("mcp-session-id", "not one of ours");
    let listed = listed.send().await.unwrap();
    assert_eq!(listed.status(), 200);
    assert!(listed.headers().get("mcp-session-id").is_none());
}

#[tokio::test]
async fn missing_resource_is_invalid_params_and_reads_contain_ttl() {
    let host = Host::start().await;
    host.fake.publish_everything();
    let watched = json!({ "notifications": { "resourceSubscriptions": ["fake://text", "fake://none"] } });
    for (method, params) in [
        ("resources/read", json!({ "uri": "fake://none" })),
        ("subscriptions/listen", watched),
    ] {
        let missing = ask(&host, method, params).await;
        assert_eq!(
            (&missing["error"]["code"], &missing["error"]["data"]["uri"]),
            (&json!(-32602), &json!("fake://none"))
        );
    }
    let read = ask(&host, "resources/read", json!({ "uri": "fake://text" })).await;
    assert_eq!(
        (&read["result"]["ttlMs"], &read["result"]["contents"][0]["text"]),
        (&json!(0), &json!("hello"))
    );
    for (method, member) in [
        ("resources/templates/list", "resourceTemplates"),
        ("prompts/list", "prompts"),
    ] {
        let listed = ask(&host, method, json!({})).await;
        assert!(
            listed["result"][member].is_array() && listed["result"]["ttlMs"].is_u64(),
            "{listed}"
        );
    }
}

#[tokio::test]
async fn sends_events_without_ids_and_logs_only_on_request() {
    let host = Host::start().await;
    host.fake.gate.add_permits(2);
    let quiet = body(
        "tools/call",
        json!({ "name": "progress", "_meta": { "progressToken": 5 } }),
    );
    let mut events = Events::new(send(&host, &quiet).send().await.unwrap());
    let mut methods = Vec::new();
    while let Some(event) = events.next().await {
        assert_eq!(event.id, None, "nothing here can be resumed");
        methods.push(event.json()["method"].as_str().unwrap_or("result").to_owned());
    }
    let progress = "notifications/progress";
    assert_eq!(methods, [progress, progress, progress, "result"]);
    let meta = json!({ "io.modelcontextprotocol/logLevel": "debug" });
    let loud = body("tools/call", json!({ "name": "progress", "_meta": meta }));
    let mut events = Events::new(send(&host, &loud).send().await.unwrap());
    assert_eq!(events.next_json().await["params"]["level"], "debug");
    let odd = body(
        "tools/call",
        json!({ "name": "echo", "_meta": { "io.modelcontextprotocol/logLevel": "loud" } }),
    );
    assert_eq!(send(&host, &odd).send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn closed_connection_cancels_call_before_and_after_stream_start() {
    let host = Host::start().await;
    let pending = tokio::spawn(send(&host, &body("tools/call", json!({ "name": "slow" }))).send());
    wait_for_count(&host.fake.started, 1).await;
    pending.abort();
    wait_for_count(&host.fake.cancelled, 1).await;
    let streaming = body(
        "tools/call",
        json!({ "name": "progress", "_meta": { "progressToken": 5 } }),
    );
    let mut events = Events::new(send(&host, &streaming).send().await.unwrap());
    events.next().await.unwrap();
    drop(events);
    wait_for_count(&host.fake.cancelled, 2).await;
    host.until_metric("tasks", 0).await;
    host.until_metric("streams", 0).await;
}

#[tokio::test]
async fn listen_acknowledges_first_and_sends_only_requested_events() {
    let host = Host::start().await;
    let wanted =
        json!({ "toolsListChanged": true, "promptsListChanged": true, "resourceSubscriptions": ["fake://text"] });
    let listen = body("subscriptions/listen", json!({ "notifications": wanted }));
    let tools = json!({ "toolsListChanged": true });
    let listen_to_tools = body("subscriptions/listen", json!({ "notifications": tools }));
    let mut bare = Events::new(send(&host, &listen_to_tools).send().await.unwrap());
    let acknowledged = bare.next_json().await;
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(acknowledged["params"]["notifications"], tools);
    assert_eq!(
        acknowledged["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"],
        "m"
    );

    let mut full = Events::new(send(&host, &listen).send().await.unwrap());
    assert_eq!(full.next_json().await["params"]["notifications"], wanted);
    host.fake.publish_everything();
    assert_eq!(
        full.next_json().await["method"],
        "notifications/prompts/list_changed",
        "also what was not there when it began to listen"
    );
    for uri in ["fake://other", "fake://text"] {
        host.fake
            .events
            .send(host_api::HostEvent::ResourceUpdated { uri: uri.to_owned() })
            .unwrap();
    }
    let updated = full.next_json().await;
    assert_eq!(
        (&updated["method"], &updated["params"]["uri"]),
        (&json!("notifications/resources/updated"), &json!("fake://text"))
    );
    host.fake.publish(|view| {
        view.tools.pop();
    });
    for events in [&mut full, &mut bare] {
        let told = events.next_json().await;
        assert_eq!(told["method"], "notifications/tools/list_changed");
        assert_eq!(told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], "m");
    }
    drop(bare);
    host.until_metric("streams", 1).await;
    host.shutdown.cancel();
    let ended = full.next_json().await;
    assert_eq!(
        ended,
        json!({ "jsonrpc": "2.0", "id": "m", "result": { "resultType": "complete", "_meta": { "io.modelcontextprotocol/subscriptionId": "m" } } })
    );
    assert_eq!(full.next().await, None);
    let json_only = host.raw(listen.to_string()).header("accept", "application/json");
    assert!(json_only.send().await.is_err(), "nothing listens any more");
}

#[tokio::test]
async fn rejects_listen_from_json_only_client() {
    let host = Host::start().await;
    let listen = body("subscriptions/listen", json!({ "notifications": {} }));
    let sent = host
        .raw(listen.to_string())
        .header("accept", "application/json")
        .header("mcp-protocol-version", VERSION);
    assert_eq!(
        sent.header("mcp-method", "subscriptions/listen")
            .send()
            .await
            .unwrap()
            .status(),
        406
    );
}
