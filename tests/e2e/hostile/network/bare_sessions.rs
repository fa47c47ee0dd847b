//! `initialize` without `notifications/initialized`: a session that is of no use to anybody.

use anyhow::{Result, ensure};
use serde_json::json;
use tests_support::HostOptions;
use tests_support::host::http_client;

#[tokio::test]
async fn keeps_idle_sessions_during_a_flood_of_initializes() -> Result<()> {
    let host = HostOptions::new().set("server.max-sessions", "2").start().await?;
    let clients = [host.client().await?, host.client().await?];
    let http = http_client()?;
    let hello = json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": { "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "e2e", "version": "1" } },
    });
    for _ in 0..100 {
        let sent = http.post(host.url("/mcp")).header("accept", "application/json");
        let answer = sent.body(hello.to_string()).send().await?;
        ensure!(answer.status().as_u16() == 200, "{}", answer.text().await?);
    }
    for client in clients {
        client.ask("GetStatus", json!({})).await?;
    }
    let open = host.metrics().await?.gauge("sessions").unwrap_or_default();
    ensure!(open <= 2.0 + 16.0, "{open} sessions are open");
    Ok(())
}
