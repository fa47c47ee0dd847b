//! Game time of a real player as an agent has it: it is frozen, runs, and passes tick by tick.

use super::options;
use super::player::{object, playing};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{McpClient, wait_for};

/// The camera falls: it is the object whose place every agent can ask for.
pub(super) async fn falling(client: &McpClient) -> Result<String> {
    let camera = object(client, "Main Camera").await?;
    let body = json!({ "objectId": camera, "type": "UnityEngine.Rigidbody" });
    client.ask("AddComponent", body).await?;
    Ok(camera)
}

pub(super) async fn height(client: &McpClient) -> Result<f64> {
    let camera = client.ask("GetCameraInfo", json!({})).await?;
    let y = &camera["Pos"]["Y"];
    y.as_f64().with_context(|| camera.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rigidbody_falls_only_while_game_time_runs() -> Result<()> {
    let options = options().set("policy.component-allowlist", r#"["UnityEngine.Rigidbody"]"#);
    let Some((host, _player)) = playing("time of a real game", options).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    client.ask("SetTimeScale", json!({ "value": 0 })).await?;
    falling(&client).await?;
    let stands = height(&client).await?;
    for _ in 0..10 {
        ensure!(height(&client).await? == stands, "time stands");
    }
    client.ask("SetTimeScale", json!({ "value": 1 })).await?;
    wait_for("its fall", async || {
        height(&client).await.ok().filter(|y| *y < stands - 0.5)
    })
    .await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_steps_a_game_by_physics_ticks() -> Result<()> {
    let options = options().set("policy.component-allowlist", r#"["UnityEngine.Rigidbody"]"#);
    let Some((host, _player)) = playing("stepping a real game", options).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    let clock = client.ask("step", json!({ "frozen": true })).await?;
    ensure!(clock["passed"] == 0 && clock["clock"]["frozen"] == true, "{clock}");
    let camera = falling(&client).await?;
    let begun = height(&client).await?;
    let watch = json!([{ "object": camera, "field": "Transform.position.y" }]);
    let stepped = client.ask("step", json!({ "physics": 10, "watch": watch })).await?;
    ensure!(stepped["passed"] == 10 && stepped["met"] == false, "{stepped}");
    let rows = stepped["values"].as_array().context("rows")?;
    ensure!(rows.len() == 10, "{stepped}");
    let tick = stepped["clock"]["fixed_step"].as_f64().context("a tick")?;
    let fell = begun - rows[9][0].as_f64().context("a height")?;
    let should = 9.81 * tick * tick * 55.0;
    ensure!((fell - should).abs() < 1e-4, "it fell {fell}, not {should}: {stepped}");
    ensure!(
        (height(&client).await? - (begun - fell)).abs() < 1e-4,
        "it is frozen again"
    );

    let below = begun - 1.0;
    let watch = json!([{ "object": camera, "field": "Transform.position.y", "op": "<", "value": below }]);
    let arguments = json!({ "physics": 1000, "watch": watch, "limit": 2 });
    let stepped = client.ask("step", arguments).await?;
    let passed = stepped["passed"].as_u64().context("ticks")?;
    ensure!(stepped["met"] == true && stepped["left_out"] == passed - 2, "{stepped}");
    let [before, last] = [0, 1].map(|row: usize| stepped["values"][row][0].as_f64());
    ensure!(last < Some(below) && before >= Some(below), "{stepped}");

    // A frozen game keeps its speed for later, and says so.
    let answer = client.call("SetTimeScale", json!({ "value": 2 })).await?;
    ensure!(
        answer.0.message.to_string().contains("frozen"),
        "{:?}",
        answer.0.message
    );
    let stands = height(&client).await?;
    ensure!(height(&client).await? == stands, "it is frozen with any speed");
    client.ask("step", json!({ "frozen": false })).await?;
    wait_for("its fall", async || {
        height(&client).await.ok().filter(|y| *y < stands - 0.5)
    })
    .await?;
    let costs = client.ask("frame_stats", json!({ "frames": 20 })).await?;
    ensure!(costs["frames"] == 20 && costs["clock"]["frozen"] == false, "{costs}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn step_requires_write_permission_and_folder_has_no_frame_stats() -> Result<()> {
    let reading = tests_support::HostOptions::new()
        .set("unity.live", "true")
        .without_ready();
    if let Some((host, _player)) = playing("stepping without leave", reading).await? {
        let client = host.client().await?;
        let answer = client.call("step", json!({ "physics": 1 })).await?;
        let failure = answer.failure().context("a refusal")?;
        ensure!(failure.contains("policy.allow-writes"), "{failure}");
        let costs = client.ask("frame_stats", json!({ "frames": 1 })).await?;
        ensure!(costs["clock"]["frozen"] == false, "{costs}");
    }
    let folder = tests_support::HostOptions::new()
        .set("policy.allow-writes", "true")
        .without_ready()
        .start()
        .await?;
    folder.wait_until_ready().await?;
    let answer = folder.client().await?.call("frame_stats", json!({})).await?;
    let failure = answer.failure().context("a refusal")?;
    ensure!(failure.contains("running Unity"), "{failure}");
    Ok(())
}
