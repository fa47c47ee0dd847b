//! A flood that is over costs nothing any more: what it took is free again, and the system has it.

use super::memory::{listening, post, watchable};
use anyhow::{Context, Result, ensure};
use tests_support::resident::Resident;
use tests_support::{HostOptions, TestHost, host::http_client, wait_for};

const LISTENERS: usize = 250;
/// Between two clients that stay: the memory of each is among that of the flood.
const STAYS: usize = 25;
/// Code that ran for the first time, clients that stayed, pages of which something is in use.
const KEPT: usize = 32 << 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn returns_memory_to_the_system_after_a_flood() -> Result<()> {
    let host = watchable(HostOptions::new()).start().await?;
    let Some(before) = Resident::read(host.pid()?) else {
        // Only Linux reports it.
        return Ok(());
    };
    let http = http_client()?;
    let body = listening();
    let (mut flood, mut clients) = (Vec::new(), Vec::new());
    for number in 0..LISTENERS {
        let answer = post(&host, &http, &body).await?;
        ensure!(answer.status().as_u16() == 200, "{}", answer.text().await?);
        flood.push(answer);
        if number % STAYS == 0 {
            clients.push(host.client().await?);
        }
    }
    let most = resident_now(&host)?;
    ensure!(most > before.now + 2 * KEPT, "only {most} bytes: that was no flood");
    drop((flood, http));
    wait_for("the system to have its memory back", async || {
        (resident_now(&host).ok()? <= before.now + KEPT).then_some(())
    })
    .await
    .with_context(|| {
        format!(
            "{} bytes before, {most} in the flood, {:?} now",
            before.now,
            resident_now(&host)
        )
    })
}

fn resident_now(host: &TestHost) -> Result<usize> {
    let resident = Resident::read(host.pid()?).context("the host has ended")?;
    Ok(resident.now)
}
