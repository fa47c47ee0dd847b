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
