//! What a linked game cannot do, or reading may not do to it, is said before the policy is blamed.

use super::{free, options, sample};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, McpClient, TestHost};
use tests_unity_peer::{Act, Function, Peer};

async fn game(options: HostOptions, lacks: &[Function]) -> Result<(TestHost, Peer, McpClient)> {
    let host = options.start().await?;
    let peer = Peer::start_without(
        &host.data_dir(),
        &sample(),
        Box::new(|_, _| Act::Answer),
        lacks.to_vec(),
    )?;
    peer.wait_for_links(1).await.with_context(|| host.log_text())?;
    host.wait_until_ready().await?;
    let client = host.client().await?;
    Ok((host, peer, client))
}

async fn read(client: &McpClient, uri: &str) -> Result<Value> {
    let answer = client.request("resources/read", json!({ "uri": uri })).await?;
    Ok(answer.message)
}

/// What a resource holds.
async fn read_resource(client: &McpClient, uri: &str) -> Result<Value> {
    let answer = read(client, uri).await?;
    let text = answer["result"]["contents"][0]["text"].as_str();
    Ok(serde_json::from_str(text.with_context(|| answer.to_string())?)?)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scene_resource_reads_only_loaded_scenes_of_a_game() -> Result<()> {
    let (_host, peer, client) = game(free(), &[]).await?;
    let scenes = read_resource(&client, "unity://scenes").await?;
    let of = |name: &str| {
        let mut items = scenes["Items"].as_array().into_iter().flatten();
        items
            .find(|scene| scene["Name"] == name)
            .cloned()
            .with_context(|| scenes.to_string())
    };
    let (main, arena) = (of("Main")?, of("Arena")?);
    ensure!(main["IsLoaded"] == true && arena["IsLoaded"] == false, "{scenes}");
    let id = main["Id"].as_str().context("an id")?;
    for uri in ["active", id, "Main"].map(|name| format!("unity://scene/{name}")) {
        let shown = read_resource(&client, &uri).await?;
        ensure!(
            shown["Id"] == id && shown["RootCount"].as_u64() > Some(0),
            "{uri}: {shown}"
        );
    }
    let id = arena["Id"].as_str().context("an id")?;
    for uri in [id, "Arena"].map(|name| format!("unity://scene/{name}")) {
        let refused = read(&client, &uri).await?;
        let error = &refused["error"];
        ensure!(
            error["message"] == format!("{id} is not loaded, and reading loads no scene in a running Unity"),
            "{uri}: {refused}"
        );
        ensure!(error["data"]["kind"] == "NotReady", "{refused}");
        ensure!(error["data"]["hint"].to_string().contains("`open_scene`"), "{refused}");
    }
    ensure!(peer.write_count() == 0, "nothing was changed");
    client.ask("open_scene", json!({ "scene": "Arena" })).await?;
    let shown = read_resource(&client, "unity://scene/Arena").await?;
    ensure!(shown["Id"] == id && shown["IsLoaded"] == true, "{shown}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_missing_game_capability_before_the_policy() -> Result<()> {
    let closed = || options().set("policy.allow-writes", "false");
    let saves = closed().set(
        "bundles.save.grants",
        r#"["unity-tools:unity/edits", "unity-tools:unity/edits-save"]"#,
    );
    let (_host, _peer, client) = game(saves, &[Function::SaveFiles]).await?;
    // One that lacks the function, one whose capability is not there, one that a protocol of its own lists.
    for (tool, arguments, says_policy) in [
        ("save_scenes", json!({ "files": ["Assets/Scenes/Main.unity"] }), false),
        ("step", json!({ "frames": 1 }), false),
        ("execute_menu_item", json!({ "menuPath": "File/Save" }), true),
    ] {
        let said = client.call(tool, arguments).await?.expect_failure()?;
        ensure!(
            said.contains("needs more than the running Unity `sample@"),
            "{tool}: {said}"
        );
        ensure!(!said.contains("none is attached"), "{tool}: {said}");
        ensure!(said.contains("Writes disabled") == says_policy, "{tool}: {said}");
    }
    // The same game where it can: the policy is what is missing.
    let saves = closed().set(
        "bundles.save.grants",
        r#"["unity-tools:unity/edits", "unity-tools:unity/edits-save"]"#,
    );
    let (_host, _peer, client) = game(saves, &[]).await?;
    let scenes = json!({ "files": ["Assets/Scenes/Main.unity"] });
    let said = client.call("save_scenes", scenes).await?.expect_failure()?;
    ensure!(said.contains("Writes disabled"), "{said}");
    Ok(())
}
