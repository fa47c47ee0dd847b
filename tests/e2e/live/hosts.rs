//! A real game among hosts: two at once, one that died, and who took the dead one's port.

use super::options;
use super::player::playing;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tests_support::host::toml_path;
use tests_support::{HostOptions, McpClient, TestHost, wait_for};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};

/// A host whose Unitys are those of `other`.
fn beside(other: &TestHost) -> HostOptions {
    options().set("server.data-dir", &toml_path(&other.data_dir()))
}

async fn scale(client: &McpClient) -> Result<f64> {
    let told = client.ask("GetTimeScale", json!({})).await?;
    told["value"].as_f64().with_context(|| told.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_serves_two_hosts_and_goes_on_with_the_one_that_is_left() -> Result<()> {
    let Some((mut first, player)) = playing("a game of two hosts", options()).await? else {
        return Ok(());
    };
    let second = beside(&first).start().await?;
    second.wait_until_ready().await.with_context(|| player.log())?;
    let (of_first, of_second) = (first.client().await?, second.client().await?);
    of_first.ask("SetTimeScale", json!({ "value": 2 })).await?;
    ensure!(scale(&of_second).await? == 2.0, "what one changed the other one reads");
    let edits = json!([{ "create": { "name": "OfTheSecond", "position": [0, 0, 0] } }]);
    of_second.ask("edit_objects", json!({ "edits": edits })).await?;
    ensure!(super::count(&of_first, "OfTheSecond").await? == 1);
    first.kill()?;
    // It stays here: its folder is that of both.
    wait_for("its end", async || first.get("/health").await.err()).await?;
    of_second.ask("SetTimeScale", json!({ "value": 3 })).await?;
    ensure!(scale(&of_second).await? == 3.0, "it goes on");
    ensure!(super::count(&of_second, "OfTheSecond").await? == 1, "{}", player.log());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_a_dead_hosts_port_hears_nothing_of_a_game_that_finds_the_next_host() -> Result<()> {
    let Some((mut dead, player)) = playing("a game whose host dies", options()).await? else {
        return Ok(());
    };
    let address = dead.url("").trim_start_matches("http://").to_owned();
    let file = dead.data_dir().join(format!("hosts/{}.json", dead.pid()?));
    ensure!(file.exists(), "{}", file.display());
    dead.kill()?;
    let next = beside(&dead);
    let squatter = wait_for("its port", async || TcpListener::bind(&address).await.ok()).await?;
    let heard = Arc::new(AtomicUsize::new(0));
    let ears = Arc::clone(&heard);
    let squatting = tokio::spawn(async move {
        while let Ok((stream, _)) = squatter.accept().await {
            let mut bytes = [0; 4096];
            // Whatever is said counts, the first word of a greeting too.
            if stream.readable().await.is_ok() {
                ears.fetch_add(stream.try_read(&mut bytes).unwrap_or_default(), Ordering::Relaxed);
            }
        }
    });
    ensure!(file.exists(), "it was killed: its file stays");
    let next = next.start().await?;
    next.wait_until_ready().await.with_context(|| player.log())?;
    let client = next.client().await?;
    client.ask("SetTimeScale", json!({ "value": 2 })).await?;
    ensure!(scale(&client).await? == 2.0);
    ensure!(heard.load(Ordering::Relaxed) == 0, "the game spoke to a stranger");
    // It would have heard.
    TcpStream::connect(&address).await?.write_all(b"GET /bridge").await?;
    wait_for("a word of ours", async || {
        (heard.load(Ordering::Relaxed) > 0).then_some(())
    })
    .await?;
    squatting.abort();
    Ok(())
}
