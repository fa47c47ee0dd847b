//! The same with a real Unity player, the package in it, and the real host between it and an agent.

use super::options;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::player::Player;
use tests_support::{HostOptions, McpClient, TestHost};

/// A host, and a real player that linked itself to it. `None`, announced, where there is no player.
pub(super) async fn playing(what: &str, options: HostOptions) -> Result<Option<(TestHost, Player)>> {
    let host = options.start().await?;
    let Some(player) = Player::start(what, &host.data_dir())? else {
        return Ok(None);
    };
    let ready = host.wait_until_ready().await;
    ready.with_context(|| player.log())?;
    Ok(Some((host, player)))
}

/// The id of the one object of that name.
pub(super) async fn object(client: &McpClient, name: &str) -> Result<String> {
    let found = client.ask("ListObjects", json!({ "name": name, "limit": 10 })).await?;
    let items = found["Items"].as_array().context("items")?;
    let same = items.iter().find(|item| item["Name"] == name);
    let id = same.and_then(|item| item["Id"].as_str());
    Ok(id.with_context(|| found.to_string())?.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_reads_a_game() -> Result<()> {
    let Some((host, _player)) = playing("a real game for an agent", options()).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    let status = client.ask("GetStatus", json!({})).await?;
    ensure!(
        status["Platform"] == "LinuxPlayer" && status["UnityVersion"] == "2017.2.0f3" && status["Runtime"] == "mono",
        "{status}"
    );
    let info = client.ask("get_unity_info", json!({})).await?;
    ensure!(info["isPlaying"] == true, "{info}");
    let objects = client.ask("ListObjects", json!({ "limit": 200 })).await?;
    ensure!(objects["Total"] == 54, "{objects}");
    let camera = object(&client, "Main Camera").await?;
    let components = client.ask("GetComponents", json!({ "objectId": camera })).await?;
    ensure!(components.to_string().contains("UnityEngine.Camera"), "{components}");
    let health = host.health().await?;
    ensure!(
        health["bridge"] == "live" && health["unity_version"] == "2017.2.0f3",
        "{health}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_changes_a_game_if_the_policy_permits() -> Result<()> {
    let Some((host, _player)) = playing("changing a real game as an agent", options()).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    client.ask("SetTimeScale", json!({ "value": 0 })).await?;
    let scale = client.ask("GetTimeScale", json!({})).await?;
    ensure!(scale["value"] == 0.0, "{scale}");
    let camera = object(&client, "Main Camera").await?;
    client
        .ask("SetActive", json!({ "objectId": camera, "active": false }))
        .await?;
    let card = client.ask("GetObject", json!({ "id": camera })).await?;
    ensure!(card["Active"] == false, "{card}");
    let lines = crate::policy::audit(&host)?;
    let told = |tool: &str| {
        lines
            .iter()
            .any(|line| line["tool"] == tool && line["outcome"] == "allowed")
    };
    ensure!(told("SetTimeScale") && told("SetActive"), "{lines:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn read_only_host_does_not_change_a_game() -> Result<()> {
    let reading = HostOptions::new().set("unity.live", "true").without_ready();
    let Some((host, _player)) = playing("a real game that is only read", reading).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    let answer = client
        .call("SetTimeScale", json!({ "value": 0, "confirm": true }))
        .await?;
    let failure = answer.failure().context("a refusal")?;
    ensure!(failure.contains("policy.allow-writes"), "{failure}");
    let scale = client.ask("GetTimeScale", json!({})).await?;
    ensure!(scale["value"] == 1.0, "{scale}");
    let lines: Vec<Value> = crate::policy::audit(&host)?;
    ensure!(!lines.is_empty(), "the attempt left its line");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restarted_game_replaces_the_killed_one() -> Result<()> {
    let Some((host, mut player)) = playing("killing a real game", options()).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    client.ask("SetTimeScale", json!({ "value": 2 })).await?;
    player.kill()?;
    let Some(second) = Player::start("a second real game", &host.data_dir())? else {
        return Ok(());
    };
    // It waits for the game that takes the place.
    let scale = client
        .ask("GetTimeScale", json!({}))
        .await
        .with_context(|| second.log())?;
    ensure!(scale["value"] == 1.0, "another process: {scale}");
    Ok(())
}
