//! Sockets that say as little as keeps a server waiting: a letter, half a head, the preface of HTTP/2.

use anyhow::{Context, Result, ensure};
use std::net::SocketAddr;
use tests_support::{HostOptions, wait_for};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const EACH: usize = 100;
const BEGUN: [&[u8]; 5] = [
    b"",
    b"P",
    b"GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    // And settings, as a client that means it sends them.
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00",
];

#[tokio::test]
async fn closes_sockets_that_send_no_complete_request() -> Result<()> {
    let host = HostOptions::new()
        .no_bundled()
        .set("server.head-timeout", "500ms")
        .start()
        .await?;
    let address: SocketAddr = host.url("").trim_start_matches("http://").parse()?;
    let mut held = Vec::new();
    for number in 0..EACH * BEGUN.len() {
        let mut socket = TcpStream::connect(address).await?;
        socket.write_all(BEGUN[number % BEGUN.len()]).await?;
        held.push(socket);
    }
    for mut socket in held {
        let mut heard = Vec::new();
        let end = tokio::time::timeout(tests_support::PATIENCE, socket.read_to_end(&mut heard)).await;
        // An end and a reset are both an end.
        let _ = end.context("a socket that asks for nothing is still open")?;
        ensure!(!heard.starts_with(b"HTTP/1.1 200"), "{heard:?}");
    }
    wait_for("no connection to be left but the one that asks", async || {
        (host.metrics().await.ok()?.gauge("connections")? <= 1.0).then_some(())
    })
    .await
}

#[tokio::test]
async fn rejects_connections_over_the_limit() -> Result<()> {
    let host = HostOptions::new()
        .no_bundled()
        .set("server.max-connections", "8")
        .start()
        .await?;
    let address: SocketAddr = host.url("").trim_start_matches("http://").parse()?;
    let open = host.metrics().await?.gauge("connections").context("no gauge")?;
    let mut held = Vec::new();
    for _ in 0..8 - open as usize {
        held.push(TcpStream::connect(address).await?);
    }
    let mut refused = TcpStream::connect(address).await?;
    let mut heard = String::new();
    refused.read_to_string(&mut heard).await?;
    ensure!(heard.starts_with("HTTP/1.1 503"), "{heard}");
    host.wait_for_log("the setting that was reached", |line| {
        line.contains("server.max-connections")
    })
    .await?;
    drop(held);
    wait_for("a free place", async || host.get("/health").await.ok()).await?;
    Ok(())
}
