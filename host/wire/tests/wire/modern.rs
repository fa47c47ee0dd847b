//! MCP 2026-07-28: headers against body, `_meta`, result shape, listening, cancel by disconnect.

use crate::client::{BOTH, Events, Host, LATEST, until};
use base64::Engine;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

const MODERN: &str = "2026-07-28";

fn body(method: &str, mut params: Value) -> Value {
    let meta = params
        .as_object_mut()
        .unwrap()
        .entry("_meta")
        .or_insert_with(|| json!({}));
    meta["io.modelcontextprotocol/protocolVersion"] = MODERN.into();
    meta["io.modelcontextprotocol/clientInfo"] = json!({ "name": "plain", "version": "2" });
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
    json!({ "jsonrpc": "2.0", "id": "m", "method": method, "params": params })
}

fn send(host: &Host, body: &Value) -> RequestBuilder {
    let method = body["method"].as_str().unwrap();
    let request = host
        .post(body)
        .header("mcp-protocol-version", MODERN)
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
async fn results_have_the_modern_shape() {
    let host = Host::start().await;
    let server = json!({ "name": "unity-tool-host", "version": env!("CARGO_PKG_VERSION") });
    let discovered = ask(&host, "server/discover", json!({})).await["result"].clone();
    assert_eq!(discovered["supportedVersions"][0], MODERN);
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
    assert_eq!(
        (request.caller.client.as_str(), request.caller.session),
        ("plain 2", None)
    );
    assert_eq!(host.metric("sessions").await, 0);
}

#[tokio::test]
async fn headers_and_meta_must_be_there_and_agree() {
    let host = Host::start().await;
    host.fake.publish_everything();
    let good = body("tools/call", json!({ "name": "echo" }));
    let without = |key: &str| {
        let mut body = good.clone();
        body["params"]["_meta"]
            .as_object_mut()
            .unwrap()
            .remove(&format!("io.modelcontextprotocol/{key}"));
        body
    };
    let with_version = |version: &str| {
        let mut body = good.clone();
        body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = version.into();
        body
    };
    let named = |name: &str| body("tools/call", json!({ "name": name }));
    let encoded = |text: &str| format!("=?base64?{}?=", base64::engine::general_purpose::STANDARD.encode(text));
    let hello = encoded("Hello, 世界");
    let echo = encoded("echo");
    let v = Some(MODERN);
    let (call, name) = (Some("tools/call"), Some("echo"));
    for (what, body, version, method, given, status, code) in [
        ("all well", good.clone(), v, call, name, 200, 0),
        ("encoded name", good.clone(), v, call, Some(echo.as_str()), 200, 0),
        (
            "encoded foreign name",
            named("Hello, 世界"),
            v,
            call,
            Some(hello.as_str()),
            200,
            -32602,
        ),
        ("no version header", good.clone(), None, call, name, 400, -32020),
        ("no method header", good.clone(), v, None, name, 400, -32020),
        ("no name header", good.clone(), v, call, None, 400, -32020),
        (
            "other version header",
            good.clone(),
            Some(LATEST),
            call,
            name,
            400,
            -32020,
        ),
        (
            "other method header",
            good.clone(),
            v,
            Some("tools/list"),
            name,
            400,
            -32020,
        ),
        (
            "method in other case",
            good.clone(),
            v,
            Some("Tools/Call"),
            name,
            400,
            -32020,
        ),
        ("other name header", good.clone(), v, call, Some("slow"), 400, -32020),
        (
            "broken Base64",
            good.clone(),
            v,
            call,
            Some("=?base64?%%?="),
            400,
            -32020,
        ),
        (
            "no version in meta",
            without("protocolVersion"),
            v,
            call,
            name,
            400,
            -32602,
        ),
        (
            "no capabilities in meta",
            without("clientCapabilities"),
            v,
            call,
            name,
            400,
            -32602,
        ),
        ("no client info", without("clientInfo"), v, call, name, 200, 0),
        (
            "future version",
            with_version("2099-01-01"),
            Some("2099-01-01"),
            call,
            name,
            400,
            -32022,
        ),
        (
            "old version",
            with_version(LATEST),
            Some(LATEST),
            call,
            name,
            400,
            -32022,
        ),
        ("unknown method", super_body("x/y"), v, Some("x/y"), None, 404, -32601),
        (
            "initialize",
            super_body("initialize"),
            v,
            Some("initialize"),
            None,
            404,
            -32601,
        ),
        ("ping", super_body("ping"), v, Some("ping"), None, 404, -32601),
        (
            "set level",
            super_body("logging/setLevel"),
            v,
            Some("logging/setLevel"),
            None,
            404,
            -32601,
        ),
        (
            "subscribe",
            super_body("resources/subscribe"),
            v,
            Some("resources/subscribe"),
            None,
            404,
            -32601,
        ),
        (
            "bad cursor",
            self::body("tools/list", json!({ "cursor": "x" })),
            v,
            Some("tools/list"),
            None,
            200,
            -32602,
        ),
        ("unknown tool", named("nothing"), v, call, Some("nothing"), 200, -32602),
    ] {
        let mut request = host.post(&body);
        for (header, value) in [
            ("mcp-protocol-version", version),
            ("mcp-method", method),
            ("mcp-name", given),
        ] {
            if let Some(value) = value {
                request = request.header(header, value);
            }
        }
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), status, "{what}");
        let answer: Value = answer.json().await.unwrap();
        assert_eq!(answer["id"], "m", "{what}");
        assert_eq!(answer["error"]["code"].as_i64().unwrap_or(0), code, "{what}: {answer}");
        if code == -32022 {
            assert_eq!(answer["error"]["data"]["supported"][0], MODERN);
            assert_eq!(
                answer["error"]["data"]["requested"],
                body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"]
            );
        }
    }
}

fn super_body(method: &str) -> Value {
    body(method, json!({}))
}

#[tokio::test]
async fn other_http_methods_batches_and_responses_are_refused_and_sessions_ignored() {
    let host = Host::start().await;
    for method in [Method::GET, Method::DELETE] {
        let sent = host
            .request(method.clone(), "/mcp")
            .header("mcp-protocol-version", MODERN);
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
            .header("mcp-protocol-version", MODERN)
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
async fn mirrored_parameters_must_stand_in_their_headers() {
    let host = Host::start().await;
    let call = body(
        "tools/call",
        json!({ "name": "mirror", "arguments": { "region": "eu" } }),
    );
    for (header, status) in [
        (None, 400),
        (Some("us"), 400),
        (Some("eu"), 200),
        (Some("=?base64?ZXU=?="), 200),
    ] {
        let mut sent = send(&host, &call);
        if let Some(header) = header {
            sent = sent.header("mcp-param-region", header);
        }
        assert_eq!(sent.send().await.unwrap().status(), status, "{header:?}");
    }
}

#[tokio::test]
async fn missing_resources_are_invalid_params_and_reads_carry_a_time_to_live() {
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
async fn events_come_without_ids_and_logs_only_on_request() {
    let host = Host::start().await;
    host.fake.gate.add_permits(2);
    let quiet = body(
        "tools/call",
        json!({ "name": "progress", "_meta": { "progressToken": 5 } }),
    );
    let mut events = Events::of(send(&host, &quiet).send().await.unwrap());
    let mut methods = Vec::new();
    while let Some(event) = events.next().await {
        assert_eq!(event.id, None, "nothing here can be resumed");
        methods.push(event.json()["method"].as_str().unwrap_or("result").to_owned());
    }
    let progress = "notifications/progress";
    assert_eq!(methods, [progress, progress, progress, "result"]);
    let meta = json!({ "io.modelcontextprotocol/logLevel": "debug" });
    let loud = body("tools/call", json!({ "name": "progress", "_meta": meta }));
    let mut events = Events::of(send(&host, &loud).send().await.unwrap());
    assert_eq!(events.next_json().await["params"]["level"], "debug");
    let odd = body(
        "tools/call",
        json!({ "name": "echo", "_meta": { "io.modelcontextprotocol/logLevel": "loud" } }),
    );
    assert_eq!(send(&host, &odd).send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn closing_the_connection_cancels_before_and_after_the_stream_began() {
    let host = Host::start().await;
    let pending = tokio::spawn(send(&host, &body("tools/call", json!({ "name": "slow" }))).send());
    until(&host.fake.started, 1).await;
    pending.abort();
    until(&host.fake.cancelled, 1).await;
    let streaming = body(
        "tools/call",
        json!({ "name": "progress", "_meta": { "progressToken": 5 } }),
    );
    let mut events = Events::of(send(&host, &streaming).send().await.unwrap());
    events.next().await.unwrap();
    drop(events);
    until(&host.fake.cancelled, 2).await;
    host.until_metric("tasks", 0).await;
    host.until_metric("streams", 0).await;
}

#[tokio::test]
async fn listening_acknowledges_first_and_tells_only_what_was_asked_for() {
    let host = Host::start().await;
    let wanted =
        json!({ "toolsListChanged": true, "promptsListChanged": true, "resourceSubscriptions": ["fake://text"] });
    let listen = body("subscriptions/listen", json!({ "notifications": wanted }));
    let tools = json!({ "toolsListChanged": true });
    let listen_to_tools = body("subscriptions/listen", json!({ "notifications": tools }));
    let mut bare = Events::of(send(&host, &listen_to_tools).send().await.unwrap());
    let acknowledged = bare.next_json().await;
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(acknowledged["params"]["notifications"], tools);
    assert_eq!(
        acknowledged["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"],
        "m"
    );

    let mut full = Events::of(send(&host, &listen).send().await.unwrap());
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
async fn a_listener_that_takes_json_alone_is_refused() {
    let host = Host::start().await;
    let listen = body("subscriptions/listen", json!({ "notifications": {} }));
    let sent = host
        .raw(listen.to_string())
        .header("accept", "application/json")
        .header("mcp-protocol-version", MODERN);
    assert_eq!(
        sent.header("mcp-method", "subscriptions/listen")
            .send()
            .await
            .unwrap()
            .status(),
        406
    );
}
