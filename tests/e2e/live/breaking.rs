//! What breaks while agents write: links anywhere in a frame, and the host itself. Each write is done once all the same.

use super::{options, sample};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;
use tests_support::{McpClient, PATIENCE, wait_for};
use tests_unity_peer::{Act, Peer};
use tokio::task::JoinSet;

/// One write under that key; `None` where no answer came.
async fn write(client: &McpClient, key: Option<&str>) -> Option<Value> {
    let mut parameters = json!({ "name": "SetTimeScale", "arguments": { "value": 2 } });
    if let Some(key) = key {
        parameters["_meta"] = json!({ "unity-tools/idempotencyKey": key });
    }
    let answer = client.request("tools/call", parameters).await.ok()?;
    answer.message.get("result").cloned()
}

/// Where in the bytes of a link it breaks: another place each time, from its first bytes to some calls later.
fn cut(link: u64) -> Option<usize> {
    const LINKS: u64 = 150;
    let place = (link * 7_919) % 14_000;
    (link < LINKS).then(|| usize::try_from(place).unwrap_or(0))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_cut_anywhere_lose_no_write_and_double_none() -> Result<()> {
    let host = options().start().await?;
    let script = Box::new(|_, _: &_| Act::Answer);
    let peer = Peer::cutting(&host.data_dir(), &sample(), script, Box::new(cut))?;
    peer.linked(1).await?;
    host.wait_until_ready().await?;
    let (is_over, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let mut clients = JoinSet::new();
    for client in 0..6 {
        let agent = host.stateless()?;
        let (is_over, done) = (Arc::clone(&is_over), Arc::clone(&done));
        clients.spawn(async move {
            let mut number = 0;
            while !is_over.load(Ordering::Relaxed) {
                number += 1;
                let key = format!("{client}/{number}");
                let key = (client % 2 == 0).then_some(key.as_str());
                let result = write(&agent, key).await.context("an answer")?;
                ensure!(result["isError"] != true, "{result}");
                done.fetch_add(1, Ordering::Relaxed);
            }
            anyhow::Ok(())
        });
    }
    // As many as break, and one that stands.
    let stands = peer.dialled(151).await;
    is_over.store(true, Ordering::Relaxed);
    while let Some(client) = clients.join_next().await {
        client?.with_context(|| host.log_text())?;
    }
    stands?;
    let done = done.load(Ordering::Relaxed);
    ensure!(peer.doubled().is_empty(), "{:?}", peer.doubled());
    ensure!(
        peer.done() == done && done > 0,
        "{done} were told as done, {} were",
        peer.done()
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_comes_again_to_the_next_host_is_not_done_again() -> Result<()> {
    const KILLED: usize = 3;
    let mut host = options().start().await?;
    let peer = Peer::start(&host.data_dir(), &sample(), Box::new(|_, _| Act::Answer))?;
    peer.linked(1).await?;
    host.wait_until_ready().await?;
    let (is_over, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let mut clients = JoinSet::new();
    for client in 0..4 {
        let agent = host.stateless()?;
        let (is_over, done) = (Arc::clone(&is_over), Arc::clone(&done));
        clients.spawn(async move {
            let mut number = 0;
            while !is_over.load(Ordering::Relaxed) {
                number += 1;
                let key = format!("{client}/{number}");
                let until = Instant::now() + PATIENCE;
                while write(&agent, Some(&key))
                    .await
                    .is_none_or(|result| result["isError"] == true)
                {
                    ensure!(Instant::now() < until, "{key} was never answered");
                    tokio::task::yield_now().await;
                }
                done.fetch_add(1, Ordering::Relaxed);
            }
            anyhow::Ok(())
        });
    }
    for _ in 0..KILLED {
        let before = done.load(Ordering::Relaxed);
        wait_for("some writes", async || {
            (done.load(Ordering::Relaxed) > before + 20).then_some(())
        })
        .await?;
        host = host.killed_and_restarted().await?;
    }
    let before = done.load(Ordering::Relaxed);
    wait_for("writes after it", async || {
        (done.load(Ordering::Relaxed) > before).then_some(())
    })
    .await?;
    is_over.store(true, Ordering::Relaxed);
    while let Some(client) = clients.join_next().await {
        client?.with_context(|| host.log_text())?;
    }
    let done = done.load(Ordering::Relaxed);
    ensure!(peer.doubled().is_empty(), "{:?}", peer.doubled());
    ensure!(peer.done() == done, "{done} were told as done, {} were", peer.done());
    Ok(())
}
