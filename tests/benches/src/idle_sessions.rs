//! Resident memory that one open session without a call costs.

use crate::cpu;
use crate::figure::{Figure, Outcome, ROUNDS, Target};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, TestHost, host, wait_for};
use tokio::task::JoinSet;

/// As many as `server.max-sessions` allows by default.
const SESSIONS: usize = 10_000;
/// Connections that open them.
const CLIENTS: usize = 8;
/// Opened and ended before the first look, so that buffers and tables of the first requests are not counted.
const BEFORE: usize = 400;
/// The connection that asks for the gauges.
const WATCHING: f64 = 1.0;

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let mut rounds = Vec::new();
    let (mut empty, mut full) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let host = HostOptions::new()
            .no_bundled()
            .set("server.max-sessions", &SESSIONS.to_string())
            .start()
            .await?;
        for id in open(&host, BEFORE).await? {
            end(&host, &id).await?;
        }
        quiet(&host, 0).await?;
        let before = cpu::resident(host.pid()?)?;
        let opened = open(&host, SESSIONS).await?;
        ensure!(opened.len() == SESSIONS, "{} sessions are open", opened.len());
        quiet(&host, SESSIONS).await?;
        let after = cpu::resident(host.pid()?)?;
        rounds.push((after - before) * 1024.0 / SESSIONS as f64);
        empty.push(before);
        full.push(after);
    }
    let figure = Figure::new(
        "idle-sessions",
        "RSS per idle session, of 10,000 open at once and kept over a restart",
        "KiB",
        rounds,
        Target::AtMost(8.0),
    );
    let figure = figure.part("none_open_mib", &empty).part("all_open_mib", &full);
    Ok(vec![Outcome::Taken(figure)])
}

/// Opens sessions over a few connections, each ready for calls.
async fn open(host: &TestHost, count: usize) -> Result<Vec<String>> {
    let mut clients = JoinSet::new();
    for client in 0..CLIENTS {
        let share = count / CLIENTS + usize::from(client < count % CLIENTS);
        let url = host.url("/mcp");
        clients.spawn(async move {
            let http = host::http_client()?;
            let mut ids = Vec::new();
            for _ in 0..share {
                ids.push(open_one(&http, &url).await?);
            }
            anyhow::Ok(ids)
        });
    }
    let mut ids = Vec::new();
    while let Some(opened) = clients.join_next().await {
        ids.extend(opened??);
    }
    Ok(ids)
}

async fn open_one(http: &reqwest::Client, url: &str) -> Result<String> {
    let parameters = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": { "elicitation": {}, "roots": {} },
        "clientInfo": { "name": "bench", "version": "1" },
    });
    let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": parameters });
    let answer = post(http, url, &hello, None).await?;
    let id = answer
        .headers()
        .get("mcp-session-id")
        .context("no session")?
        .to_str()?
        .to_owned();
    answer.bytes().await?;
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    post(http, url, &note, Some(&id)).await?.bytes().await?;
    Ok(id)
}

async fn post(http: &reqwest::Client, url: &str, body: &Value, session: Option<&str>) -> Result<reqwest::Response> {
    let mut request = http
        .post(url)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .body(body.to_string());
    if let Some(session) = session {
        request = request.header("mcp-session-id", session);
    }
    Ok(request.send().await?.error_for_status()?)
}

async fn end(host: &TestHost, id: &str) -> Result<()> {
    let request = host::http_client()?
        .delete(host.url("/mcp"))
        .header("mcp-session-id", id);
    request.send().await?.error_for_status()?;
    Ok(())
}

/// Waits until so many sessions and nothing else are left; the last look is said where that never came.
async fn quiet(host: &TestHost, sessions: usize) -> Result<()> {
    host.wait_until_idle().await?;
    let mut seen = String::new();
    wait_for("the sessions alone to be left", async || {
        let metrics = host.metrics().await.ok()?;
        let (open, connections) = (metrics.gauge("sessions")?, metrics.gauge("connections")?);
        seen = format!("{open} sessions of {sessions} and {connections} connections are there");
        (open == sessions as f64 && connections <= WATCHING).then_some(())
    })
    .await
    .context(seen)
}
