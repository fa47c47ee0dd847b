//! What a component says in its section is its word and no more: it is bounded and checked, and gives nothing.

use crate::guests;
use crate::made_components::with_custom;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::Path;
use tempfile::TempDir;
use tests_support::{HostOptions, paths};

const NAME: &[u8] = b"unity-tools:listing/0.3";

/// The component of `noop`, which says in its section that it has the tool `noop`.
fn noop() -> Result<Vec<u8>> {
    guests::component("noop")
}

/// As many bytes of the section's JSON in place of others; nowhere else.
fn change_section(component: &[u8], from: &str, to: &str) -> Result<Vec<u8>> {
    ensure!(from.len() == to.len(), "{from} and {to} are not as long");
    let section = find(component, NAME).context("a section")?;
    let at = section + find(&component[section..], from.as_bytes()).context("its text")?;
    let mut bytes = component.to_vec();
    bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    Ok(bytes)
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

fn with_section(component: &[u8], json: &[u8]) -> Vec<u8> {
    with_custom(component, NAME, json)
}

/// What `list` complains about where that is the only bundle.
async fn complaint(folder: &Path, component: &[u8]) -> Result<String> {
    guests::write_bundle(&folder.join("b"), "b", component)?;
    let output = tokio::process::Command::new(paths::binary()?)
        .args(["list", "--no-bundled", "--tools"])
        .arg(folder)
        .output()
        .await?;
    ensure!(!output.status.success(), "it is served");
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_invalid_sections_with_the_location() -> Result<()> {
    let folder = TempDir::new()?;
    let noop = noop()?;
    for (component, part) in [
        (with_section(&noop, b"{}"), "more than once"),
        (change_section(&noop, r#""effect":"#, r#""EFFECT":"#)?, "`tools[0]`"),
        (change_section(&noop, r#""read""#, r#""reed""#)?, "`effect` is \"reed\""),
        (
            with_section(b"\0asm\x0d\0\x01\0", &[b'x'; (256 << 10) + 1]),
            "262145 bytes; at most 262144",
        ),
        (with_section(b"\0asm\x0d\0\x01\0", &[b'['; 1000]), "is wrong"),
    ] {
        let told = complaint(folder.path(), &component).await?;
        ensure!(told.contains("b refused") && told.contains(part), "{part}: {told}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_tools_that_only_the_section_declares() -> Result<()> {
    let folder = TempDir::new()?;
    let lies = change_section(&noop()?, r#""name":"noop""#, r#""name":"nope""#)?;
    guests::write_bundle(&folder.path().join("b"), "b", &lies)?;
    let host = HostOptions::new().no_bundled().tools(folder.path()).start().await?;
    let client = host.client().await?;
    let names: Vec<String> = client
        .list_tools()
        .await?
        .into_iter()
        .map(|tool| tool["name"].as_str().unwrap_or_default().to_owned())
        .collect();
    ensure!(names == ["nope"], "{names:?}");
    let answer = client.call("nope", json!({})).await?;
    let told = format!("{:?}", answer.failure());
    ensure!(told.contains("this bundle has no tool nope"), "{told}");
    Ok(())
}
