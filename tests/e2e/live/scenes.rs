//! Scenes of a real game as an agent loads them: one that is not loaded, beside another and in its place; the link stays, and numbers of what went are
//! not taken for others.

use super::player::object;
use super::query::frozen_game;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{EventStream, McpClient, wait_for};

/// The loaded ones by the ends of their paths.
async fn loaded_scenes(client: &McpClient) -> Result<Vec<String>> {
    let told = client.ask("list_scenes", json!({ "loaded": true })).await?;
    let rows = told["rows"].as_array().with_context(|| told.to_string())?;
    Ok(rows
        .iter()
        .filter_map(|row| row["path"].as_str()?.rsplit('/').next())
        .map(str::to_owned)
        .collect())
}

async fn count(client: &McpClient) -> Result<Value> {
    let found = client.ask("ListObjects", json!({ "limit": 1 })).await?;
    Ok(found["Total"].clone())
}

/// What is said of a number whose object went with its scene.
async fn is_gone(client: &McpClient, id: &str) -> Result<()> {
    for (tool, arguments) in [
        ("GetObject", json!({ "id": id })),
        ("SetActive", json!({ "objectId": id, "active": false })),
    ] {
        let failure = client.call(tool, arguments).await?.expect_failure()?;
        ensure!(
            failure.contains(id) && failure.contains("has unloaded scenes since it returned this id"),
            "{tool}: {failure}"
        );
    }
    Ok(())
}

async fn wait_for_announcement(stream: &mut EventStream) -> Result<()> {
    let note = stream.wait_for_method("notifications/resources/updated").await?;
    ensure!(note["params"]["uri"] == "unity://scenes", "{note}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_loads_scenes_of_a_game_over_one_link() -> Result<()> {
    let Some((_host, player, client)) = frozen_game("loading scenes of a real game").await? else {
        return Ok(());
    };
    let subscribed = client
        .request("resources/subscribe", json!({ "uri": "unity://scenes" }))
        .await?;
    ensure!(subscribed.message.get("result").is_some(), "{}", subscribed.message);
    let mut stream = client.listen().await?;
    let camera = object(&client, "Main Camera").await?;
    let edits = json!([{ "create": { "name": "Door", "components": ["Game.Door"] } }]);
    client.ask("edit_objects", json!({ "edits": edits })).await?;
    let door = object(&client, "Door").await?;

    // The game itself goes on in a scene that it makes, and leaves the one of its build.
    let climb = json!({ "objectId": door, "componentType": "Game.Door", "method": "Climb" });
    client.ask("CallMethod", climb).await?;
    wait_for_announcement(&mut stream).await?;
    wait_for("the first scene to be left", async || {
        loaded_scenes(&client).await.ok().filter(|names| *names == ["Attic"])
    })
    .await?;
    is_gone(&client, &camera).await?;
    ensure!(count(&client).await? == 1, "the chest alone");
    let chest = object(&client, "Chest").await?;

    let beside = json!({ "scene": "Scene", "additive": true });
    let opened = client.ask("open_scene", beside.clone()).await?;
    ensure!(opened["loaded"] == true, "{opened}");
    wait_for_announcement(&mut stream).await?;
    ensure!(loaded_scenes(&client).await? == ["Scene.unity", "Attic"]);
    ensure!(count(&client).await? == 55, "both");
    is_gone(&client, &camera).await?;
    let again = object(&client, "Main Camera").await?;
    ensure!(again != camera, "another object has another number");
    client.ask("GetObject", json!({ "id": chest })).await?;
    // It is there: nothing is loaded a second time.
    client.ask("open_scene", beside).await?;
    ensure!(count(&client).await? == 55, "both");

    let alone = json!({ "scene": "Scene", "additive": false });
    let opened = client.ask("open_scene", alone).await?;
    ensure!(opened["loaded"] == true, "{opened}");
    wait_for_announcement(&mut stream).await?;
    wait_for("the other scene to go", async || {
        loaded_scenes(&client)
            .await
            .ok()
            .filter(|names| *names == ["Scene.unity"])
    })
    .await?;
    ensure!(count(&client).await? == 54, "the scene as it was built");
    is_gone(&client, &again).await?;
    is_gone(&client, &chest).await?;
    let failure = client.call("open_scene", json!({ "scene": "Attic" })).await?;
    let failure = failure.expect_failure()?;
    ensure!(failure.contains("Attic"), "{failure}");
    let links = player.log().matches("linked to unity-tool-host").count();
    ensure!(links == 1, "one link all the time, not {links}");
    Ok(())
}
