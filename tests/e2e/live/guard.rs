//! What becomes of a real game's time whose host is gone: it is held for a while, and then the game's own again.

use super::free;
use super::player::object;
use anyhow::{Context, Result, ensure};
use futures_util::future::try_join_all;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tests_support::player::Player;
use tests_support::{McpClient, TestHost, wait_for};

/// A host that players find which look into that folder.
async fn host_in(data: &Path) -> Result<(TestHost, McpClient)> {
    let host = free().start().await?;
    let hosts = data.join("hosts");
    std::fs::create_dir_all(&hosts)?;
    let own = wait_for("the host's file", async || {
        std::fs::read_dir(host.data_dir().join("hosts")).ok()?.next()?.ok()
    })
    .await?;
    // Whole at once, as a host itself puts it there.
    std::fs::copy(own.path(), data.join("host.new"))?;
    std::fs::rename(data.join("host.new"), hosts.join(own.file_name()))?;
    host.wait_until_ready().await?;
    let client = host.client().await?;
    Ok((host, client))
}

/// Kills the host, and waits until the game has been let go that often.
async fn lose_host(mut host: TestHost, player: &Player, times: usize) -> Result<()> {
    let begun = Instant::now();
    host.kill()?;
    host.wait_for_end().await?;
    wait_for("the game to be let go", async || {
        let count = player.log().matches("no host has been linked for 10 s").count();
        (count == times).then_some(())
    })
    .await
    .with_context(|| player.log())?;
    let held = begun.elapsed();
    ensure!(
        held >= Duration::from_secs(10),
        "let go after {held:?}: {}",
        player.log()
    );
    Ok(())
}

async fn time(client: &McpClient) -> Result<Value> {
    let scale = client.ask("GetTimeScale", json!({})).await?;
    let costs = client.ask("frame_stats", json!({ "frames": 1 })).await?;
    Ok(json!([scale["value"], scale["locked"], costs["clock"]["frozen"]]))
}

async fn height(client: &McpClient) -> Result<f64> {
    let found = client
        .ask(
            "find_objects",
            json!({ "path": "/Ball", "select": ["Transform.position.y"] }),
        )
        .await?;
    let y = &found["rows"][0]["Transform.position.y"];
    y.as_f64().with_context(|| found.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn game_resumes_its_own_time_scale_after_losing_its_host() -> Result<()> {
    let data = tempfile::tempdir()?;
    let Some(player) = Player::start("a held game without a host", data.path())? else {
        return Ok(());
    };
    let (host, client) = host_in(data.path()).await?;
    client.ask("step", json!({ "frozen": true })).await?;
    let edits = json!([
        { "create": { "name": "Ball", "components": ["Rigidbody"], "position": [500, 0, 0] } },
        { "create": { "name": "Door", "components": ["Game.Door"] } },
    ]);
    client.ask("edit_objects", json!({ "edits": edits })).await?;
    let stands = height(&client).await?;
    ensure!(time(&client).await? == json!([1.0, false, true]) && height(&client).await? == stands);
    lose_host(host, &player, 1).await?;
    // What the next host finds has fallen by itself.
    let (host, client) = host_in(data.path()).await?;
    let told = time(&client).await?;
    ensure!(told == json!([1.0, false, false]), "{told}");
    let fallen = height(&client).await?;
    ensure!(fallen < stands, "it is frozen at {fallen}");

    // What the game sets while a host holds its speed is not lost: it counts once no host holds it.
    client.ask("SetTimeScale", json!({ "value": 0, "lock": true })).await?;
    let door = object(&client, "Door").await?;
    let hurry = json!({ "objectId": door, "componentType": "Game.Door", "method": "Hurry" });
    client.ask("CallMethod", hurry).await?;
    let told = time(&client).await?;
    ensure!(told == json!([0.0, true, false]), "{told}");
    let held = height(&client).await?;
    ensure!(height(&client).await? == held, "time stands");
    lose_host(host, &player, 2).await?;
    let (_host, client) = host_in(data.path()).await?;
    let told = time(&client).await?;
    ensure!(told == json!([3.0, false, false]), "{told}");
    ensure!(height(&client).await? < held, "it stands");
    Ok(())
}

/// A frame may have many calls: what the game sets in one of them is reset before another one of them is answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn locks_time_scale_between_calls_of_one_frame() -> Result<()> {
    let data = tempfile::tempdir()?;
    let Some(player) = Player::start("a lock within a frame", data.path())? else {
        return Ok(());
    };
    let (host, client) = host_in(data.path()).await?;
    let edits = json!([{ "create": { "name": "Door", "components": ["Game.Door"] } }]);
    client.ask("edit_objects", json!({ "edits": edits })).await?;
    let door = object(&client, "Door").await?;
    let call = |method: &str| json!({ "objectId": door, "componentType": "Game.Door", "method": method });
    client.ask("SetTimeScale", json!({ "value": 2, "lock": true })).await?;
    client.ask("CallMethod", call("Slow")).await?;
    for _ in 0..5 {
        let hurried = AtomicBool::new(false);
        let hurry = async {
            let answer = client.ask("CallMethod", call("Hurry")).await;
            hurried.store(true, Ordering::Relaxed);
            answer
        };
        // Each frame has some of these, whichever one the method is called in.
        let scales = try_join_all((0..12).map(async |_| {
            while !hurried.load(Ordering::Relaxed) {
                let scale = client.ask("GetTimeScale", json!({})).await?;
                ensure!(scale["value"] == 2.0 && scale["locked"] == true, "{scale}");
            }
            Ok(())
        }));
        let (answer, scales) = tokio::join!(hurry, scales);
        answer?;
        scales?;
    }
    // What the game set in the frame in which the lock is set again is kept for later as well.
    let lock = client.ask("SetTimeScale", json!({ "value": 0, "lock": true }));
    let (hurried, lock) = tokio::join!(client.ask("CallMethod", call("Hurry")), lock);
    hurried?;
    lock?;
    lose_host(host, &player, 1).await?;
    let (_host, client) = host_in(data.path()).await?;
    let told = time(&client).await?;
    ensure!(told == json!([3.0, false, false]), "{told}");
    Ok(())
}
