//! Changes of assets and long work in an open editor, in the test double of the editor, by an agent over MCP.

use super::editor::{linked_with, make_project, options};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::Path;
use tests_support::{HostOptions, McpClient};

const MATERIAL: &str = "Assets/Looks/Red.mat";

fn allowing(project: &Path) -> HostOptions {
    options(project)
        .set("project.allow-save", "true")
        .set("bundles.asset-edit.grants", r#"["unity-tools:authoring/assets-edit"]"#)
        .set("policy.enable-console-eval", "false")
}

async fn change(client: &McpClient, changes: serde_json::Value) -> Result<serde_json::Value> {
    client.ask("edit_assets", json!({ "changes": changes })).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_changes_assets_of_an_open_editor_and_undoes_it() -> Result<()> {
    let project = make_project()?;
    let host = allowing(project.path());
    let Some((_host, client, _editor)) = linked_with("assets of an editor", project.path(), host).await? else {
        return Ok(());
    };
    // Unity writes missing .meta files when it opens a project.
    let assets = project.path().join("Assets");
    let before = tests_projects::tree_hash(&assets);
    let create = json!([
        { "create_folder": { "path": "Assets/Looks" } },
        { "create": { "path": MATERIAL, "type": "Material" } },
        { "set": { "asset": MATERIAL, "field": "_Metallic", "value": 0.25 } },
    ]);
    let plan = client
        .ask("edit_assets", json!({ "changes": create, "dry_run": true }))
        .await?;
    ensure!(
        tests_projects::tree_hash(&assets) == before,
        "a dry run changed files: {plan}"
    );
    let created = change(&client, create).await?;
    ensure!(created["rows"] == plan["rows"], "{created} {plan}");
    let info = client.ask("asset_info", json!({ "asset": MATERIAL })).await?;
    ensure!(info.to_string().contains("0.25"), "{info}");

    let moved = change(
        &client,
        json!([{ "move": { "from": "Assets/Looks", "to": "Assets/Paints" } }]),
    )
    .await?;
    ensure!(project.path().join("Assets/Paints/Red.mat.meta").exists(), "{moved}");
    let denied = change(&client, json!([{ "delete": { "path": "Assets/Lamp.cs" } }])).await;
    ensure!(format!("{:#}", denied.err().context("code")?).contains("enable-console-eval"));
    let deleted = change(&client, json!([{ "delete": { "path": "Assets/Paints" } }])).await?;
    ensure!(!project.path().join("Assets/Paints").exists(), "{deleted}");

    let entries = json!({ "entries": [deleted["entry"], moved["entry"], created["entry"]] });
    client.ask("undo_edits", entries).await?;
    ensure!(tests_projects::tree_hash(&assets) == before, "the undo left something");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_refreshes_an_open_editor_after_a_change_of_another_program() -> Result<()> {
    let project = make_project()?;
    let host = options(project.path());
    let Some((_host, client, _editor)) = linked_with("a refresh of an editor", project.path(), host).await? else {
        return Ok(());
    };
    let quiet = client.ask("refresh_assets", json!({})).await?;
    ensure!(quiet["compiled"].is_null() && quiet["errors"] == json!([]), "{quiet}");
    let path = project.path().join("Assets/Door.cs");
    std::fs::write(&path, "public class Door { int a = missing; }\n")?;
    let broken = client.ask("refresh_assets", json!({})).await?;
    let error = broken["errors"][0].as_str().context("an error")?;
    ensure!(
        broken["compiled"] == false && error.starts_with("Assets/Door.cs(1,"),
        "{broken}"
    );
    let status = client.ask("unity_status", json!({})).await?;
    ensure!(
        status["compilation"]["succeeded"] == false && status["compilation"]["errors"][0] == error,
        "{status}"
    );
    std::fs::write(&path, "public class Door { int a = 1; }\n")?;
    let repaired = client.ask("refresh_assets", json!({})).await?;
    ensure!(
        repaired["compiled"] == true && repaired["errors"] == json!([]),
        "{repaired}"
    );
    Ok(())
}
