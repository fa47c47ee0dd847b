//! Failures of EditorMCP's requests: each code with its type and details.

use crate::client::{Host, request};
use reqwest::Method;
use serde_json::{Value, json};

async fn post(host: &Host, body: impl Into<String>) -> (u16, Value) {
    let sent = host.request(Method::POST, "/editor").body(body.into());
    let answer = sent.send().await.unwrap();
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
    (answer.status().as_u16(), answer.json().await.unwrap())
}

#[tokio::test]
async fn rejects_invalid_requests_with_code_and_error_type() {
    let host = Host::start().await;
    for (body, status, code, id, message) in [
        ("{", 400, -32700, Value::Null, "malformed JSON"),
        ("", 400, -32700, Value::Null, "malformed JSON"),
        ("3", 400, -32600, Value::Null, "object"),
        (r#"{"id":4,"method":"server/info"}"#, 400, -32600, json!(4), "`jsonrpc`"),
        (
            r#"{"jsonrpc":"1.0","id":4,"method":"server/info"}"#,
            400,
            -32600,
            json!(4),
            "`jsonrpc`",
        ),
        (r#"{"jsonrpc":"2.0","id":"a"}"#, 400, -32600, json!("a"), "`method`"),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":7}"#,
            400,
            -32600,
            json!(4),
            "`method`",
        ),
        (
            r#"{"jsonrpc":"2.0","id":{},"method":"server/info"}"#,
            400,
            -32600,
            Value::Null,
            "`id`",
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"server/info"}"#,
            400,
            -32600,
            Value::Null,
            "`id`",
        ),
        (
            r#"{"jsonrpc":"2.0","method":"tools/list","params":{}}"#,
            400,
            -32600,
            Value::Null,
            "notifications are not supported",
        ),
        (
            r#"[{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}]"#,
            400,
            -32600,
            Value::Null,
            "batch requests are not supported",
        ),
        ("[]", 400, -32600, Value::Null, "batch"),
        (
            r#"{"jsonrpc":"2.0","id":4,"result":{}}"#,
            400,
            -32600,
            json!(4),
            "response",
        ),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"initialize"}"#,
            404,
            -32601,
            json!(4),
            "Method not found: initialize",
        ),
    ] {
        let (got, answer) = post(&host, body).await;
        assert_eq!(
            (got, &answer["error"]["code"]),
            (status, &json!(code)),
            "{body}: {answer}"
        );
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &id), "{body}");
        assert!(answer.as_object().unwrap().contains_key("id"), "{body}");
        let told = answer["error"]["message"].as_str().unwrap();
        assert!(told.contains(message), "{body}: {told}");
        let error_type = if code == -32601 { "not_found" } else { "validation" };
        assert_eq!(answer["error"]["data"]["errorType"], error_type, "{body}");
        assert!(answer["error"]["data"]["details"].is_object(), "{body}");
    }
    assert_eq!(*host.fake.started.borrow(), 0, "nothing ran");
}

#[tokio::test]
async fn names_missing_and_mistyped_params() {
    let host = Host::start().await;
    for (method, params, message, details) in [
        (
            "tools/call",
            json!({}),
            "Invalid params: tool, arguments are required",
            json!({ "missingParameters": ["tool", "arguments"] }),
        ),
        (
            "tools/call",
            json!({ "tool": "echo", "arguments": "x" }),
            "Invalid params: arguments is string \"x\", expected object",
            json!({ "typeMismatches": [{ "parameter": "arguments", "expected": "object", "got": "string \"x\"" }] }),
        ),
        (
            "tools/describe",
            json!({ "tool": "" }),
            "Invalid params: tool is required",
            json!({ "missingParameters": ["tool"] }),
        ),
        (
            "tools/list",
            json!({ "tier": 3 }),
            "Invalid params: tier is number 3, expected string",
            json!({ "typeMismatches": [{ "parameter": "tier", "expected": "string", "got": "number 3" }] }),
        ),
        (
            "server/info",
            json!([1]),
            "Invalid params: params is [1], expected object",
            json!({ "typeMismatches": [{ "parameter": "params", "expected": "object", "got": "[1]" }] }),
        ),
        (
            "server/info",
            json!("x"),
            "Invalid params: params is \"x\", expected object",
            json!({ "typeMismatches": [{ "parameter": "params", "expected": "object", "got": "\"x\"" }] }),
        ),
    ] {
        let (status, answer) = post(&host, request(9, method, params).to_string()).await;
        let error = &answer["error"];
        assert_eq!(
            (status, &error["code"], &answer["id"]),
            (200, &json!(-32602), &json!(9))
        );
        assert_eq!(error["message"], message);
        assert_eq!(error["data"], json!({ "errorType": "validation", "details": details }));
    }
}

#[tokio::test]
async fn maps_each_call_failure_to_code_and_details() {
    let host = Host::start().await;
    host.fake.publish_editor();
    let dump = "scene.hierarchy.dump";
    let failing = |how: &str| json!({ "scenePath": "Assets/Missing.unity", "fail": how });
    for (tool, arguments, code, error_type, message, details) in [
        (
            dump,
            json!({}),
            -32002,
            "validation",
            "Invalid tool arguments: scenePath is required",
            json!({ "missingParameters": ["scenePath"] }),
        ),
        (
            dump,
            json!({ "scenePath": 7 }),
            -32002,
            "validation",
            "Invalid tool arguments: scenePath is number 7, expected string; depth is 0, expected at least 1",
            json!({
                "typeMismatches": [{ "parameter": "scenePath", "expected": "string", "got": "number 7" }],
                "constraintViolations": [{ "parameter": "depth", "expected": "at least 1", "got": "0" }],
            }),
        ),
        (
            "invalid.tool.id",
            json!({}),
            -32001,
            "not_found",
            "Tool not found: invalid.tool.id",
            json!({}),
        ),
        (
            dump,
            failing("unity"),
            -32004,
            "unity",
            "Unity Editor error: Scene file not found",
            json!({
                "unityError": "Scene file 'Assets/Missing.unity' does not exist",
                "scenePath": "Assets/Missing.unity",
                "fail": "unity",
            }),
        ),
        (
            dump,
            failing("not-ready"),
            -32004,
            "unity",
            "Unity Editor error: it failed",
            json!({ "unityError": "it failed", "scenePath": "Assets/Missing.unity", "fail": "not-ready" }),
        ),
        (
            "project.wipe",
            json!({}),
            -32005,
            "permission",
            "Tool not available in current tier",
            json!({ "requiredTier": "pro", "currentTier": "core" }),
        ),
        (dump, failing("denied"), -32005, "permission", "it failed", json!({})),
        (
            dump,
            failing("unconfirmed"),
            -32005,
            "permission",
            "it failed",
            json!({}),
        ),
        (
            dump,
            failing("late"),
            -32003,
            "timeout",
            "Tool execution timed out: not done after 30 s",
            json!({ "limit": "limits.deadline", "timeoutMs": 30_000, "toolId": dump }),
        ),
        (
            dump,
            failing("broken"),
            -32000,
            "execution",
            "Tool execution failed: it failed",
            json!({}),
        ),
        (
            dump,
            failing("itself"),
            -32000,
            "execution",
            "Tool execution failed: it broke",
            json!({ "code": 7 }),
        ),
        (
            dump,
            failing("internal"),
            -32603,
            "execution",
            "Internal error: it failed",
            json!({}),
        ),
    ] {
        let call = json!({ "tool": tool, "arguments": arguments });
        let (status, answer) = post(&host, request("c", "tools/call", call).to_string()).await;
        let error = &answer["error"];
        assert_eq!(
            (status, &error["code"], &answer["id"]),
            (200, &json!(code), &json!("c")),
            "{answer}"
        );
        assert_eq!(error["message"], message);
        let data = &error["data"];
        assert_eq!((&data["tool"], &data["errorType"]), (&json!(tool), &json!(error_type)));
        assert_eq!(data["details"], details, "{message}");
        assert!(answer["result"].is_null());
    }
}

#[tokio::test]
async fn failed_call_returns_hint_and_diagnostics() {
    let host = Host::start().await;
    host.fake.publish_editor();
    let call = |how: &str| {
        let arguments = json!({ "scenePath": "A", "fail": how });
        request(
            1,
            "tools/call",
            json!({ "tool": "scene.hierarchy.dump", "arguments": arguments }),
        )
        .to_string()
    };
    let (_, denied) = post(&host, call("denied")).await;
    assert_eq!(denied["error"]["data"]["hint"], "do something else");
    assert_eq!(denied["error"]["data"]["kind"], "PermissionDenied");
    let (_, failed) = post(&host, call("itself")).await;
    assert_eq!(
        failed["error"]["data"]["diagnostics"],
        json!(["two files were read before"])
    );
    let (_, late) = post(&host, call("timeout")).await;
    assert!(late["error"]["data"]["details"]["timeoutMs"].is_u64(), "{late}");
    let missing = request(1, "tools/describe", json!({ "tool": "no.such" })).to_string();
    let (_, missing) = post(&host, missing).await;
    assert_eq!(missing["error"]["code"], -32001);
    assert_eq!(missing["error"]["data"]["tool"], "no.such");
}

#[tokio::test]
async fn reports_overload_oversized_body_and_panic_in_protocol_format() {
    let host = Host::start_with(|options| {
        options.max_in_flight = 0;
        options.max_body = 1000;
    })
    .await;
    let call = request(1, "tools/call", json!({ "tool": "echo", "arguments": {} }));
    let (status, busy) = post(&host, call.to_string()).await;
    assert_eq!((status, &busy["error"]["code"]), (503, &json!(-32000)));
    assert_eq!(busy["error"]["data"]["kind"], "RateLimited");
    assert!(
        busy["error"]["message"]
            .as_str()
            .unwrap()
            .contains("server.max-in-flight")
    );

    let long = request(1, "tools/list", json!({ "category": "x".repeat(2000) }));
    let (status, large) = post(&host, long.to_string()).await;
    assert_eq!(
        (status, &large["error"]["data"]["errorType"]),
        (413, &json!("validation"))
    );
    assert_eq!(large["error"]["data"]["details"]["limit"], 1000);

    let host = Host::start().await;
    let call = request(1, "tools/call", json!({ "tool": "panic", "arguments": {} }));
    let (_, broken) = post(&host, call.to_string()).await;
    assert_eq!(broken["error"]["code"], -32603);
    assert_eq!(broken["error"]["data"]["tool"], "panic");
}
