//! Requests that name two hosts, so that two readers judge two: a second header, a target of another name.

use anyhow::{Result, ensure};
use std::net::SocketAddr;
use tests_support::HostOptions;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn rejects_requests_with_conflicting_hosts() -> Result<()> {
    let host = HostOptions::new().no_bundled().start().await?;
    let address: SocketAddr = host.url("").trim_start_matches("http://").parse()?;
    for (target, hosts, expected) in [
        ("/health", "Host: localhost\r\n", 200),
        ("http://localhost/health", "Host: localhost\r\n", 200),
        ("/health", "Host: localhost\r\nHost: evil.example\r\n", 400),
        ("/health", "Host: evil.example\r\nHost: localhost\r\n", 400),
        ("http://evil.example/health", "Host: localhost\r\n", 400),
        ("http://localhost/health", "Host: evil.example\r\n", 400),
        ("http://evil.example/metrics", "Host: evil.example\r\n", 403),
    ] {
        let mut socket = TcpStream::connect(address).await?;
        let request = format!("GET {target} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        socket.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        socket.read_to_string(&mut answer).await?;
        ensure!(
            answer.starts_with(&format!("HTTP/1.1 {expected} ")),
            "{request}: {answer}"
        );
    }
    Ok(())
}
