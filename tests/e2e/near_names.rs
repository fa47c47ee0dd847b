//! What is not found is told with the names that are near.
//!
//! Belongs here: that the nearest names reach a caller. Does not: what is near (`host/bridge-project`).

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{Explorer, HostOptions};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_who_mistypes_is_told_what_is_near() -> Result<()> {
    let host = HostOptions::new()
        .set("policy.allow-writes", "true")
        .set("policy.require-confirm", "false")
        .start()
        .await?;
    let client = host.client().await?;
    let page = client.ask("ListObjects", json!({ "limit": 1 })).await?;
    let path = page["Items"][0]["Path"].as_str().context("an object")?.to_owned();
    let id = page["Items"][0]["Id"].as_str().context("an object")?.to_owned();
    let mistyped = format!("{path}x");
    let said = client
        .call(
            "modify_object",
            json!({ "object_id": mistyped, "property_path": "transform.localPosition.x", "property_value": 1 }),
        )
        .await?
        .expect_failure()?;
    ensure!(said.contains(&format!("did you mean {id} ({path})")), "{said}");
    let said = client
        .call("project.assets.summary", json!({ "folder": "Assets/Scrpits" }))
        .await?
        .expect_failure()?;
    ensure!(said.contains("did you mean Assets/Scripts?"), "{said}");
    let said = client
        .call(
            "scene.hierarchy.dump",
            json!({ "scenePath": "Assets/Scenes/Mian.unity" }),
        )
        .await?
        .expect_failure()?;
    ensure!(said.contains("Assets/Scenes/Main.unity"), "{said}");
    let said = client
        .call(
            "scene.hierarchy.dump",
            json!({ "scenePath": "Assets/Scenes/Main.unity", "root": "Main Camra" }),
        )
        .await?
        .expect_failure()?;
    ensure!(said.contains("did you mean /Main Camera"), "{said}");
    let explorer = Explorer::of(&host)?;
    explorer
        .done(
            "WriteConsoleScript",
            json!({ "path": "spawn-enemies.cs", "content": "1" }),
        )
        .await?;
    let said = client
        .call("ReadConsoleScript", json!({ "path": "spawn-enemy.cs" }))
        .await?
        .expect_failure()?;
    ensure!(said.contains("did you mean spawn-enemies.cs?"), "{said}");
    Ok(())
}

/// A base type finds what derives from it, as it does with the tools made for agents.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_base_type_is_searched_for_through_the_older_tools() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    let expected = client.ask("find_objects", json!({ "type": "Collider" })).await?;
    ensure!(expected["total"].as_u64() > Some(0), "{expected}");
    for tool in ["SearchObjects", "ListObjects"] {
        let found = client.ask(tool, json!({ "type": "Collider" })).await?;
        ensure!(found["Total"] == expected["total"], "{tool}: {found}");
    }
    Ok(())
}
