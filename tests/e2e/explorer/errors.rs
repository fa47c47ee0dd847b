//! Error by error: HTTP status, code, kind, message, and the line in the log.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{Explorer, HostOptions};

fn call(name: &str, arguments: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 7, "method": "call_tool", "params": { "name": name, "arguments": arguments } })
        .to_string()
}

fn read(uri: &str) -> String {
    json!({ "jsonrpc": "2.0", "id": 7, "method": "read_resource", "params": { "uri": uri } }).to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_error_has_its_status_code_and_kind() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let explorer = Explorer::new(&host)?;
    let table: Vec<(String, u16, i64, &str, &str)> = vec![
        ("no json".into(), 400, -32700, "InvalidRequest", "Parse error"),
        ("[]".into(), 400, -32600, "InvalidRequest", ""),
        ("{\"id\":7}".into(), 400, -32600, "InvalidRequest", ""),
        ("{\"id\":7,\"method\":\" \"}".into(), 400, -32600, "InvalidRequest", ""),
        (
            "{\"id\":7,\"method\":\"dance\"}".into(),
            400,
            -32601,
            "MethodNotFound",
            "Method not found: dance",
        ),
        (
            "{\"id\":7,\"method\":\"call_tool\"}".into(),
            400,
            -32602,
            "InvalidArgument",
            "params",
        ),
        (
            "{\"id\":7,\"method\":\"call_tool\",\"params\":{}}".into(),
            400,
            -32602,
            "InvalidArgument",
            "name",
        ),
        (
            "{\"id\":7,\"method\":\"read_resource\",\"params\":{}}".into(),
            400,
            -32602,
            "InvalidArgument",
            "uri",
        ),
        (
            call("Dance", json!({})),
            404,
            -32004,
            "NotFound",
            "Tool not found: Dance",
        ),
        (call("GetObject", json!({})), 400, -32602, "InvalidArgument", "id"),
        (
            call("GetObject", json!({ "id": 5 })),
            400,
            -32602,
            "InvalidArgument",
            "id",
        ),
        (
            call("GetObject", json!({ "id": "12" })),
            400,
            -32602,
            "InvalidArgument",
            "obj:",
        ),
        (
            call("GetObject", json!({ "id": "obj:999999999" })),
            404,
            -32004,
            "NotFound",
            "obj:999999999",
        ),
        (
            call("GetComponents", json!({ "objectId": "obj:999999999" })),
            404,
            -32004,
            "NotFound",
            "",
        ),
        (
            call("ListObjects", json!({ "limit": 0 })),
            400,
            -32602,
            "InvalidArgument",
            "limit",
        ),
        (
            call("ListObjects", json!({ "limit": 501 })),
            400,
            -32602,
            "InvalidArgument",
            "limit",
        ),
        (
            call("ListObjects", json!({ "offset": -1 })),
            400,
            -32602,
            "InvalidArgument",
            "offset",
        ),
        (
            call("TailLogs", json!({ "count": 2001 })),
            400,
            -32602,
            "InvalidArgument",
            "count",
        ),
        (
            call("SetTimeScale", json!({ "value": "fast" })),
            400,
            -32602,
            "InvalidArgument",
            "value",
        ),
        (call("MousePick", json!({ "x": 5 })), 503, -32002, "NotReady", "y"),
        (
            call("HookListMethods", json!({ "type": "UnityEngine.Camera" })),
            403,
            -32003,
            "PermissionDenied",
            "",
        ),
        (
            call("HookGetSource", json!({ "signature": "nothing" })),
            400,
            -32602,
            "InvalidArgument",
            "Hook not found",
        ),
        (
            call("ReadConsoleScript", json!({ "path": "none.cs" })),
            404,
            -32004,
            "NotFound",
            "",
        ),
        (
            call("ReadConsoleScript", json!({ "path": "../a.cs" })),
            400,
            -32602,
            "InvalidArgument",
            "Scripts folder",
        ),
        (
            call("ReadConsoleScript", json!({ "path": "a.txt" })),
            400,
            -32602,
            "InvalidArgument",
            ".cs",
        ),
        (read("unity://nothing"), 404, -32004, "NotFound", ""),
        (read("unity://object/obj:999999999"), 404, -32004, "NotFound", ""),
        (read("no uri"), 400, -32602, "InvalidArgument", "uri"),
    ];
    for (body, status, code, kind, part) in &table {
        let (got, answer) = explorer.send("/message", body.clone()).await?;
        let error = &answer["error"];
        let message = error["message"]
            .as_str()
            .with_context(|| format!("{body}: {got} {answer}"))?;
        ensure!(
            got == *status && error["code"] == *code && error["data"]["kind"] == *kind && message.contains(part),
            "{body}: expected {status} {code} {kind} {part:?}, got {got} {answer}"
        );
        ensure!(error["data"].get("hint").is_some(), "{body}: no hint key: {answer}");
        ensure!(
            answer["jsonrpc"] == "2.0" && answer.get("id").is_some(),
            "{body}: {answer}"
        );
    }
    // The newest lines of the log tell of them.
    let tail = explorer.json("TailLogs", json!({ "count": 200 })).await?;
    let lines: Vec<&str> = tail["Items"]
        .as_array()
        .context("lines")?
        .iter()
        .filter(|line| line["Source"] == "mcp" && line["Level"] == "error")
        .filter_map(|line| line["Message"].as_str())
        .collect();
    for (_, _, code, _, _) in &table {
        let wanted = format!("[MCP] error {code}: ");
        ensure!(
            lines.iter().any(|line| line.starts_with(&wanted)),
            "no line `{wanted}`: {lines:?}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ignores_unknown_arguments_and_treats_null_as_absent() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let explorer = Explorer::new(&host)?;
    let plain = explorer.json("ListScenes", json!({})).await?;
    let odd = json!({ "limit": null, "offset": null, "dance": 1 });
    ensure!(explorer.json("ListScenes", odd).await? == plain);
    // The request's id comes back as it was; none is null; the content type is not looked at.
    let http = tests_support::host::http_client()?;
    for (id, expected) in [("\"a\"", json!("a")), ("12", json!(12)), ("null", Value::Null)] {
        let body = format!("{{\"method\":\"ping\",\"id\":{id}}}");
        let sent = http
            .post(host.url("/message"))
            .header("content-type", "text/plain")
            .body(body);
        let (status, answer) = tests_support::explorer::parts(sent.send().await?).await?;
        ensure!(status == 200 && answer["id"] == expected, "{answer}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_get_read_returns_json_error() -> Result<()> {
    let host = HostOptions::new().start().await?;
    for (path, status) in [
        ("/read", 400),
        ("/read?uri=", 400),
        ("/read?uri=nothing", 400),
        ("/read?uri=unity://nothing", 404),
        ("/read?uri=unity://object/obj:999999999", 404),
    ] {
        let (got, body) = host.get(path).await?;
        let body: Value = serde_json::from_str(&body).with_context(|| format!("{path}: {body}"))?;
        ensure!(
            got == status && body.to_string().contains("kind"),
            "{path}: {got} {body}"
        );
    }
    Ok(())
}
