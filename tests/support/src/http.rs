//! Plain HTTP clients.
//!
//! Belongs here: what they do with their connections. Does not: what is sent (`client.rs`, `explorer.rs`).

use anyhow::{Context, Result};
use std::time::Duration;

/// One that keeps its connections. Asked before the last answer's connection is back in its pool it opens another, and keeps
/// both for 90 s.
pub fn http_client() -> Result<reqwest::Client> {
    plain().build().context("no HTTP client")
}

/// How long a look at a host that may refuse connections waits for its answer. A request that is handed to a connection just
/// as that one ends is lost inside of hyper's client once in some ten thousand refusals, and its answer is waited for for ever.
pub const LOOK: Duration = Duration::from_secs(20);

/// One that keeps a single connection, so that a reader of the gauges knows how many of them are its own.
pub(crate) fn watcher() -> Result<reqwest::Client> {
    plain()
        .pool_max_idle_per_host(1)
        .timeout(LOOK)
        .build()
        .context("no HTTP client")
}

fn plain() -> reqwest::ClientBuilder {
    reqwest::Client::builder().no_proxy().tcp_nodelay(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wait_for;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    /// Answers each head with nothing, for as long as the client keeps the connection.
    async fn answer(mut socket: TcpStream) -> std::io::Result<()> {
        let mut head = Vec::new();
        while socket.read_buf(&mut head).await? > 0 {
            if head.ends_with(b"\r\n\r\n") {
                socket
                    .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
                    .await?;
                head.clear();
            }
        }
        Ok(())
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn watcher_reuses_one_connection() -> Result<()> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/", listener.local_addr()?);
        let open = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&open);
        let server = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let open = Arc::clone(&counted);
                open.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(async move {
                    let _ = answer(socket).await;
                    open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        let http = watcher()?;
        // Enough for a connection to come back too late more than once.
        for _ in 0..20_000 {
            http.get(&url).send().await?.bytes().await?;
        }
        wait_for("one connection alone to be left", async || {
            (open.load(Ordering::SeqCst) == 1).then_some(())
        })
        .await?;
        server.abort();
        Ok(())
    }
}
