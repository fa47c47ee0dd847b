//! A proxy between client and host that cuts a connection behind words that the host sent.
//!
//! Belongs here: passing bytes on and cutting. Does not: HTTP; a word may lie across two reads, nothing else is known of
//! what passes.

use anyhow::{Context, Result};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tests_support::TestHost;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// One proxy. Everything that goes through it ends with it.
pub(crate) struct CuttingProxy {
    url: String,
    plan: Arc<Plan>,
    accepting: JoinHandle<()>,
}

#[derive(Default)]
struct Plan {
    /// The words behind which one connection is cut; taken by the first that sees them.
    behind: Mutex<Option<Vec<u8>>>,
    cuts: AtomicUsize,
}

impl CuttingProxy {
    /// A proxy before `host`.
    pub(crate) async fn start(host: &TestHost) -> Result<Self> {
        let url = host.url("");
        let target = url.strip_prefix("http://").context("a host's URL is http")?.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let plan = Arc::new(Plan::default());
        let shared = Arc::clone(&plan);
        let accepting = tokio::spawn(async move {
            // Ends its connections when it is dropped.
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                connections.spawn(pass(client, target.clone(), Arc::clone(&shared)));
                while connections.try_join_next().is_some() {}
            }
        });
        Ok(Self { url, plan, accepting })
    }

    /// Where clients connect.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    /// Cuts the next connection on which the host sends `words`, behind the event that they stand in.
    pub(crate) fn cut_behind(&self, words: &str) {
        let mut behind = self.plan.behind.lock().unwrap_or_else(PoisonError::into_inner);
        *behind = Some(words.as_bytes().to_vec());
    }

    /// How many connections were cut so far.
    pub(crate) fn cuts(&self) -> usize {
        self.plan.cuts.load(Ordering::SeqCst)
    }
}

impl Drop for CuttingProxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

/// Both directions until one side ends or the cut comes; then both sockets are closed.
async fn pass(client: TcpStream, target: String, plan: Arc<Plan>) {
    let Ok(host) = TcpStream::connect(target).await else {
        return;
    };
    // Each event must arrive before the cut, so nothing may wait for more.
    if client.set_nodelay(true).is_err() || host.set_nodelay(true).is_err() {
        return;
    }
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_host, mut to_host) = host.into_split();
    let up = async { tokio::io::copy(&mut from_client, &mut to_host).await.map(|_| ()) };
    let down = async {
        let mut seen = Vec::new();
        let mut buffer = vec![0; 16 * 1024];
        loop {
            let read = from_host.read(&mut buffer).await?;
            if read == 0 {
                return Ok::<(), std::io::Error>(());
            }
            seen.extend_from_slice(&buffer[..read]);
            match cut_at(&seen, read, &plan) {
                Some(length) => {
                    to_client.write_all(&buffer[..length]).await?;
                    to_client.flush().await?;
                    plan.cuts.fetch_add(1, Ordering::SeqCst);
                    return Ok(());
                }
                None => to_client.write_all(&buffer[..read]).await?,
            }
            // Only the tail can begin a word that goes on in the next read.
            let keep = seen.len().saturating_sub(1024);
            seen.drain(..keep);
        }
    };
    tokio::select! {
        _ = up => {}
        _ = down => {}
    }
}

/// How much of the last `read` bytes of `seen` still passes, where the cut comes now: up to the end of the event that
/// holds the words, or all of it where the event's end is not there yet.
fn cut_at(seen: &[u8], read: usize, plan: &Plan) -> Option<usize> {
    let mut behind = plan.behind.lock().unwrap_or_else(PoisonError::into_inner);
    let words = behind.as_ref()?;
    let passed = seen.len() - read;
    // What only the kept tail contains was there before the cut was asked for.
    let first = passed.saturating_sub(words.len().saturating_sub(1));
    let found = seen[first..]
        .windows(words.len())
        .position(|window| window == words.as_slice())?;
    let start = first + found;
    *behind = None;
    let rest = &seen[start..];
    let end = rest
        .windows(2)
        .position(|window| window == b"\n\n")
        .map_or(seen.len(), |at| start + at + 2);
    Some(end.saturating_sub(passed))
}
