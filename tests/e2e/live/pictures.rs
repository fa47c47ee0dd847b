//! Pictures of a real player, as an agent gets them.

use super::player::playing;
use super::{free, options};
use anyhow::{Context, Result, ensure};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn screenshot_returns_a_png_and_reports_it_as_grey() -> Result<()> {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_screenshots_only_below_the_exports_folder() -> Result<()> {
    let Some((host, _player)) = playing("a picture as a file", free()).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    let save = |path: &str| json!({ "output_path": path, "width": 32, "height": 16 });
    let saved = client.ask("save_screenshot", save("shots/now.png")).await?;
    let file = host.data_dir().join("exports/shots/now.png");
    ensure!(saved.to_string().contains("shots/now.png"), "{saved}");
    let bytes = std::fs::read(&file)?;
    ensure!(
        bytes.starts_with(b"\x89PNG") && bytes[16..24] == [0, 0, 0, 32, 0, 0, 0, 16],
        "a picture of that size"
    );
    for (path, told) in [
        ("shots/now.png", "already"),
        ("../now.png", "output_path"),
        ("/now.png", "output_path"),
        ("now.txt", ".png"),
    ] {
        let failure = client.call("save_screenshot", save(path)).await?.failure();
        let failure = failure.with_context(|| format!("{path} was written"))?;
        ensure!(failure.contains(told), "{path}: {failure}");
    }
    ensure!(std::fs::read(&file)? == bytes, "it stays as it was");
    let again = json!({
        "name": "save_screenshot", "arguments": save("once.png"), "_meta": { "unity-tools/idempotencyKey": "once" }
    });
    for _ in 0..2 {
        let answer = client.request("tools/call", again.clone()).await?;
        ensure!(answer.message["result"]["isError"] != true, "{:?}", answer.message);
    }
    let lines = crate::policy::audit(&host)?;
    let written = lines
        .iter()
        .filter(|line| line["tool"] == "save_screenshot" && line["outcome"] == "allowed");
    ensure!(written.count() >= 2, "{lines:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn read_only_host_writes_no_screenshot() -> Result<()> {
    let reading = tests_support::HostOptions::new()
        .set("unity.live", "true")
        .without_ready();
    let Some((host, _player)) = playing("a picture that is only looked at", reading).await? else {
        return Ok(());
    };
    let wanted = json!({ "output_path": "now.png", "confirm": true });
    let refused = host.client().await?.call("save_screenshot", wanted).await?.failure();
    ensure!(
        refused.context("a refusal")?.contains("policy.allow-writes"),
        "by the policy"
    );
    ensure!(!host.data_dir().join("exports").exists(), "nothing was written");
    Ok(())
}
