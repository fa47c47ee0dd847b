//! Who is refused while its body is still on the way reads the refusal, no matter which part refused it; one that never ends is cut off.

use super::memory::small;
use anyhow::{Context, Result, ensure};
use std::net::SocketAddr;
use tests_support::{HostOptions, PATIENCE, TestHost};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// More than all buffers on the way hold.
const BODY: usize = 40 << 20;

async fn open(host: &TestHost) -> Result<(TcpStream, SocketAddr)> {
    let address: SocketAddr = host.url("").trim_start_matches("http://").parse()?;
    Ok((TcpStream::connect(address).await?, address))
}

/// The first line of the answer to a request whose body is written to its end before anything is read.
async fn refusal_line(host: &TestHost, path: &str, name: Option<&str>, length: &str) -> Result<String> {
    let (mut socket, address) = open(host).await?;
    let name = name.map_or_else(|| address.to_string(), str::to_owned);
    let head = format!("POST {path} HTTP/1.1\r\nhost: {name}\r\ncontent-type: application/json\r\n{length}\r\n\r\n");
    socket.write_all(head.as_bytes()).await?;
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..BODY / piece.len() {
        if length.starts_with("transfer") {
            socket.write_all(format!("{:x}\r\n", piece.len()).as_bytes()).await?;
        }
        socket.write_all(&piece).await.context("the connection was closed")?;
        if length.starts_with("transfer") {
            socket.write_all(b"\r\n").await?;
        }
    }
    let mut start = [0; 16];
    tokio::time::timeout(PATIENCE, socket.read_exact(&mut start)).await??;
    Ok(String::from_utf8_lossy(&start).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_receives_the_rejection_while_it_still_sends() -> Result<()> {
    let host = HostOptions::new().no_bundled().start().await?;
    let announced = format!("content-length: {BODY}");
    let chunked = "transfer-encoding: chunked";
    for (path, name, length, status) in [
        ("/mcp", None, announced.as_str(), "413"),
        ("/mcp", None, chunked, "413"),
        ("/nowhere", None, announced.as_str(), "404"),
        ("/mcp", Some("another.example"), announced.as_str(), "403"),
    ] {
        let answer = refusal_line(&host, path, name, length).await;
        let answer = answer.with_context(|| format!("{path} {name:?} {length}"))?;
        ensure!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{path} {name:?} {length}: {answer}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cuts_off_an_endless_body_of_a_rejected_request() -> Result<()> {
    let host = small().no_bundled().start().await?;
    let (mut socket, address) = open(&host).await?;
    let head = format!("POST /nowhere HTTP/1.1\r\nhost: {address}\r\ncontent-length: 1000000000000\r\n\r\n");
    socket.write_all(head.as_bytes()).await?;
    let piece = vec![b'x'; 1 << 20];
    let mut taken = 0;
    while tokio::time::timeout(PATIENCE, socket.write_all(&piece)).await?.is_ok() {
        taken += piece.len();
        ensure!(taken < 1 << 30, "it is read for ever");
    }
    Ok(())
}
