//! HTTP/2 connections that make the host hold what no body is: heads, streams that wait, windows that are full.

use super::http2_frames::{Connection, DATA, END_HEADERS, END_STREAM, HEADERS, address, frame, head};
use super::memory::{MEMORY, UNCOUNTED, share, small, until_empty, within_budget};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::host::LOOK;
use tests_support::resident::Resident;
use tests_support::{HostOptions, TestHost, wait_for};

const CONNECTIONS: usize = 32;
/// What one takes once it speaks HTTP/2, at least.
const EACH: usize = 128 << 10;
/// On each connection, at least.
const STREAMS: usize = 100;
/// A field of a head, and how many make one that is just not too long (RFC 9113, 6.5.2: each counts 32 more).
const FIELD: (usize, usize) = (5, 1);
const FIELDS: usize = (16 << 10) / (FIELD.0 + FIELD.1 + 32) - 8;

/// As many connections, each known to speak HTTP/2: they have their room before anything else takes it.
async fn all_open(host: &TestHost, count: usize, settings: &[u8]) -> Result<Vec<Connection>> {
    let address = address(host)?;
    let head = head(address, "/nowhere", 0);
    let mut connections = Vec::new();
    for _ in 0..count {
        let connection = Connection::open(address, settings).await?;
        let first = frame(HEADERS, END_HEADERS | END_STREAM, 1, &head);
        connection.send(&first).await?;
        connections.push(connection);
    }
    wait_for("room for every connection", async || {
        let taken = share(host, "connections").await.ok()?;
        (taken >= (count * EACH) as f64).then_some(())
    })
    .await?;
    Ok(connections)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http2_headers_of_unfinished_requests_stay_within_the_budget() -> Result<()> {
    let host = small().no_bundled().start().await?;
    let address = address(&host)?;
    let before = Resident::read(host.pid()?);
    let head = head(address, "/mcp", FIELDS);
    ensure!(head.len() < 16 << 10, "it has to be one frame: {}", head.len());
    let connections = all_open(&host, CONNECTIONS, &[]).await?;
    for connection in &connections {
        connection.request(STREAMS, &head, b"{").await?;
        within_budget(&host).await?;
    }
    wait_for("most requests to be refused", async || {
        let refused = host.metrics().await.ok()?.gauge("memory_refused_total")?;
        (refused >= (CONNECTIONS * STREAMS / 2) as f64).then_some(())
    })
    .await?;
    within_budget(&host).await?;
    ensure!(
        connections.iter().all(Connection::is_open),
        "a connection was ended for its heads"
    );
    if let (Some(before), Some(after)) = (before, Resident::read(host.pid()?)) {
        let grown = after.most.saturating_sub(before.now);
        ensure!(grown <= MEMORY + UNCOUNTED, "the process grew by {grown} bytes");
    }
    drop(connections);
    until_empty(&host).await.context("after the connections were dropped")
}

/// Of an unknown type: the host has to read it, and drops it.
const UNKNOWN: u8 = 0xfa;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_byte_http2_bodies_stay_within_the_budget() -> Result<()> {
    const ALL: usize = 64 << 20;
    const MANY: usize = 60;
    let host = HostOptions::new()
        .no_bundled()
        .set("server.memory", "64MiB")
        .start()
        .await?;
    let address = address(&host)?;
    let before = Resident::read(host.pid()?);
    let head = head(address, "/mcp", 0);
    let noise = frame(UNKNOWN, 0, 0, &[0; 16 << 10]);
    let connections = all_open(&host, MANY, &[]).await?;
    for connection in &connections {
        for stream in Connection::streams(STREAMS) {
            let mut bytes = frame(HEADERS, END_HEADERS, stream, &head);
            bytes.extend(frame(DATA, 0, stream, b"x"));
            bytes.extend(&noise);
            connection.send(&bytes).await?;
        }
    }
    wait_for("the budget to be full", async || {
        (host.metrics().await.ok()?.gauge("memory_refused_total")? > 0.0).then_some(())
    })
    .await?;
    if let (Some(before), Some(after)) = (before, Resident::read(host.pid()?)) {
        let grown = after.most.saturating_sub(before.now);
        ensure!(grown <= ALL + UNCOUNTED / 4, "the process grew by {grown} bytes");
    }
    drop(connections);
    until_empty(&host).await
}

/// `SETTINGS_INITIAL_WINDOW_SIZE` of nothing: no answer's body may be sent.
const NO_WINDOW: [u8; 6] = [0, 4, 0, 0, 0, 0];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn evicts_unread_http2_responses_to_serve_other_clients() -> Result<()> {
    const LIST: &[u8] = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let host = small().start().await?;
    let address = address(&host)?;
    let head = head(address, "/", 0);
    let connections = all_open(&host, CONNECTIONS, &NO_WINDOW).await?;
    for connection in &connections {
        for stream in Connection::streams(STREAMS) {
            let mut bytes = frame(HEADERS, END_HEADERS, stream, &head);
            bytes.extend(frame(DATA, END_STREAM, stream, LIST));
            connection.send(&bytes).await?;
        }
    }
    wait_for("the answers to fill the budget", async || {
        (host.metrics().await.ok()?.gauge("memory_refused_total")? > 0.0).then_some(())
    })
    .await?;
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "ListScenes", "arguments": {} } });
    let http = tests_support::host::http_client()?;
    wait_for("another client to be served", async || {
        let post = http.post(host.url("/")).body(call.to_string()).timeout(LOOK);
        let sent = post.send().await.ok()?;
        (sent.status().as_u16() == 200).then_some(())
    })
    .await?;
    ensure!(
        connections.iter().all(Connection::is_open),
        "streams were to end, not connections"
    );
    drop(connections);
    until_empty(&host).await
}
