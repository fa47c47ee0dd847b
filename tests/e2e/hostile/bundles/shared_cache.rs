//! Two hosts with data folders of their own and one cache.

use crate::guests;
use anyhow::{Result, ensure};
use std::collections::BTreeMap;
use std::path::Path;
use tempfile::TempDir;
use tests_support::{HostOptions, TestHost};

/// Each kept component with its bytes.
fn entries(cache: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut entries = BTreeMap::new();
    for entry in std::fs::read_dir(cache.join("components"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "cwasm") {
            entries.insert(path.display().to_string(), std::fs::read(&path)?);
        }
    }
    Ok(entries)
}

/// The bundle answers.
async fn check_serves(host: &TestHost) -> Result<()> {
    let client = host.client().await?;
    let answer = client.call(guests::VERSION_TOOL, serde_json::json!({})).await?;
    ensure!(answer.text() == guests::VERSION_WORDS[0], "{}", answer.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hosts_share_compiled_code_without_rewriting_the_cache() -> Result<()> {
    let (folder, cache) = (TempDir::new()?, TempDir::new()?);
    guests::write_bundle(&folder.path().join("one"), "one", &guests::component(guests::SWAPS[0])?)?;
    let options = || HostOptions::new().no_bundled().cache(cache.path()).tools(folder.path());
    // Each has a data folder of its own.
    let first = options().start().await?;
    let kept = entries(cache.path())?;
    ensure!(kept.len() == 1, "{:?}", kept.keys());
    let second = options().start().await?;
    let third = options().start().await?;
    for host in [&first, &second, &third] {
        let log = host.log_text();
        ensure!(
            !log.contains("damaged"),
            "an entry of another host was taken for damaged:\n{log}"
        );
        check_serves(host).await?;
    }
    // Code is sealed with the key: if it were written again under another one, its bytes would differ.
    ensure!(entries(cache.path())? == kept, "an entry was written again");
    Ok(())
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_a_world_readable_cache_key_and_keeps_it() -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let (folder, cache) = (TempDir::new()?, TempDir::new()?);
    guests::write_bundle(&folder.path().join("one"), "one", &guests::component(guests::SWAPS[0])?)?;
    let options = || HostOptions::new().no_bundled().cache(cache.path()).tools(folder.path());
    options().start().await?.terminate().await?;
    let key = cache.path().join("components").join("components.key");
    let before = std::fs::read(&key)?;
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644))?;
    let host = options().start().await?;
    let line = host
        .wait_for_log("the key's name", |line| line.contains("components.key"))
        .await?;
    ensure!(
        line.contains("can be read by other users") && line.contains("chmod 600"),
        "{line}"
    );
    check_serves(&host).await?;
    ensure!(std::fs::read(&key)? == before, "the key was replaced");
    Ok(())
}
