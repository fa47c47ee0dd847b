//! A real player behind the host: what the bridge costs it while no call runs, and how long an agent waits for a small answer.

use crate::figure::{Figure, Outcome, ROUNDS, Target};
use anyhow::{Context, Result};
use serde_json::json;
use std::time::Instant;
use tests_support::player::{Idle, Player};
use tests_support::{HostOptions, McpClient, wait_for};

/// Calls of one round.
const CALLS: usize = 1_000;

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let (mut idle, mut over, mut slowest, mut frames) = (vec![], vec![], vec![], vec![]);
    for _ in 0..ROUNDS {
        let host = HostOptions::new()
            .set("unity.live", "true")
            .writing()
            .set("policy.component-allowlist", r#"["Game.Meter"]"#)
            .without_ready()
            .start()
            .await?;
        let Some(player) = Player::start("what the bridge costs a game", &host.data_dir())? else {
            let why = "there is no real player (UTH_UNITY_PLAYER)".to_owned();
            return Ok(vec![Outcome::Skipped("live".to_owned(), why)]);
        };
        host.wait_until_ready().await?;
        let client = host.client().await?;
        let (p99, frame) = latency(&client).await?;
        slowest.push(p99);
        frames.push(frame);
        over.push(p99 - 2.0 * frame);
        let found = client.ask("ListObjects", json!({ "name": "Main Camera" })).await?;
        let camera = &found["Items"][0]["Id"];
        let meter = json!({ "objectId": camera, "type": "Game.Meter" });
        client.ask("AddComponent", meter).await?;
        let measured = wait_for("its measure", async || Idle::from_log(&player.log())).await?;
        idle.push(measured.nanoseconds as f64 / measured.frames as f64 / 1e6);
    }
    let idle = Figure::new(
        "live-idle-frame",
        "main thread of a linked game in a frame without a call",
        "ms",
        idle,
        Target::AtMost(0.05),
    );
    let call = Figure::new(
        "live-call-p99",
        "99 % of 1,000 small calls of an agent take less, beyond two frames of the game",
        "ms",
        over,
        Target::AtMost(5.0),
    );
    let call = call.part("p99_ms", &slowest).part("frame_ms", &frames);
    Ok(vec![Outcome::Taken(idle), Outcome::Taken(call)])
}

/// The 99th percentile of small calls one after the other, and the game's median frame meanwhile, in milliseconds.
async fn latency(client: &McpClient) -> Result<(f64, f64)> {
    let mut waits = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let begun = Instant::now();
        client.ask("GetTimeScale", json!({})).await?;
        waits.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    waits.sort_by(f64::total_cmp);
    let p99 = waits.get(CALLS * 99 / 100).copied().context("calls")?;
    let costs = client.ask("frame_stats", json!({ "frames": 1000 })).await?;
    let frame = costs["median_ms"].as_f64().with_context(|| costs.to_string())?;
    Ok((p99, frame))
}
