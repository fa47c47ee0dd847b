//! Failures of Explorer's requests: codes, statuses, the two families, the limit of requests in flight.

use crate::client::{Host, request, wait_for_count, wait_within};
use host_api::HostLine;
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn distinguishes_invalid_requests_by_code_and_logs_each() {
    let host = Host::start().await;
    let mut logged = host.fake.lines.subscribe();
    for (body, code, kind, id, message) in [
        ("{", -32700, "InvalidRequest", Value::Null, "Parse error"),
        ("", -32600, "InvalidRequest", Value::Null, "`method` is missing"),
        (r#"{"id":4}"#, -32600, "InvalidRequest", json!(4), "`method` is missing"),
        (
            r#"{"id":"x","method":" "}"#,
            -32600,
            "InvalidRequest",
            json!("x"),
            "`method` is blank",
        ),
        (
            r#"[{"method":"ping","id":1}]"#,
            -32600,
            "InvalidRequest",
            Value::Null,
            "batches are not taken",
        ),
        (
            r#"{"id":5,"method":"nope"}"#,
            -32601,
            "MethodNotFound",
            json!(5),
            "Method not found: nope",
        ),
        (
            r#"{"method":"notifications/cancelled"}"#,
            -32601,
            "MethodNotFound",
            Value::Null,
            "Method not found: ",
        ),
        (
            r#"{"id":6,"method":"call_tool"}"#,
            -32602,
            "InvalidArgument",
            json!(6),
            "Invalid params: 'params' object is required.",
        ),
        (
            r#"{"id":6,"method":"call_tool","params":{}}"#,
            -32602,
            "InvalidArgument",
            json!(6),
            "Invalid params: 'name' is required.",
        ),
        (
            r#"{"id":6,"method":"call_tool","params":{"name":"echo","arguments":[1]}}"#,
            -32602,
            "InvalidArgument",
            json!(6),
            "Invalid params: 'arguments' must be an object, not [1].",
        ),
        (
            r#"{"id":6,"method":"read_resource","params":{"uri":null}}"#,
            -32602,
            "InvalidArgument",
            json!(6),
            "Invalid params: 'uri' is required.",
        ),
        (
            r#"{"id":6,"method":"read_resource","params":{"uri":"scenes"}}"#,
            -32602,
            "InvalidArgument",
            json!(6),
            "invalid uri",
        ),
    ] {
        let sent = host.request(Method::POST, "/message").body(body);
        let answer = sent.send().await.unwrap();
        assert_eq!(answer.status(), 400, "{body}");
        assert_eq!(answer.headers()["access-control-allow-origin"], "*");
        let answer: Value = answer.json().await.unwrap();
        let error = &answer["error"];
        assert_eq!((&answer["id"], &error["code"]), (&id, &code.into()), "{body}");
        assert_eq!(error["data"]["kind"], kind, "{body}");
        assert!(error["data"].as_object().unwrap().contains_key("hint"), "{body}");
        assert_eq!(error["data"].get("detail").is_some(), code == -32700, "{body}");
        let told = error["message"].as_str().unwrap();
        assert!(told.starts_with(message), "{told}");
        let HostLine {
            message,
            source,
            category,
            level,
            ..
        } = logged.recv().await.unwrap().what;
        assert_eq!(message, format!("[MCP] error {code}: {told}"));
        assert_eq!(
            (source.as_str(), category.as_deref(), level.as_str()),
            ("mcp", Some(kind), "error")
        );
    }
}

#[tokio::test]
async fn failed_reads_return_error_code_and_http_status() {
    let host = Host::start().await;
    host.fake.publish_explorer();
    for (kind, status, code, told) in [
        ("NotReady", 503, -32002, "NotReady"),
        ("PermissionDenied", 403, -32003, "PermissionDenied"),
        ("NotFound", 404, -32004, "NotFound"),
        ("RateLimited", 429, -32005, "RateLimited"),
        ("InvalidArgument", 400, -32602, "InvalidArgument"),
        ("Schema", 400, -32602, "InvalidArgument"),
        ("Internal", 500, -32603, "Internal"),
        ("Conflict", 409, -32602, "Conflict"),
    ] {
        let arguments = json!({ "kind": kind, "hint": "do this" });
        let (got, answer) = host.explorer_call("ReadFails", arguments).await;
        assert_eq!((got, &answer["error"]["code"]), (status, &code.into()), "{kind}");
        assert_eq!(answer["error"]["data"]["kind"], told, "{kind}");
        assert_eq!(answer["id"], 1);
        if kind == "Internal" {
            assert_eq!(answer["error"]["message"], "Internal error");
            assert_eq!(answer["error"]["data"]["detail"], "it failed");
        }
    }
    let (_, hinted) = host
        .explorer_call("ReadFails", json!({ "kind": "NotFound", "hint": "do this" }))
        .await;
    assert_eq!(
        hinted["error"]["data"],
        json!({ "kind": "NotFound", "hint": "do this" })
    );
    let (status, broken) = host.explorer_call("noted", json!({ "broken": true })).await;
    assert_eq!((status, &broken["error"]["message"]), (500, &"partly".into()));
    assert_eq!(
        broken["error"]["data"]["diagnostics"],
        json!(["two files were skipped"])
    );

    let (status, unknown) = host.explorer_call("NoSuchTool", json!({})).await;
    assert_eq!((status, &unknown["error"]["code"]), (404, &(-32004).into()));
    assert_eq!(unknown["error"]["data"]["kind"], "NotFound");
    let (status, gone) = host
        .explorer(&request(1, "read_resource", json!({ "uri": "unity://nope" })))
        .await;
    assert_eq!((status, &gone["error"]["data"]["kind"]), (404, &"NotFound".into()));

    let (status, panicked) = host.explorer_call("panic", json!({})).await;
    assert_eq!((status, &panicked["error"]["message"]), (500, &"Internal error".into()));
    assert_eq!(
        host.explorer_call("echo", json!({})).await.0,
        200,
        "the next call works"
    );
}

#[tokio::test]
async fn failed_writes_return_error_inside_the_result() {
    let host = Host::start().await;
    host.fake.publish_explorer();
    let mut logged = host.fake.lines.subscribe();
    for (arguments, code, error) in [
        (
            json!({ "kind": "PermissionDenied", "hint": "set `policy.allow-writes`" }),
            -32003,
            json!({ "kind": "PermissionDenied", "message": "it failed", "hint": "set `policy.allow-writes`" }),
        ),
        (
            json!({ "kind": "ConfirmationRequired", "hint": "resend with confirm=true" }),
            -32003,
            json!({ "kind": "PermissionDenied", "message": "it failed", "hint": "resend with confirm=true" }),
        ),
        (
            json!({ "kind": "NotFound" }),
            -32004,
            json!({ "kind": "NotFound", "message": "it failed", "hint": null }),
        ),
        (
            json!({ "kind": "InvalidArgument" }),
            -32602,
            json!({ "kind": "InvalidArgument", "message": "it failed", "hint": null }),
        ),
    ] {
        let (status, answer) = host.explorer_call("WriteFails", arguments).await;
        assert_eq!(status, 200);
        let content = &answer["result"]["content"][0];
        assert_eq!(content["json"], json!({ "ok": false, "error": error }));
        let HostLine { message, .. } = logged.recv().await.unwrap().what;
        assert_eq!(message, format!("[MCP] error {code}: it failed"));
    }
    let (status, answer) = host.explorer_call("WriteFails", json!({ "kind": "Schema" })).await;
    assert_eq!((status, &answer["error"]["code"]), (400, &(-32602).into()));
}

#[tokio::test]
async fn rejects_requests_over_the_limit_with_the_protocol_message() {
    let host = Host::start().await;
    let pending: Vec<_> = (0..32)
        .map(|id| {
            let body = request(id, "call_tool", json!({ "name": "slow" })).to_string();
            tokio::spawn(host.request(Method::POST, "/message").body(body).send())
        })
        .collect();
    wait_for_count(&host.fake.started, 32).await;
    let _stream = host.explorer_stream().await;
    let mut logged = host.fake.lines.subscribe();
    for method in ["ping", "call_tool", "list_tools"] {
        let (status, refused) = host.explorer(&request("over", method, json!({ "name": "echo" }))).await;
        assert_eq!(status, 429);
        assert_eq!(refused["id"], "over");
        assert_eq!(refused["error"]["code"], -32005);
        assert_eq!(
            refused["error"]["message"],
            "Cannot have more than 32 parallel requests. Please slow down."
        );
        assert_eq!(refused["error"]["data"]["kind"], "RateLimited");
        assert!(refused["error"]["data"].as_object().unwrap().contains_key("hint"));
    }
    assert!(logged.try_recv().is_err(), "a refusal pushes no line out of the log");
    assert_eq!(host.metric("explorer_refused").await, 3);
    let read = host
        .request(Method::GET, "/read?uri=unity://scenes")
        .send()
        .await
        .unwrap();
    assert_eq!(read.status(), 200, "reads by address are not counted");
    assert_eq!(host.metric("explorer_in_flight").await, 32);
    host.fake.gate.add_permits(32);
    for pending in pending {
        assert_eq!(wait_within("an answer", pending).await.unwrap().unwrap().status(), 200);
    }
    host.until_metric("explorer_in_flight", 0).await;
    host.until_metric("in_flight", 0).await;
    assert_eq!(host.explorer_call("echo", json!({})).await.0, 200);
}

#[tokio::test]
async fn disconnect_cancels_call_and_frees_its_slot() {
    let host = Host::start_with(|options| options.explorer.max_in_flight = 1).await;
    let body = request(1, "call_tool", json!({ "name": "slow" })).to_string();
    let pending = tokio::spawn(host.request(Method::POST, "/message").body(body).send());
    wait_for_count(&host.fake.started, 1).await;
    let (_, refused) = host.explorer(&request(2, "ping", json!({}))).await;
    assert_eq!(
        refused["error"]["message"],
        "Cannot have more than 1 parallel requests. Please slow down."
    );
    pending.abort();
    wait_for_count(&host.fake.cancelled, 1).await;
    host.until_metric("explorer_in_flight", 0).await;
    host.until_metric("in_flight", 0).await;
    assert_eq!(host.explorer(&request(2, "ping", json!({}))).await.0, 200);
}
