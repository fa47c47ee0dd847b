//! The console and the hooks of a real player, as an agent has them.

use super::options;
use super::player::{object, playing};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::player::Player;
use tests_support::wait_for;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn returns_log_lines_of_two_threads_with_error_stack() -> Result<()> {
    let options = options().set("policy.component-allowlist", r#"["Game.Speaker"]"#);
    let Some((host, _player)) = playing("the console of a real game", options).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    let camera = object(&client, "Main Camera").await?;
    let speaker = json!({ "objectId": camera, "type": "Game.Speaker" });
    client.ask("AddComponent", speaker).await?;
    let spoken = async || -> Option<Vec<Value>> {
        let asked = json!({ "text": "spoken", "source": "unity", "count": 10 });
        let lines = client.ask("TailLogs", asked).await.ok()?;
        lines["Items"].as_array().filter(|lines| lines.len() == 2).cloned()
    };
    let lines = wait_for("both lines", spoken).await?;
    // This game's settings give no line its stack; the bridge gives it to errors.
    for (line, (level, text, from)) in lines.iter().zip([
        ("warn", "spoken here", ""),
        ("error", "spoken there", "Game.Speaker:SpeakThere"),
    ]) {
        let told = line.to_string();
        ensure!(
            told.to_lowercase().contains(level) && told.contains(text) && told.contains(from),
            "{line}"
        );
        ensure!(told.contains("unity"), "its source: {line}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn adds_hooks_with_harmony_and_reports_its_absence() -> Result<()> {
    let options = || options().set("policy.hook-allowlist-signatures", r#"["Game.Door"]"#);
    let hook = json!({ "type": "Game.Door", "method": "Pull" });
    let Some((host, _player)) = playing("hooks without a Harmony", options()).await? else {
        return Ok(());
    };
    let answer = host.client().await?.call("HookAdd", hook.clone()).await?;
    let failure = answer.failure().context("a refusal")?;
    ensure!(failure.contains("Harmony 2"), "{failure}");

    let host = options().start().await?;
    let Some(player) = Player::with_harmony("hooks with a Harmony", &host.data_dir())? else {
        return Ok(());
    };
    host.wait_until_ready().await.with_context(|| player.log())?;
    let client = host.client().await?;
    let added = client.ask("HookAdd", hook).await?;
    ensure!(added.to_string().contains("Game.Door::Pull"), "{added}");
    let methods = json!({ "type": "Game.Door", "filter": "Pull" });
    let methods = client.ask("HookListMethods", methods).await?;
    ensure!(methods.to_string().contains("System.Void Game.Door::Pull"), "{methods}");
    Ok(())
}
