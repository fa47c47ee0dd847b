//! Whether ten minutes of mixed calls leave anything behind: in the host, and in a real game.
//!
//! Belongs here: the figures `live-growth-host`, `live-growth-game`. Does not: how fast a call is (`live.rs`, `live_cost.rs`).

use crate::cpu;
use crate::figure::{Figure, Outcome, Target};
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tests_support::player::Player;
use tests_support::{HostOptions, McpClient};
use tokio::task::JoinSet;

/// Until caches, pools and the game's heap have the size that they keep.
const WARM: Duration = Duration::from_secs(120);
const MEASURED: Duration = Duration::from_secs(600);
const CLIENTS: usize = 4;

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let host = HostOptions::new()
        .set("unity.live", "true")
        .writing()
        .set("policy.component-allowlist", r#"["*"]"#)
        .set("policy.reflection-allowlist-members", r#"["*"]"#)
        .without_ready()
        .start()
        .await?;
    let Some(player) = Player::start("whether it grows", &host.data_dir())? else {
        let why = "there is no real player (UTH_UNITY_PLAYER)".to_owned();
        return Ok(vec![Outcome::Skipped("live-growth".to_owned(), why)]);
    };
    host.wait_until_ready().await?;
    let clients = clients(&host).await?;
    let mut calls = mixed(&clients, WARM).await?;
    let before = (cpu::resident(host.pid()?)?, cpu::resident(player.pid())?);
    calls += mixed(&clients, MEASURED).await?;
    let after = (cpu::resident(host.pid()?)?, cpu::resident(player.pid())?);
    let figure = |name: &str, what: &str, before: f64, after: f64| {
        Figure::new(name, what, "x", vec![after / before], Target::AtMost(1.05))
            .part("before_mib", &[before])
            .part("after_mib", &[after])
            .part("calls", &[calls as f64])
    };
    let host = figure(
        "live-growth-host",
        "memory of the host after ten minutes of mixed calls of a game / before",
        before.0,
        after.0,
    );
    let game = figure(
        "live-growth-game",
        "memory of the game after ten minutes of mixed calls / before",
        before.1,
        after.1,
    );
    Ok(vec![Outcome::Taken(host), Outcome::Taken(game)])
}

async fn clients(host: &tests_support::TestHost) -> Result<Vec<Arc<McpClient>>> {
    let mut clients = Vec::new();
    for _ in 0..CLIENTS {
        clients.push(Arc::new(host.client().await?));
    }
    Ok(clients)
}

/// Each client does all of it over and over; how many calls that were.
async fn mixed(clients: &[Arc<McpClient>], long: Duration) -> Result<usize> {
    let end = Instant::now() + long;
    let mut tasks = JoinSet::new();
    for (number, client) in clients.iter().enumerate() {
        let client = Arc::clone(client);
        tasks.spawn(async move {
            let mut calls = 0;
            while Instant::now() < end {
                calls += run_round(&client, &format!("Grown{number}")).await?;
            }
            anyhow::Ok(calls)
        });
    }
    let mut calls = 0;
    while let Some(done) = tasks.join_next().await {
        calls += done??;
    }
    Ok(calls)
}

/// Reads, a thing made, changed and destroyed, and questions that are refused.
async fn run_round(client: &McpClient, name: &str) -> Result<usize> {
    let path = format!("/{name}");
    let made = json!([
        { "create": { "name": name, "position": [0, 1, 0], "components": ["Light"] } },
        { "set": { "object": { "made": 0 }, "component": "Light", "field": "intensity", "value": 3 } },
    ]);
    edit(client, made).await?;
    let moved = json!({ "object": path, "component": "Transform", "field": "localPosition.x", "value": 7 });
    edit(client, json!([{ "set": moved }])).await?;
    client.ask("ListObjects", json!({ "limit": 50 })).await?;
    client.ask("get_components", json!({ "objects": [path] })).await?;
    let test = json!([{ "field": "path", "op": "=", "value": path }]);
    let found = json!({ "where": test, "select": ["Light.intensity", "position"] });
    let found = client.ask("find_objects", found).await?;
    ensure!(found["rows"][0]["Light.intensity"] == 3, "{found}");
    client.ask("read_logs", json!({})).await?;
    let refused = client.call("get_components", json!({ "objects": ["/Nobody"] })).await?;
    refused.expect_failure()?;
    edit(client, json!([{ "destroy": { "object": path } }])).await?;
    Ok(8)
}

async fn edit(client: &McpClient, edits: Value) -> Result<Value> {
    client.ask("edit_objects", json!({ "edits": edits })).await
}
