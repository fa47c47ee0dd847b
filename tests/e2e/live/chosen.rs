//! `list_unitys` and `use_unity`: a session works on the Unity that it chose, and on no other.

use super::several::{host_with_game, ids, scale, target};
use super::{options, sample};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{Era, McpClient};
use tests_unity_peer::{Act, Peer};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn session_selects_an_instance_for_its_next_calls() -> Result<()> {
    let (host, peer) = host_with_game().await?;
    let (folder, game) = ids(&host).await?;
    let (client, other) = (host.client().await?, host.client().await?);
    let listed = client.ask("list_unitys", json!({})).await?;
    let rows = listed["targets"].as_array().context("rows")?;
    ensure!(
        rows.len() == 2 && rows[0]["id"] == game && rows[0]["chosen"] == true && rows[1]["source"] == "folder",
        "{listed}"
    );
    let chosen = client.ask("use_unity", json!({ "unity": folder })).await?;
    ensure!(chosen["id"] == folder && chosen["chosen"] == true, "{chosen}");
    client.ask("SetTimeScale", json!({ "value": 3 })).await?;
    let read = scale(&client, None).await?;
    ensure!(
        target(&read) == &json!({ "unity": folder, "source": "folder" }),
        "{read}"
    );
    ensure!(read["result"]["structuredContent"]["value"] == 3.0, "{read}");
    ensure!(!read.to_string().contains("no target was named or chosen"), "{read}");
    // One request's word wins, and the choice comes after it.
    ensure!(target(&scale(&client, Some(&game)).await?)["unity"] == game);
    ensure!(target(&scale(&client, None).await?)["unity"] == folder);
    let by_address = McpClient::connect(&host.url(&format!("/mcp?unity={game}")), Era::Handshake("2025-11-25")).await?;
    let told = by_address.call("use_unity", json!({ "unity": folder })).await?;
    ensure!(
        told.0.message.to_string().contains("whatever was chosen"),
        "{}",
        told.0.message
    );
    ensure!(target(&scale(&by_address, None).await?)["unity"] == game);
    // Another session chose nothing.
    let refused = other.call("SetTimeScale", json!({ "value": 2 })).await?;
    let why = refused.0.message.to_string();
    ensure!(why.contains("names none of them") && why.contains("use_unity"), "{why}");
    other.ask("use_unity", json!({ "unity": game })).await?;
    other.ask("SetTimeScale", json!({ "value": 2 })).await?;
    ensure!(peer.write_count() == 1, "it went to the game");
    let stateless = host.stateless()?.call("use_unity", json!({ "unity": game })).await?;
    let why = stateless.failure().context("it has no session")?;
    ensure!(why.contains("no session"), "{why}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn selecting_an_instance_requires_write_permission_and_is_audited() -> Result<()> {
    let host = options()
        .set("policy.allow-writes", "false")
        .project(&sample())
        .start()
        .await?;
    let peer = Peer::start(&host.data_dir(), &sample(), Box::new(|_, _| Act::Answer))?;
    peer.wait_for_links(1).await.with_context(|| host.log_text())?;
    host.wait_until_ready().await?;
    let (folder, _) = ids(&host).await?;
    let client = host.client().await?;
    client.ask("list_unitys", json!({})).await?;
    let refused = client.call("use_unity", json!({ "unity": folder })).await?;
    let why = refused.failure().context("nothing may be changed")?;
    ensure!(why.contains("allow-writes") || why.contains("read-only"), "{why}");
    let audited = crate::policy::audit(&host)?;
    ensure!(
        audited
            .iter()
            .any(|line| line["tool"] == "use_unity" && line["outcome"] == "denied"),
        "{audited:?}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_and_selects_a_folder_as_the_only_target() -> Result<()> {
    let host = tests_support::HostOptions::new()
        .set("policy.allow-writes", "true")
        .set("policy.profile", "all")
        .start()
        .await?;
    let client = host.client().await?;
    let listed = client.ask("list_unitys", json!({})).await?;
    let row = &listed["targets"][0];
    ensure!(
        row["source"] == "folder" && row["chosen"] == true && row["state"] == "ready",
        "{listed}"
    );
    client.ask("use_unity", json!({ "unity": row["id"] })).await?;
    let nobody = client.call("use_unity", json!({ "unity": "Game" })).await?;
    let why = nobody.0.message.to_string();
    ensure!(
        why.contains("no target is called") && why.contains("the only target of this host"),
        "{why}"
    );
    Ok(())
}
