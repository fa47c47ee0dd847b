//! A real game as clients of the Explorer protocol see it: what runs, which scenes it has, what is selected and what it says.

use super::player::object;
use super::query::frozen_game;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{EventStream, Explorer, JsonLines, McpClient, wait_for};

async fn watches(client: &McpClient, uri: &str) -> Result<()> {
    let subscribed = client.request("resources/subscribe", json!({ "uri": uri })).await?;
    ensure!(subscribed.message.get("result").is_some(), "{}", subscribed.message);
    Ok(())
}

/// Waits until that one is announced.
async fn updated(stream: &mut EventStream, uri: &str) -> Result<()> {
    loop {
        let update = stream.wait_for_method("notifications/resources/updated").await?;
        if update["params"]["uri"] == uri {
            return Ok(());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn explorer_clients_read_state_and_receive_events_of_a_game() -> Result<()> {
    let Some((host, _player, client)) = frozen_game("a real game for Explorer's clients").await? else {
        return Ok(());
    };
    let explorer = Explorer::new(&host)?;
    let status = explorer.json("GetStatus", json!({})).await?;
    ensure!(
        status["Platform"] == "LinuxPlayer" && status["Runtime"] == "mono" && status["UnityVersion"] == "2017.2.0f3",
        "{status}"
    );
    ensure!(status["Ready"] == true && status["ScenesLoaded"] == 1, "{status}");
    let read = explorer.read("unity://status").await?;
    // A resource has no place for remarks.
    let said = status
        .as_object()
        .context("members")?
        .iter()
        .filter(|(key, _)| *key != "diagnostics");
    for (key, value) in said {
        ensure!(read[key] == *value, "{key}: {read} {status}");
    }
    let version = explorer.json("GetVersion", json!({})).await?;
    ensure!(version["Runtime"] == "mono", "{version}");

    for uri in ["unity://scenes", "unity://selection", "unity://status"] {
        watches(&client, uri).await?;
    }
    let mut updates = client.listen().await?;
    let mut lines = JsonLines::new(explorer.stream_events().await?);
    let (_, scenes) = lines.read_until("scenes").await?;
    ensure!(scenes.to_string().contains("Scene"), "{scenes}");

    // The selection, from one client to the others.
    let camera = object(&client, "Main Camera").await?;
    explorer.write("SelectObject", json!({ "objectId": camera })).await?;
    let (_, selected) = lines.read_until("selection").await?;
    ensure!(
        selected == json!({ "ActiveId": camera, "Items": [camera] }),
        "{selected}"
    );
    // Whether the game is ready is reported too, and may be reported first.
    updated(&mut updates, "unity://selection").await?;
    let read = explorer.read("unity://selection").await?;
    ensure!(read == selected, "{read} {selected}");

    // The game goes on in a scene of its own.
    let edits = json!([{ "create": { "name": "Door", "components": ["Game.Door"] } }]);
    client.ask("edit_objects", json!({ "edits": edits })).await?;
    let door = object(&client, "Door").await?;
    let speak = json!({ "objectId": door, "componentType": "Game.Door", "method": "Speak", "argsJson": "[\"heard\"]" });
    client.ask("CallMethod", speak).await?;
    for said in ["heard here", "heard there"] {
        loop {
            let (_, line) = lines.read_until("log").await?;
            if line["message"].as_str().is_some_and(|message| message.contains(said)) {
                break;
            }
        }
    }
    let climb = json!({ "objectId": door, "componentType": "Game.Door", "method": "Climb" });
    client.ask("CallMethod", climb).await?;
    let (_, diff) = lines.read_until("scenes_diff").await?;
    ensure!(diff["added"].as_array().is_some_and(|added| added.len() == 1), "{diff}");
    wait_for("the new scene alone", async || {
        let scenes = explorer.read("unity://scenes").await.ok()?;
        let items = scenes["Items"].as_array()?;
        let loaded = items.iter().filter(|item| item["IsLoaded"] == true);
        let names: Vec<&str> = loaded.filter_map(|item| item["Name"].as_str()).collect();
        (names == ["Attic"]).then_some(())
    })
    .await?;
    updated(&mut updates, "unity://scenes").await?;
    Ok(())
}
