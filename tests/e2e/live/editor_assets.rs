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

/// Stands for the user: a prefab, an instance of it with an override, and the scene that contains it.
const USER_PREFAB: &str = "using UnityEditor;\nusing UnityEditor.SceneManagement;\nusing UnityEngine;\npublic static class UserPrefab {\n\
    public static string Build() {\n\
    GameObject lamp = new GameObject(\"Lamp\", typeof(Lamp));\n\
    PrefabUtility.SaveAsPrefabAssetAndConnect(lamp, \"Assets/Lamp.prefab\", InteractionMode.UserAction);\n\
    Undo.RecordObject(lamp.GetComponent<Lamp>(), \"brighter\");\n\
    lamp.GetComponent<Lamp>().power = 5;\n\
    Undo.FlushUndoRecordObjects();\n\
    return EditorSceneManager.SaveScene(EditorSceneManager.GetActiveScene(), \"Assets/Main.unity\").ToString(); } }\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn overrides_and_instances_need_the_allowlists_in_an_editor() -> Result<()> {
    let project = make_project()?;
    std::fs::write(project.path().join("Assets/Editor/UserPrefab.cs"), USER_PREFAB)?;
    let options = allowing(project.path())
        .set("policy.reflection-allowlist-members", r#"["Lamp.other"]"#)
        .set("policy.component-allowlist", r#"["Other"]"#);
    let Some((_host, client, mut editor)) = linked_with("allowlists of an editor", project.path(), options).await?
    else {
        return Ok(());
    };
    let built = editor.ask("invoke", json!({ "type": "UserPrefab", "method": "Build", "args": [] }))?;
    ensure!(built["result"] == "True", "{built}");
    let prefab = project.path().join("Assets/Lamp.prefab");
    let before = std::fs::read_to_string(&prefab)?;

    for kind in ["apply_overrides", "revert_overrides"] {
        let changes = json!([{ kind: { "object": "/Lamp" } }]);
        let answer = client.call("edit_assets", json!({ "changes": changes })).await?;
        let failure = answer.failure().with_context(|| format!("{kind}: {}", answer.text()))?;
        ensure!(failure.contains("Lamp.power"), "{kind}: {failure}");
    }
    let edits = json!([{ "instantiate": { "prefab": "Assets/Lamp.prefab" } }]);
    let answer = client.call("edit_objects", json!({ "edits": edits })).await?;
    let failure = answer.failure().context("a refusal")?;
    ensure!(failure.contains("component-allowlist"), "{failure}");

    assert_eq!(std::fs::read_to_string(&prefab)?, before);
    let lamps = client
        .ask("find_objects", json!({ "type": "Lamp", "select": ["Lamp.power"] }))
        .await?;
    ensure!(lamps["total"] == 1 && lamps["rows"][0]["Lamp.power"] == 5, "{lamps}");
    Ok(())
}
