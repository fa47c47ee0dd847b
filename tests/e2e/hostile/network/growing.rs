//! Bodies that come piece by piece on many connections at once: what is resident stays near to what is counted.

use super::memory::UNCOUNTED;
use anyhow::{Result, ensure};
use std::net::SocketAddr;
use tests_support::resident::Resident;
use tests_support::{HostOptions, PATIENCE};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrently_growing_bodies_stay_within_the_budget() -> Result<()> {
    const MANY: usize = 700;
    const PIECE: usize = 16 << 10;
    const ROUNDS: usize = 60;
    const LARGER: usize = 128 << 20;
    let host = HostOptions::new()
        .set("server.memory", "128MiB")
        .no_bundled()
        .start()
        .await?;
    let before = Resident::read(host.pid()?);
    let address: SocketAddr = host.url("").trim_start_matches("http://").parse()?;
    let head = format!("POST / HTTP/1.1\r\nhost: {address}\r\ncontent-length: 1000000\r\n\r\n");
    let mut sockets = Vec::new();
    for _ in 0..MANY {
        let mut socket = TcpStream::connect(address).await?;
        let _ = socket.write_all(head.as_bytes()).await;
        sockets.push(socket);
    }
    let piece = vec![b'x'; PIECE];
    for _ in 0..ROUNDS {
        for socket in &mut sockets {
            // One that found no room is closed, or read for as long as its refusal needs.
            let _ = tokio::time::timeout(PATIENCE, socket.write_all(&piece)).await;
        }
    }
    if let (Some(before), Some(after)) = (before, Resident::read(host.pid()?)) {
        let grown = after.most.saturating_sub(before.now);
        ensure!(grown <= LARGER + UNCOUNTED / 4, "the process grew by {grown} bytes");
    }
    Ok(())
}
