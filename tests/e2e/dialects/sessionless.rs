//! Sessionless JSON-RPC at `POST /`: its examples, its table of errors, its health check, the resources that it names.

use super::{post, rows};
use anyhow::{Result, ensure};
use serde_json::json;
use tests_support::{HostOptions, explorer};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_match_every_row_of_the_protocol_tables() -> Result<()> {
    rows::run(include_str!("data/sessionless.json"), "/", async |_| Ok(Vec::new())).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reads_resources_without_a_session() -> Result<()> {
    rows::run(include_str!("data/sessionless_resources.json"), "/", async |_| {
        Ok(Vec::new())
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_reports_protocol_fields_and_tool_count() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let health = host.health().await?;
    let tools = host.client_of("all").await?.list_tools().await?.len();
    ensure!(
        health["status"] == "ok" && health["unity_version"] == "2022.3.45f1",
        "{health}"
    );
    ensure!(
        health["tools_count"] == tools && health["uptime_seconds"].is_u64(),
        "{health}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn opens_no_session_and_serves_connection_instructions() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let http = tests_support::host::http_client()?;
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let answer = http.post(host.url("/")).body(ping).send().await?;
    ensure!(answer.headers().get("mcp-session-id").is_none(), "a session was opened");
    let (status, page) = host.get("/").await?;
    ensure!(status == 200, "{status} {page}");
    for words in [
        "/mcp",
        "/sse",
        "/message",
        "/editor",
        "/ws",
        "POST /,",
        "/health",
        "claude mcp add",
    ] {
        ensure!(page.contains(words), "no {words:?} on the page:\n{page}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_all_concurrent_requests() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let http = tests_support::host::http_client()?;
    let asked: Vec<_> = (0..40)
        .map(|id| {
            let body = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call",
                "params": { "name": "GetStatus", "arguments": {} } });
            let sent = http.post(host.url("/")).body(body.to_string()).send();
            tokio::spawn(async move { (id, sent.await) })
        })
        .collect();
    for one in asked {
        let (id, answer) = one.await?;
        let (status, answer) = explorer::parts(answer?).await?;
        ensure!(
            status == 200 && answer["id"] == id && answer["result"]["isError"] == false,
            "{answer}"
        );
    }
    // An answer without a waiting caller does no harm either.
    let (status, _) = post(&host, "/", r#"{"jsonrpc":"2.0","id":1,"result":{}}"#).await?;
    ensure!(status == 202, "{status}");
    host.wait_until_idle().await
}
