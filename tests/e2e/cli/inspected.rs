//! `unity-tool-host inspect FILE`: its exit code is what a host would do with the component.
//!
//! Belongs here: built components, good ones and such as were changed in a few bytes. Does not: every reason (`host_runtime`).

use crate::guests;
use crate::made_components::slow_component;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::Path;
use tests_support::{PATIENCE, paths};
use tokio::process::Command;

/// The bytes with `from` replaced by `to`, which is as long.
fn replace_bytes(bytes: &[u8], from: &str, to: &str) -> Result<Vec<u8>> {
    ensure!(from.len() == to.len(), "{from} is not as long as {to}");
    let mut bytes = bytes.to_vec();
    let places: Vec<usize> = bytes
        .windows(from.len())
        .enumerate()
        .filter_map(|(at, part)| (part == from.as_bytes()).then_some(at))
        .collect();
    ensure!(!places.is_empty(), "{from} is not in the component");
    for at in places {
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    }
    Ok(bytes)
}

/// Exit code, text, and the same as JSON.
async fn inspected(file: &Path) -> Result<(Option<i32>, String, Value)> {
    let run = async |words: &[&str]| {
        let running = Command::new(paths::binary()?)
            .arg("inspect")
            .args(words)
            .arg(file)
            .output();
        let output = tokio::time::timeout(PATIENCE, running)
            .await
            .context("it did not end")??;
        anyhow::Ok((output.status.code(), String::from_utf8(output.stdout)?))
    };
    let ((code, text), (same, json)) = (run(&[]).await?, run(&["--json"]).await?);
    ensure!(code == same, "{code:?} and {same:?}");
    let told = serde_json::from_str(&json).with_context(|| json.clone())?;
    Ok((code, text, told))
}

#[tokio::test]
async fn inspect_accepts_valid_bundles_and_shows_tools_without_grant() -> Result<()> {
    for (bundle, said) in [
        ("objects", None),
        (
            "time-scale",
            Some("without the grant, it is served with its tools that only read: GetTimeScale"),
        ),
        ("object-edit", Some("without the grant, nothing of it is served")),
    ] {
        let file = paths::component_of(&paths::bundle(bundle)?)?;
        let (code, text, told) = inspected(&file).await?;
        ensure!(code == Some(0) && told["refused"].is_null(), "{bundle}: {text}");
        ensure!(!text.contains("REFUSED"), "{bundle}: {text}");
        ensure!(told["without-grants"].as_str() == said, "{bundle}: {told:#}");
        ensure!(said.is_none_or(|said| text.contains(said)), "{bundle}: {text}");
    }
    Ok(())
}

#[tokio::test]
async fn inspect_rejects_unservable_components_with_the_reason() -> Result<()> {
    let echo = guests::component(guests::ECHO)?;
    let prompts = guests::component(guests::RESOURCES_PROMPTS)?;
    let folder = tempfile::tempdir()?;
    for (bytes, reason) in [
        (guests::component(guests::OLD_WORLD)?, "0.1.0"),
        (slow_component(1), "it exports nothing"),
        (
            replace_bytes(&echo, "unity-tools:tool/tools@", "unity-tools:tool/toolz@")?,
            "exports neither unity-tools:tool/tools nor functions that could be tools",
        ),
        (
            replace_bytes(&echo, "call-tool", "call-tolo")?,
            "its `tools` has no function `call-tool`",
        ),
        (
            replace_bytes(&echo, "unity-tools:listing/0.3", "unity-tools:listing/0.9")?,
            "does not say what it has",
        ),
        (
            replace_bytes(&prompts, "unity-tools:tool/resources@", "unity-tools:tool/resourcez@")?,
            "but does not export unity-tools:tool/resources",
        ),
    ] {
        let file = folder.path().join("changed.wasm");
        std::fs::write(&file, bytes)?;
        let (code, text, told) = inspected(&file).await?;
        ensure!(code == Some(1), "{reason}: {text}");
        let line = text
            .lines()
            .find(|line| line.starts_with("REFUSED"))
            .context(text.clone())?;
        ensure!(line.contains(reason), "{reason}: {line}");
        ensure!(
            told["refused"].as_str().is_some_and(|told| told.contains(reason)),
            "{told:#}"
        );
    }
    Ok(())
}
