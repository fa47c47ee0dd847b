//! What a host that may only read refuses to do in a real game, and what one that may does: each over MCP, with its line in the audit.

use super::player::{object, playing};
use super::query::{frozen_game, listing};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, McpClient};

async fn writes(client: &McpClient) -> Result<Vec<(&'static str, Value)>> {
    let camera = object(client, "Main Camera").await?;
    let academy = object(client, "Ball3DAcademy").await?;
    Ok(vec![
        ("SetTimeScale", json!({ "value": 0 })),
        ("SetActive", json!({ "objectId": camera, "active": false })),
        ("DestroyObject", json!({ "objectId": camera })),
        ("SelectObject", json!({ "objectId": camera })),
        (
            "CallMethod",
            json!({ "objectId": academy, "componentType": "Ball3DAcademy", "method": "Listing" }),
        ),
        ("SpawnTestUi", json!({})),
        // On a folder it only looks, and needs no policy.
        ("open_scene", json!({ "scene": "scene" })),
        (
            "edit_objects",
            json!({ "edits": [{ "destroy": { "object": camera } }] }),
        ),
    ])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_and_audits_every_write_without_permission() -> Result<()> {
    let reading = HostOptions::new().set("unity.live", "true").without_ready();
    let Some((host, _player)) = playing("writes without a policy", reading).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    let writes = writes(&client).await?;
    for (tool, arguments) in &writes {
        let failure = client.call(tool, arguments.clone()).await?.failure();
        let failure = failure.with_context(|| format!("{tool} was done"))?;
        ensure!(failure.contains("policy."), "{tool}: {failure}");
    }
    let found = client.ask("ListObjects", json!({ "limit": 1 })).await?;
    let scale = client.ask("GetTimeScale", json!({})).await?;
    ensure!(found["Total"] == 54 && scale["value"] == 1.0, "{found} {scale}");
    let lines = crate::policy::audit(&host)?;
    for (tool, _) in &writes {
        let told = lines
            .iter()
            .any(|line| line["tool"] == *tool && line["outcome"] != "allowed");
        ensure!(told, "{tool} left no line: {lines:?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn audits_select_test_ui_open_scene_and_destroy() -> Result<()> {
    let Some((host, _player, client)) = frozen_game("writes with a policy").await? else {
        return Ok(());
    };
    let camera = object(&client, "Main Camera").await?;
    client.ask("SelectObject", json!({ "objectId": camera })).await?;
    let selection = client.ask("GetSelection", json!({})).await?;
    ensure!(selection.to_string().contains(&camera), "{selection}");
    client.ask("SpawnTestUi", json!({})).await?;
    ensure!(listing(&client).await?.len() > 54);
    client.ask("DestroyTestUi", json!({})).await?;
    let opened = client
        .ask("open_scene", json!({ "scene": "scene", "additive": true }))
        .await?;
    ensure!(opened["loaded"] == true, "{opened}");
    client
        .ask(
            "edit_objects",
            json!({ "edits": [{ "destroy": { "object": camera } }] }),
        )
        .await?;
    ensure!(listing(&client).await?.len() == 53);
    let lines = crate::policy::audit(&host)?;
    for tool in ["SelectObject", "SpawnTestUi", "open_scene", "edit_objects"] {
        let told = lines
            .iter()
            .any(|line| line["tool"] == tool && line["outcome"] == "allowed");
        ensure!(told, "{tool} left no line");
    }
    Ok(())
}
