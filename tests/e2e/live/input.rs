//! Input on the UI of a real player, as an agent gives it.

use super::options;
use super::player::playing;
use anyhow::{Context, Result, ensure};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_clicks_reach_the_ui_handler() -> Result<()> {
    let options = options().set("policy.component-allowlist", r#"["Game.Bell"]"#);
    let Some((host, _player)) = playing("clicking in a real game", options).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    let canvas = client.ask("SpawnTestUi", json!({})).await?;
    let left = canvas["blocks"][0]["id"].as_str().with_context(|| canvas.to_string())?;
    client
        .ask("AddComponent", json!({ "objectId": left, "type": "Game.Bell" }))
        .await?;
    for by in [json!({ "object": left }), json!({ "screen": [224, 240] })] {
        let mut click = json!({ "gesture": "click" });
        for (name, value) in by.as_object().context("arguments")? {
            click[name] = value.clone();
        }
        let met = client.ask("send_input", click).await?;
        ensure!(met["object"] == left && met["in_front"] == json!([]), "{met}");
        ensure!(met["handlers"] == json!(["Game.Bell.OnPointerClick"]), "{met}");
    }
    let watch = json!([{ "object": left, "field": "Game.Bell.clicks" }]);
    let stepped = client.ask("step", json!({ "frames": 1, "watch": watch })).await?;
    ensure!(stepped["values"] == json!([[2]]), "{stepped}");
    let answer = client
        .call("send_input", json!({ "gesture": "click", "screen": [5, 5] }))
        .await?;
    ensure!(
        answer.0.message.to_string().contains("nothing of the UI"),
        "{:?}",
        answer.0.message
    );
    Ok(())
}
