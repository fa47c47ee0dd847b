//! A real game among hosts: two at once, one that died, and who took the dead one's port.

use super::options;
use super::player::playing;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::host::toml_path;
use tests_support::{HostOptions, McpClient, TestHost};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// A host with the targets of `other`.
fn options_beside(other: &TestHost) -> HostOptions {
    options().set("server.data-dir", &toml_path(&other.data_dir()))
}

async fn scale(client: &McpClient) -> Result<f64> {
    let told = client.ask("GetTimeScale", json!({})).await?;
    told["value"].as_f64().with_context(|| told.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn game_serves_two_hosts_and_survives_the_death_of_one() -> Result<()> {
    let Some((mut first, player)) = playing("a game of two hosts", options()).await? else {
        return Ok(());
    };
    let second = options_beside(&first).start().await?;
    second.wait_until_ready().await.with_context(|| player.log())?;
    let (of_first, of_second) = (first.client().await?, second.client().await?);
    of_first.ask("SetTimeScale", json!({ "value": 2 })).await?;
    ensure!(scale(&of_second).await? == 2.0, "what one changed the other one reads");
    let edits = json!([{ "create": { "name": "OfTheSecond", "position": [0, 0, 0] } }]);
    of_second.ask("edit_objects", json!({ "edits": edits })).await?;
    ensure!(super::count(&of_first, "OfTheSecond").await? == 1);
    first.killed().await?;
    of_second.ask("SetTimeScale", json!({ "value": 3 })).await?;
    ensure!(scale(&of_second).await? == 3.0, "it goes on");
    ensure!(super::count(&of_second, "OfTheSecond").await? == 1, "{}", player.log());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn port_squatter_gets_no_secret_nor_blocks_the_next_host() -> Result<()> {
    let Some((mut dead, player)) = playing("a game whose host dies", options()).await? else {
        return Ok(());
    };
    let address = dead.url("").trim_start_matches("http://").to_owned();
    let file = dead.data_dir().join(format!("hosts/{}.json", dead.pid()?));
    let told: Value = serde_json::from_slice(&std::fs::read(&file)?)?;
    let secret = told["secret"].as_str().with_context(|| told.to_string())?;
    dead.killed().await?;
    let next = options_beside(&dead);
    let squatter = TcpListener::bind(&address).await?;
    let (heard, mut hearing) = mpsc::channel(64);
    let squatting = tokio::spawn(async move {
        let mut ends = JoinSet::new();
        while let Ok((mut stream, _)) = squatter.accept().await {
            let heard = heard.clone();
            ends.spawn(async move {
                let mut bytes = vec![0; 4096];
                // It says nothing, as one who waits for a secret.
                while let Ok(count @ 1..) = stream.read(&mut bytes).await {
                    let said = heard.send(String::from_utf8_lossy(&bytes[..count]).into_owned()).await;
                    if said.is_err() {
                        return;
                    }
                }
            });
        }
    });
    ensure!(file.exists(), "it was killed: its file stays");
    let next = next.start().await?;
    next.wait_until_ready().await.with_context(|| player.log())?;
    let client = next.client().await?;
    client.ask("SetTimeScale", json!({ "value": 2 })).await?;
    ensure!(scale(&client).await? == 2.0);
    // The last one whom it hears.
    TcpStream::connect(&address).await?.write_all(b"that is all").await?;
    let mut all = String::new();
    while !all.contains("that is all") {
        all += &hearing.recv().await.context("it hears")?;
    }
    ensure!(!all.contains(secret) && !all.contains("\"proof\""), "{all}");
    squatting.abort();
    Ok(())
}
