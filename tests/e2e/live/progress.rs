//! How far a Unity has come with a call, as its client is shown it.

use super::clock::{falling, height};
use super::player::playing;
use super::{linked_host, options};
use crate::dialects::command_link::Link;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{host, wait_for};
use tests_unity_peer::Act;

fn texts(before: &[Value]) -> Vec<&str> {
    let progress = before.iter().filter(|told| told["method"] == "notifications/progress");
    progress.filter_map(|told| told["params"]["message"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forwards_instance_progress_only_to_requesting_clients() -> Result<()> {
    let (host, _peer) = linked_host(|_, _| Act::Steps).await?;
    let client = host.client().await?;
    let shown = client.call_with_progress("GetTimeScale", json!({})).await?;
    ensure!(shown.failure().is_none(), "{:?}", shown.0.message);
    let progress = shown.progress();
    // Between the first and the last it says too much for anybody to read.
    let texts = texts(&shown.0.before);
    ensure!(
        texts.first() == Some(&"step 1") && texts.last() == Some(&"step 3"),
        "{texts:?}"
    );
    ensure!(progress.windows(2).all(|pair| pair[0] < pair[1]), "{progress:?}");
    let last = shown.0.before.last().context("a report")?;
    ensure!(last["params"]["progress"] == last["params"]["total"], "{last}");
    // Who did not ask for it, and who could not read it.
    let quiet = client.call("GetTimeScale", json!({})).await?;
    ensure!(quiet.0.before.is_empty(), "{:?}", quiet.0.before);
    let mut link = Link::open(&host, "/ws").await?;
    let reply = link.ask("GetTimeScale", json!({})).await?;
    ensure!(reply.to_string().contains("value"), "{reply}");
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "tool": "GetTimeScale", "arguments": {} } });
    let sent = host::http_client()?.post(host.url("/editor")).json(&call);
    let answer: Value = serde_json::from_str(&sent.send().await?.text().await?)?;
    ensure!(answer["id"] == 1 && answer.get("result").is_some(), "{answer}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_as_progress_that_a_change_waits_for_a_step() -> Result<()> {
    let options = options().set("policy.component-allowlist", r#"["UnityEngine.Rigidbody"]"#);
    let Some((host, _player)) = playing("a change behind a step", options).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    client.ask("step", json!({ "frozen": true })).await?;
    falling(&client).await?;
    let begun = height(&client).await?;
    let stepper = host.client().await?;
    let step = tokio::spawn(async move { stepper.ask("step", json!({ "physics": 120 })).await });
    // Frozen time passes in a step alone.
    wait_for("the step's beginning", async || {
        height(&client).await.ok().filter(|y| *y < begun)
    })
    .await?;
    let changed = client.call_with_progress("SetTimeScale", json!({ "value": 2 })).await?;
    ensure!(changed.failure().is_none(), "{:?}", changed.0.message);
    let texts = texts(&changed.0.before);
    ensure!(texts.iter().any(|text| text.contains("step")), "{:?}", changed.0.before);
    ensure!(step.await??["passed"] == 120, "it went to its end");
    Ok(())
}
