//! Sessionless JSON-RPC at `/`: lists, calls and reads without a session, and its table of errors.

use crate::client::{Host, request, wait_for_count};
use host_api::Dialect;
use reqwest::Method;
use serde_json::{Value, json};

async fn post(host: &Host, body: impl Into<String>) -> (u16, Value) {
    let sent = host.request(Method::POST, "/").body(body.into());
    let answer = sent.send().await.unwrap();
    assert!(!answer.headers().contains_key("mcp-session-id"));
    (answer.status().as_u16(), answer.json().await.unwrap())
}

#[tokio::test]
async fn serves_lists_calls_and_reads_without_session() {
    let host = Host::start().await;
    host.fake.publish_everything();
    let bare = r#"{"jsonrpc":"2.0","method":"tools/list","id":1}"#;
    let (status, answer) = post(&host, bare).await;
    assert_eq!(
        (status, &answer["jsonrpc"], &answer["id"]),
        (200, &json!("2.0"), &json!(1))
    );
    let tool = &answer["result"]["tools"][1];
    assert_eq!(tool["name"], "scene_dump");
    assert_eq!(tool["description"], "Does scene.dump.");
    assert_eq!(tool["inputSchema"]["type"], "object");
    assert_eq!(tool["annotations"]["readOnlyHint"], true);
    assert_eq!(tool["annotations"]["destructiveHint"], false, "{tool}");

    let call = json!({ "name": "echo", "arguments": { "position": "0,1.2,0" } });
    let (status, answer) = post(&host, request(2, "tools/call", call).to_string()).await;
    assert_eq!((status, &answer["id"]), (200, &json!(2)));
    let block = &answer["result"]["content"][0];
    assert_eq!(
        (&block["type"], &block["text"]),
        (&json!("text"), &json!(r#"{"position":"0,1.2,0"}"#))
    );
    let seen = host.fake.last.lock().unwrap().take().unwrap();
    assert_eq!((seen.caller.dialect, seen.caller.session), (Dialect::Sessionless, None));
    assert!(!seen.lenient_arguments);

    let (_, answer) = post(&host, r#"{"jsonrpc":"2.0","method":"resources/list","id":3}"#).await;
    assert_eq!(answer["result"]["resources"][0]["uri"], "fake://text");
    let (_, answer) = post(&host, request(4, "resources/templates/list", json!({})).to_string()).await;
    assert_eq!(
        answer["result"]["resourceTemplates"][0]["uriTemplate"],
        "fake://object/{id}"
    );
    let read = request(5, "resources/read", json!({ "uri": "fake://text" }));
    let (_, answer) = post(&host, read.to_string()).await;
    assert_eq!(
        answer["result"]["contents"],
        json!([{ "uri": "fake://text", "mimeType": "text/plain", "text": "hello" }])
    );
    let (_, answer) = post(&host, request(6, "ping", json!({})).to_string()).await;
    assert_eq!(answer, json!({ "jsonrpc": "2.0", "id": 6, "result": {} }));
}

#[tokio::test]
async fn returns_diagnostics_without_marking_result_as_error() {
    let host = Host::start().await;
    let call = |arguments: Value| request(1, "tools/call", json!({ "name": "noted", "arguments": arguments }));
    let (_, answer) = post(&host, call(json!({})).to_string()).await;
    assert_eq!(answer["result"]["isError"], false);
    let told = answer["result"]["content"].to_string();
    assert!(told.contains("two files were skipped"), "{told}");
    let (_, answer) = post(&host, call(json!({ "broken": true })).to_string()).await;
    assert_eq!(
        (&answer["error"]["code"], &answer["error"]["message"]),
        (&json!(-32603), &json!("partly"))
    );
    assert_eq!(answer["error"]["data"]["info"], json!({ "a": 1 }));
    assert_eq!(
        answer["error"]["data"]["diagnostics"],
        json!(["two files were skipped"])
    );
}

#[tokio::test]
async fn maps_failures_to_documented_status_and_code() {
    let host = Host::start().await;
    host.fake.publish_explorer();
    let call = |name: &str, arguments: Value| {
        request(7, "tools/call", json!({ "name": name, "arguments": arguments })).to_string()
    };
    let fails = |kind: &str| call("ReadFails", json!({ "kind": kind }));
    let read = |uri: &str| request(7, "resources/read", json!({ "uri": uri })).to_string();
    for (body, status, code, id) in [
        ("{".to_owned(), 400, -32700, Value::Null),
        (String::new(), 400, -32700, Value::Null),
        (r#"{"id":7,"method":"tools/list"}"#.to_owned(), 400, -32600, json!(7)),
        (r#"{"jsonrpc":"2.0","id":7}"#.to_owned(), 400, -32600, json!(7)),
        (
            r#"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#.to_owned(),
            400,
            -32600,
            Value::Null,
        ),
        (request(7, "nope", json!({})).to_string(), 404, -32601, json!(7)),
        (call("nope", json!({})), 200, -32601, json!(7)),
        (request(7, "tools/call", json!({})).to_string(), 200, -32602, json!(7)),
        (request(7, "tools/call", json!([])).to_string(), 200, -32602, json!(7)),
        (
            request(7, "tools/list", json!({ "cursor": "x" })).to_string(),
            200,
            -32602,
            json!(7),
        ),
        (fails("Schema"), 200, -32602, json!(7)),
        (fails("NotFound"), 200, -32602, json!(7)),
        (read("fake://nothing"), 200, -32602, json!(7)),
        (fails("Internal"), 200, -32603, json!(7)),
        (call("panic", json!({})), 200, -32603, json!(7)),
        (fails("NotReady"), 200, -32000, json!(7)),
        (fails("PermissionDenied"), 200, -32000, json!(7)),
        (fails("ConfirmationRequired"), 200, -32000, json!(7)),
    ] {
        let (got, answer) = post(&host, body.as_str()).await;
        assert_eq!(
            (got, &answer["error"]["code"]),
            (status, &json!(code)),
            "{body}: {answer}"
        );
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &id), "{body}");
        assert!(
            answer["error"]["message"].is_string() && answer["error"]["data"]["details"].is_string(),
            "{answer}"
        );
        assert!(answer["result"].is_null());
    }
    let (_, answer) = post(&host, fails("Schema")).await;
    assert_eq!(answer["error"]["data"]["info"]["missingParameters"], json!(["id"]));
    let (_, answer) = post(&host, read("fake://nothing")).await;
    assert_eq!(answer["error"]["data"]["uri"], "fake://nothing");
}

#[tokio::test]
async fn rejects_call_at_limit_and_list_waits_for_catalog() {
    let host = Host::start_with(|options| options.max_in_flight = 0).await;
    let call = request(1, "tools/call", json!({ "name": "echo" })).to_string();
    let (status, answer) = post(&host, call).await;
    assert_eq!((status, &answer["error"]["code"]), (503, &json!(-32000)));
    assert_eq!(answer["error"]["data"]["kind"], "RateLimited");

    let host = Host::start().await;
    host.fake.unpublish();
    let list = request(1, "tools/list", json!({})).to_string();
    let (listed, ()) = tokio::join!(post(&host, list), async { host.fake.publish_editor() });
    assert_eq!(listed.1["result"]["tools"].as_array().map(Vec::len), Some(4));
}

#[tokio::test]
async fn accepts_notifications_and_cancels_calls_on_lost_connection() {
    let host = Host::start().await;
    for method in ["notifications/initialized", "tools/call"] {
        let note = json!({ "jsonrpc": "2.0", "method": method, "params": { "name": "echo" } });
        let sent = host.request(Method::POST, "/").body(note.to_string()).send();
        let answer = sent.await.unwrap();
        assert_eq!(answer.status(), 202);
        assert!(answer.bytes().await.unwrap().is_empty());
    }
    assert_eq!(*host.fake.started.borrow(), 0, "nothing ran");
    let call = request(1, "tools/call", json!({ "name": "slow" })).to_string();
    let sent = tokio::spawn(host.request(Method::POST, "/").body(call).send());
    wait_for_count(&host.fake.started, 1).await;
    sent.abort();
    wait_for_count(&host.fake.cancelled, 1).await;
}

#[tokio::test]
async fn root_path_serves_explorer_methods_unless_disabled() {
    let host = Host::start().await;
    let (_, answer) = post(&host, request(1, "initialize", json!({})).to_string()).await;
    assert_eq!(answer["result"]["protocolVersion"], "2024-11-05");
    let (_, answer) = post(&host, request(1, "call_tool", json!({ "name": "echo" })).to_string()).await;
    assert!(answer["result"]["content"][0]["json"].is_object(), "{answer}");

    let host = Host::start_with(|options| options.explorer.enabled = false).await;
    for method in ["initialize", "call_tool"] {
        let (status, answer) = post(&host, request(1, method, json!({})).to_string()).await;
        assert_eq!((status, &answer["error"]["code"]), (404, &json!(-32601)), "{method}");
        assert!(answer["error"]["data"]["details"].as_str().unwrap().contains("/mcp"));
    }
    let (status, _) = post(&host, request(1, "tools/list", json!({})).to_string()).await;
    assert_eq!(status, 200);
}
