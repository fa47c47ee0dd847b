//! Files that a host of another version left in the data folder: their treatment is logged.

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{HostOptions, paths};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sets_aside_an_old_store_and_logs_its_path() -> Result<()> {
    let host = HostOptions::new()
        .no_bundled()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .start()
        .await?;
    // It is read at the first use.
    let folder = host.data_dir().join("state");
    std::fs::create_dir_all(&folder)?;
    let (file, aside) = (folder.join("echo.state"), folder.join("echo.v1"));
    let old = b"UTHKV\x01\0\0what the first version wrote";
    std::fs::write(&file, old)?;
    let client = host.client().await?;
    let counted = client.ask("count", json!({})).await?;
    ensure!(counted["count"] == 1, "it begins empty: {counted}");
    let line = host
        .wait_for_log("what was set aside", |line| line.contains("another version"))
        .await?;
    for path in [&file, &aside] {
        let path = path.to_str().context("UTF-8")?;
        ensure!(line.contains(path), "no {path} in: {line}");
    }
    ensure!(std::fs::read(&aside)? == old, "the copy is another one");
    let counted = client.ask("count", json!({})).await?;
    ensure!(counted["count"] == 2, "{counted}");
    Ok(())
}
