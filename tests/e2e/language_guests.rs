//! Guests in JavaScript, Python and C are listed and called like any other, and import what their worlds name.
//!
//! Belongs here: one test per language, Rust for comparison. Does not: building them (`cargo xtask guests`).

use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tests_support::{HostOptions, component, environment, paths};

/// The interfaces that a guest's world names after `import`, with their package's version, itself or by including a world
/// of `wit/worlds.wit`, which may include another. Of the guests here Python and JavaScript include `reader` and, in one of their own,
/// `editor`; C names two interfaces.
fn named_imports(world: &str) -> Result<BTreeSet<String>> {
    let shared = std::fs::read_to_string(paths::root().join("wit/worlds.wit")).context("there is no wit/worlds.wit")?;
    Ok(with_included(world, &shared))
}

fn with_included(block: &str, shared: &str) -> BTreeSet<String> {
    let mut named = imports_of(block);
    for line in block.lines() {
        let Some(included) = line.trim().strip_prefix("include ") else {
            continue;
        };
        let included = included.trim_end_matches(';').trim();
        // A guest gives package and version, a world beside it only its name.
        let name = included.strip_prefix("unity-tools:tool/").unwrap_or(included);
        let name = name.split_once('@').map_or(name, |(name, _)| name);
        let Some((_, rest)) = shared.split_once(&format!("world {name} {{")) else {
            continue; // `bundle-listed` and its like stand elsewhere, and import nothing
        };
        let block = rest.split_once('}').map_or(rest, |(block, _)| block);
        named.extend(with_included(block, shared));
    }
    named
}

fn imports_of(block: &str) -> BTreeSet<String> {
    let imports = block.lines().filter_map(|line| line.trim().strip_prefix("import "));
    imports
        .map(|rest| rest.trim_end_matches(';').trim().to_owned())
        .collect()
}

/// What the built file imports, without what the language's own runtime asks of WASI, and without interfaces that only
/// hold types: those come with whatever uses them and can do nothing.
fn printed_imports(folder: &Path) -> Result<BTreeSet<String>> {
    let names = component::imports(&std::fs::read(paths::component_of(folder)?)?)?;
    let own = names.into_iter().filter(|name| !name.starts_with("wasi:"));
    Ok(own.filter(|name| !name.contains("/types@")).collect())
}

/// The folder of a guest, where it was built; a failure on CI where not.
fn built(guest: &str) -> Result<Option<PathBuf>> {
    let folder = paths::language_bundle(guest);
    if folder.is_none() {
        let why = "it was not built; `cargo xtask guests` builds it";
        environment::skip(&format!("the guest in {guest}"), why)?;
    }
    Ok(folder)
}

/// What the built file imports is what its world names, no less and no more. Gives what that is.
fn imports_what_its_world_names(guest: &str, folder: &Path) -> Result<BTreeSet<String>> {
    let source = paths::root().join("tests/conformance/guests").join(guest);
    let world = std::fs::read_to_string(source.join("world.wit")).context("the guest has no world.wit")?;
    let (printed, named) = (printed_imports(folder)?, named_imports(&world)?);
    ensure!(
        !named.is_empty() && printed == named,
        "it imports {printed:?}, its world names {named:?}"
    );
    Ok(printed)
}

/// `editor` is what `reader` is and the interfaces that change objects, components and fields.
fn check_editor(language: &str) -> Result<()> {
    let guest = format!("{language}-editor");
    let (Some(editor), Some(reader)) = (built(&guest)?, built(language)?) else {
        return Ok(());
    };
    let editing = imports_what_its_world_names(&guest, &editor)?;
    let reading = imports_what_its_world_names(language, &reader)?;
    let more: Vec<&str> = editing.difference(&reading).map(String::as_str).collect();
    let changing = ["components-edit", "edits-edit", "members-edit", "objects-edit"];
    let changing = changing.map(|name| format!("unity-tools:unity/{name}@0.2.0"));
    ensure!(more == changing, "beside `reader` it imports {more:?}");
    ensure!(reading.is_subset(&editing), "it lacks some of {reading:?}");
    Ok(())
}

async fn check(language: &str) -> Result<()> {
    let Some(folder) = built(language)? else {
        return Ok(());
    };
    if language != "rust" {
        imports_what_its_world_names(language, &folder)?;
    }
    let host = HostOptions::new().no_bundled().tools(&folder).start().await?;
    for client in [host.client().await?, host.stateless()?] {
        let (echo, scenes) = (format!("{language}_echo"), format!("{language}_scenes"));
        let mut tools = client.tool_names().await?;
        tools.sort();
        ensure!(tools == [echo.as_str(), scenes.as_str()], "{tools:?}");
        for text in ["", "plain", "été \"quoted\" 日本 😀 \\ \n end"] {
            let answer = client.call(&echo, json!({ "text": text })).await?;
            ensure!(answer.structured()? == json!({ "text": text }), "{}", answer.0.message);
            ensure!(answer.text() == text, "{}", answer.0.message);
        }
        let wrong = client.call(&echo, json!({ "text": 7 })).await?.expect_failure()?;
        ensure!(wrong.contains("text"), "{wrong}");
        let seen = client.ask(&scenes, json!({})).await?;
        ensure!(seen == json!({ "total": 2, "names": ["Main", "Arena"] }), "{seen}");
        let one = client.ask(&scenes, json!({ "limit": 1 })).await?;
        ensure!(one["names"] == json!(["Main"]) && one["total"] == 2, "{one}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rust() -> Result<()> {
    check("rust").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn javascript() -> Result<()> {
    check("javascript").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn python() -> Result<()> {
    check("python").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c() -> Result<()> {
    check("c").await
}

#[test]
fn what_javascript_imports_of_the_world_editor() -> Result<()> {
    check_editor("javascript")
}

#[test]
fn what_python_imports_of_the_world_editor() -> Result<()> {
    check_editor("python")
}
