//! Changes of assets in a project folder: off by default, planned before they are made, undone by their entry.

use crate::saving::{copy, options};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::Path;
use tests_support::{HostOptions, McpClient};

const GROUND: &str = "Assets/Materials/Ground.mat";

/// The settings that allow changes of assets.
const SETTINGS: [(&str, &str); 2] = [
    ("bundles.asset-edit.grants", r#"["unity-tools:authoring/assets-edit"]"#),
    ("project.allow-save", "true"),
];

fn allowing(root: &Path, left_out: Option<&str>) -> HostOptions {
    let settings = SETTINGS.iter().filter(|(key, _)| Some(*key) != left_out);
    settings.fold(options(root), |options, (key, value)| options.set(key, value))
}

fn guid(root: &Path, asset: &str) -> Result<String> {
    let meta = std::fs::read_to_string(root.join(format!("{asset}.meta")))?;
    let line = meta.lines().find_map(|line| line.strip_prefix("guid: "));
    Ok(line.context("a guid")?.to_owned())
}

/// The places that refer to an asset.
async fn users(client: &McpClient, asset: &str) -> Result<Vec<Value>> {
    let found = client
        .ask("find_references", json!({ "target": asset, "limit": 200 }))
        .await?;
    Ok(found["rows"].as_array().context("rows")?.clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_changes_of_assets_unless_each_setting_allows_it() -> Result<()> {
    for (key, _) in SETTINGS {
        let (_folder, root) = copy()?;
        let before = tests_projects::tree_hash(&root);
        let host = allowing(&root, Some(key)).start().await?;
        let client = host.client().await?;
        let refused = client
            .call("edit_assets", json!({ "changes": [{ "delete": { "path": GROUND } }] }))
            .await;
        let told = match refused {
            Ok(answer) => answer.failure().context("a refusal")?.to_owned(),
            Err(error) => format!("{error:#}"),
        };
        let named = if key.starts_with("bundles") {
            "assets-edit"
        } else {
            "allow-save"
        };
        ensure!(told.contains(named), "{key}: {told}");
        ensure!(tests_projects::tree_hash(&root) == before, "{key}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_plans_makes_and_undoes_changes_of_assets() -> Result<()> {
    let (_folder, root) = copy()?;
    let assets = root.join("Assets");
    let before = tests_projects::tree_hash(&assets);
    let host = allowing(&root, None).start().await?;
    let client = host.client().await?;
    let used = users(&client, GROUND).await?;
    ensure!(!used.is_empty(), "the sample uses {GROUND}");
    let old = guid(&root, GROUND)?;

    let changes = json!([
        { "create_folder": { "path": "Assets/Shared/Looks" } },
        { "copy": { "from": GROUND, "to": "Assets/Shared/Copy.mat" } },
        { "move": { "from": "Assets/Materials", "to": "Assets/Shared/Looks/Materials" } },
    ]);
    let plan = client
        .ask("edit_assets", json!({ "changes": changes, "dry_run": true }))
        .await?;
    ensure!(
        plan["total"] == 4 && plan["complete"] == true && plan["entry"].is_null(),
        "{plan}"
    );
    let moved = json!({ "change": 2, "file": "Assets/Materials", "field": "path", "old": "Assets/Materials", "new": "Assets/Shared/Looks/Materials" });
    ensure!(plan["rows"][3] == moved, "{plan}");
    ensure!(tests_projects::tree_hash(&assets) == before, "a dry run changed files");

    let done = client.ask("edit_assets", json!({ "changes": changes })).await?;
    ensure!(done["entry"] == 1 && done["rows"] == plan["rows"], "{done}");
    let now = "Assets/Shared/Looks/Materials/Ground.mat";
    ensure!(guid(&root, now)? == old && guid(&root, "Assets/Shared/Copy.mat")? != old);
    ensure!(!root.join(GROUND).exists() && !root.join("Assets/Materials.meta").exists());
    ensure!(users(&client, now).await? == used, "references follow the asset");
    ensure!(users(&client, "Assets/Shared/Copy.mat").await?.is_empty());

    let listed = client.ask("list_edits", json!({})).await?;
    ensure!(
        listed["total"] == 1 && listed.to_string().contains(now.trim_end_matches("/Ground.mat")),
        "{listed}"
    );
    client.ask("undo_edits", json!({ "entries": [1] })).await?;
    ensure!(tests_projects::tree_hash(&assets) == before);
    ensure!(users(&client, GROUND).await? == used);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleted_scripts_need_the_permission_to_run_code() -> Result<()> {
    let (_folder, root) = copy()?;
    let host = allowing(&root, None).start().await?;
    let client = host.client().await?;
    let delete = json!([{ "delete": { "path": "Assets/Scripts" } }]);
    let plan = client
        .ask("edit_assets", json!({ "changes": delete, "dry_run": true }))
        .await?;
    ensure!(plan.to_string().contains("policy.enable-console-eval"), "{plan}");
    let refused = client.call("edit_assets", json!({ "changes": delete })).await?;
    let told = refused.failure().context("a refusal")?;
    ensure!(told.contains("enable-console-eval"), "{told}");
    ensure!(root.join("Assets/Scripts").exists());
    Ok(())
}
