//! Pictures of a real player, as an agent gets them.

use super::options;
use super::player::playing;
use anyhow::{Context, Result, ensure};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_gets_a_picture_and_is_told_that_it_is_grey() -> Result<()> {
    let Some((host, _player)) = playing("a picture for an agent", options()).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    let answer = client.call("screenshot", json!({ "width": 64, "height": 48 })).await?;
    let shot = answer.structured()?;
    ensure!(shot["width"] == 64 && shot["height"] == 48, "{shot}");
    ensure!(shot["not_drawn"].to_string().contains("grey"), "{shot}");
    let content = answer.0.message["result"]["content"].as_array().context("content")?;
    let image = content
        .iter()
        .find(|block| block["type"] == "image")
        .context("a picture")?;
    ensure!(image["mimeType"] == "image/png", "{image}");
    let data = image["data"].as_str().context("its data")?;
    // The signature of a PNG, in Base64.
    ensure!(data.starts_with("iVBORw0KGgo"), "{data}");
    Ok(())
}
