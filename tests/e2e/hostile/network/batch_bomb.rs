//! `[1,1,1,…]`: each member once became a message of its own, with its own error, a hundred times its two bytes.

use anyhow::{Context, Result, ensure};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tests_support::host::http_client;
use tests_support::{Era, HostOptions, McpClient, TestHost};

/// Just below what a body may be.
const MEMBERS: usize = 2_000_000;
/// What one such body may cost for a moment, in MiB: itself, and buffers on its way.
const GROWTH: f64 = 48.0;

#[tokio::test]
async fn rejects_huge_batches_with_bounded_memory() -> Result<()> {
    let host = HostOptions::new().no_bundled().start().await?;
    let bomb = format!("[{}]", vec!["1"; MEMBERS].join(","));
    let takes_batches = McpClient::connect(&host.url("/mcp"), Era::Handshake("2025-03-26")).await?;
    let takes_none = host.client().await?;
    let post = async |path: &str, session: Option<&str>| -> Result<(u16, String)> {
        let mut sent = http_client()?.post(host.url(path)).body(bomb.clone());
        if let Some(session) = session {
            sent = sent.header("mcp-session-id", session);
        }
        let answer = sent.send().await?;
        Ok((answer.status().as_u16(), answer.text().await?))
    };
    for (path, session, words) in [
        ("/mcp", None, "Mcp-Session-Id is missing"),
        ("/mcp", takes_batches.session(), "at most 100 messages"),
        ("/mcp", takes_none.session(), "2025-11-25 has no batches"),
        ("/editor", None, "batch"),
        ("/message", None, "batch"),
        ("/", None, "batch"),
    ] {
        let before = resident(&host, "VmRSS")?;
        forget_peak(&host)?;
        let (status, told) = post(path, session).await?;
        ensure!(status == 400 && told.contains(words), "{path}: {status} {told}");
        ensure!(told.len() < 1000, "{path}: an answer of {} bytes", told.len());
        let grown = resident(&host, "VmHWM")? - before;
        ensure!(grown < GROWTH, "{path}: {grown} MiB for one body");
    }
    let before = resident(&host, "VmRSS")?;
    forget_peak(&host)?;
    let told = over_sse(&host, &bomb).await?;
    ensure!(told.contains("at most 100 messages"), "{told}");
    let grown = resident(&host, "VmHWM")? - before;
    ensure!(grown < GROWTH, "/messages: {grown} MiB for one body");
    Ok(())
}

/// What `/messages` says to the bomb, in a session of a version that has batches.
async fn over_sse(host: &TestHost, bomb: &str) -> Result<String> {
    let http = http_client()?;
    let stream = http.get(host.url("/sse")).header("accept", "text/event-stream");
    let mut stream = stream.send().await?.bytes_stream();
    let first = stream.next().await.context("no endpoint event")??;
    let first = String::from_utf8_lossy(&first).into_owned();
    let endpoint = first.split("data: ").nth(1).context(first.clone())?.trim().to_owned();
    let hello = json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": { "protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": { "name": "e2e", "version": "1" } },
    });
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    for body in [hello.to_string(), ready.to_string()] {
        let taken = http.post(host.url(&endpoint)).body(body).send().await?;
        ensure!(taken.status().as_u16() == 202, "{}", taken.text().await?);
    }
    let refused = http.post(host.url(&endpoint)).body(bomb.to_owned()).send().await?;
    let refused: Value = refused.json().await?;
    Ok(refused["error"]["message"].to_string())
}

/// Peak (`VmHWM`) or present (`VmRSS`) memory of the host, in MiB.
#[cfg(target_os = "linux")]
fn resident(host: &TestHost, which: &str) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", host.pid()?))?;
    let line = status.lines().find_map(|line| line.strip_prefix(which));
    let number = line.and_then(|line| line.trim_start_matches(':').split_whitespace().next());
    let kibibytes: f64 = number.with_context(|| format!("no {which} in /proc"))?.parse()?;
    Ok(kibibytes / 1024.0)
}

/// The peak counts from now on.
#[cfg(target_os = "linux")]
fn forget_peak(host: &TestHost) -> Result<()> {
    std::fs::write(format!("/proc/{}/clear_refs", host.pid()?), "5").context("the peak cannot be forgotten")
}

/// Only Linux reports it; the answers are looked at everywhere.
#[cfg(not(target_os = "linux"))]
fn resident(_: &TestHost, _: &str) -> Result<f64> {
    Ok(0.0)
}

#[cfg(not(target_os = "linux"))]
fn forget_peak(_: &TestHost) -> Result<()> {
    Ok(())
}
