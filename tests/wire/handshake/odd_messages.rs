//! Invalid messages, and messages at the wrong time: their status and their JSON-RPC body.

use super::*;

/// Status, code and whether the id is repeated, for every kind of invalid message.
#[tokio::test]
async fn invalid_messages_return_status_and_json_rpc_error() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    let list = r#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#;
    let known = Some(session.id.as_str());
    let long = "x".repeat(300);
    for (what, body, id, version, status, code) in [
        ("malformed JSON", "{\"jsonrpc\":", known, None, 400, -32700),
        ("not UTF-8 safe but no JSON", "hello", known, None, 400, -32700),
        ("no JSON-RPC", "{}", known, None, 400, -32600),
        (
            "null id",
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            known,
            None,
            400,
            -32600,
        ),
        (
            "batch",
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
            known,
            None,
            400,
            -32600,
        ),
        ("empty batch", "[]", known, None, 400, -32600),
        ("no session", list, None, None, 400, -32600),
        (
            "notification without session",
            r#"{"jsonrpc":"2.0","method":"x"}"#,
            None,
            None,
            400,
            -32600,
        ),
        ("malformed session", list, Some("a b"), None, 400, -32600),
        ("long session", list, Some(long.as_str()), None, 400, -32600),
        (
            "unknown session",
            list,
            Some("0123456789abcdef0123456789abcdef"),
            None,
            404,
            -32600,
        ),
        ("bad version", list, known, Some("2023-01-01"), 400, -32600),
        ("nonsense version", list, known, Some("banana"), 400, -32600),
        (
            "unknown method",
            r#"{"jsonrpc":"2.0","id":"a","method":"x/y"}"#,
            known,
            None,
            200,
            -32601,
        ),
        (
            "stateless method",
            r#"{"jsonrpc":"2.0","id":"a","method":"server/discover"}"#,
            known,
            None,
            200,
            -32601,
        ),
        (
            "initialize again, without parameters",
            r#"{"jsonrpc":"2.0","id":"a","method":"initialize"}"#,
            known,
            None,
            200,
            -32602,
        ),
        (
            "bad level",
            r#"{"jsonrpc":"2.0","id":"a","method":"logging/setLevel","params":{"level":"loud"}}"#,
            known,
            None,
            200,
            -32602,
        ),
        (
            "no tool name",
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{}}"#,
            known,
            None,
            200,
            -32602,
        ),
        (
            "arguments no object",
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"echo","arguments":[1]}}"#,
            known,
            None,
            200,
            -32602,
        ),
        (
            "bad cursor",
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"cursor":"x"}}"#,
            known,
            None,
            200,
            -32602,
        ),
    ] {
        let mut sent = host.raw(body).header("accept", BOTH);
        if let Some(id) = id {
            sent = sent.header("mcp-session-id", id);
        }
        if let Some(version) = version {
            sent = sent.header("mcp-protocol-version", version);
        }
        let answer = sent.send().await.unwrap();
        assert_eq!(answer.status(), status, "{what}");
        assert_eq!(answer.headers()["content-type"], "application/json", "{what}");
        let answer: Value = answer.json().await.unwrap();
        assert_eq!(answer["jsonrpc"], "2.0", "{what}");
        assert_eq!(answer["error"]["code"], code, "{what}: {answer}");
        assert_eq!(answer.get("id").is_some(), body.contains("\"a\""), "{what}: {answer}");
        assert!(answer["error"]["message"].as_str().unwrap().len() > 10, "{what}");
    }
}

#[tokio::test]
async fn only_ping_is_answered_before_initialized() {
    let host = Host::start().await;
    let session = host.half_open(LATEST).await;
    for method in ["tools/list", "tools/call", "logging/setLevel"] {
        let answer = session.post(&request(1, method, json!({}))).send().await.unwrap();
        assert_eq!(answer.status(), 400, "{method}");
        let body: Value = answer.json().await.unwrap();
        assert_eq!(
            (&body["error"]["code"], &body["id"]),
            (&json!(-32600), &json!(1)),
            "{body}"
        );
    }
    assert_eq!(session.ask("ping", json!({})).await["result"], json!({}));
    session.notify("notifications/initialized", json!({})).await;
    assert!(session.ask("tools/list", json!({})).await["result"]["tools"].is_array());
    let alone: Value = host
        .post(&request(9, "ping", json!({})))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(alone, json!({ "jsonrpc": "2.0", "id": 9, "result": {} }));
}

/// MCP has no `params` by position, and accepts only an object: one rule for all of them.
#[tokio::test]
async fn rejects_params_that_are_not_an_object_for_every_method() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    for params in ["[[]]", r#"["echo",{}]"#, "1", "\"x\"", "true"] {
        for method in ["ping", "tools/call", "tools/list", "logging/setLevel", "x/y"] {
            let body = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{params}}}"#);
            let sent = host.raw(body).header("accept", BOTH);
            let answer = sent.header("mcp-session-id", &session.id).send().await.unwrap();
            assert_eq!(answer.status(), 200, "{method} {params}");
            let answer: Value = answer.json().await.unwrap();
            assert_eq!(
                (&answer["error"]["code"], &answer["id"]),
                (&json!(-32602), &json!(7)),
                "{method} {params}"
            );
            assert!(
                answer["error"]["message"]
                    .as_str()
                    .unwrap()
                    .contains("`params` must be an object"),
                "{answer}"
            );
        }
        let note = format!(r#"{{"jsonrpc":"2.0","method":"notifications/x","params":{params}}}"#);
        let sent = host.raw(note).header("mcp-session-id", &session.id);
        assert_eq!(sent.send().await.unwrap().status(), 400, "{params}");
    }
    assert_eq!(
        session.ask("ping", Value::Null).await["result"],
        json!({}),
        "null is none"
    );
}

/// No schema of MCP allows a null id. Since 2025-11-25 an error may have no id; before, JSON-RPC's null is the only
/// form.
#[tokio::test]
async fn parse_error_has_null_id_or_none_depending_on_version() {
    let host = Host::start().await;
    for (version, id) in [
        (None, Some(Value::Null)),
        (Some("2025-03-26"), Some(Value::Null)),
        (Some("2025-06-18"), Some(Value::Null)),
        (Some("2025-11-25"), None),
        (Some("2026-07-28"), None),
    ] {
        let mut sent = host.raw("{\"jsonrpc\":").header("accept", BOTH);
        if let Some(version) = version {
            sent = sent.header("mcp-protocol-version", version);
        }
        let answer: Value = sent.send().await.unwrap().json().await.unwrap();
        assert_eq!(answer["error"]["code"], -32700, "{version:?}");
        assert_eq!(answer.get("id"), id.as_ref(), "{version:?}: {answer}");
    }
}
