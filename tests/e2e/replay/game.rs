//! A running Unity beside a folder, recorded and asked again: each answers as itself.

use super::listed::Listed;
use super::{Story, compare_answers, recording, replaying, sample, writing};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, TestHost};
use tests_unity_peer::{Act, Event, OwnMessage, Peer};

fn live() -> HostOptions {
    writing().set("unity.live", "true").without_ready()
}

/// Ids of the folder and of the game.
async fn ids(host: &TestHost) -> Result<[String; 2]> {
    let health = host.health().await?;
    let id = |source: &str| {
        let rows = health["targets"].as_array()?;
        let row = rows.iter().find(|row| row["source"] == source)?;
        row["id"].as_str().map(str::to_owned)
    };
    let both = id("folder").zip(id("player"));
    both.map(Into::into).with_context(|| health.to_string())
}

async fn work(host: &TestHost, peer: Option<&Peer>, [folder, game]: &[String; 2]) -> Result<Vec<(String, Value)>> {
    let mut story = Story::start(host).await?;
    let speed = |value: f64, unity: &str| json!({ "name": "SetTimeScale", "arguments": { "value": value }, "_meta": { "unity-tools/target": unity } });
    let told =
        |unity: &str| json!({ "name": "GetTimeScale", "arguments": {}, "_meta": { "unity-tools/target": unity } });
    // No target was named: a read says who answered, a change is refused.
    story.call("GetTimeScale", json!({})).await?;
    story.call("SetTimeScale", json!({ "value": 3 })).await?;
    story.call("list_unitys", json!({})).await?;
    story.request("SetTimeScale", "tools/call", speed(2.0, game)).await?;
    story.request("SetTimeScale", "tools/call", speed(0.5, folder)).await?;
    for unity in [game, folder, "sample", "nobody"] {
        story.request("GetTimeScale", "tools/call", told(unity)).await?;
    }

    let watched = json!({ "uri": "unity://selection" });
    story.client.request("resources/subscribe", watched).await?;
    let mut stream = story.client.listen().await?;
    story.ask("use_unity", json!({ "unity": game })).await?;
    // It is notified to read its watched resources again, as it chose.
    stream.wait_for_method("notifications/resources/updated").await?;
    story.ask("unity_status", json!({})).await?;
    story
        .ask("find_objects", json!({ "type": "Light", "limit": 10 }))
        .await?;
    if let Some(peer) = peer {
        peer.say(OwnMessage::Event(Event::SelectionChanged))?;
        stream.wait_for_method("notifications/resources/updated").await?;
    }
    story.ask("GetTimeScale", json!({})).await?;
    if peer.is_none() {
        // It came before the call that was asked next.
        stream.wait_for_method("notifications/resources/updated").await?;
    }
    Ok(story.told)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replays_game_and_folder_as_separate_targets() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("game.jsonl");
    let host = recording(live().project(&sample()), &file).start().await?;
    let peer = Peer::start(&host.data_dir(), &sample(), Box::new(|_, _| Act::Answer))?;
    peer.wait_for_links(1).await.with_context(|| host.log_text())?;
    host.wait_until_ready().await?;
    let both = ids(&host).await?;
    let recorded = work(&host, Some(&peer), &both).await?;
    let hosts = std::fs::read_dir(host.data_dir().join("hosts"))?
        .next()
        .context("a file")??;
    let told: Value = serde_json::from_slice(&std::fs::read(hosts.path())?)?;
    let secret = told["secret"].as_str().context("a secret")?.to_owned();
    let data = host.data_dir().display().to_string();
    host.terminate().await?;
    drop(peer);

    let text = std::fs::read_to_string(&file)?;
    for word in [secret.as_str(), &data, &sample().display().to_string()] {
        ensure!(!text.contains(word), "{word} is in the recording");
    }
    // No target replaces the recording, and the profile is the one that was served.
    let host = replaying(writing().set("policy.profile", "live"), &file)
        .start()
        .await?;
    ensure!(ids(&host).await? == both, "{}", host.health().await?);
    let replayed = work(&host, None, &both).await?;
    compare_answers(&recorded, &replayed, &mut Listed::read()?)?;
    for ((tool, before), (_, now)) in recorded.iter().zip(&replayed) {
        let of = |answer: &Value| answer["_meta"]["unity-tools/target"].clone();
        let (before, now) = (of(before), of(now));
        ensure!(before["unity"] == now["unity"], "{tool}: {before} and {now}");
        ensure!(now.is_null() || now["source"] == "replay", "{tool}: {now}");
    }
    ensure!(
        std::fs::read_dir(host.data_dir().join("hosts")).is_err(),
        "no Unity is notified of it"
    );

    // What only a game can do, and was not asked for.
    let client = host.client().await?;
    let shot = client.call("screenshot", json!({ "width": 32, "height": 32 })).await?;
    let why = shot.expect_failure()?;
    ensure!(why.contains("record again") || why.contains("running Unity"), "{why}");
    Ok(())
}
