//! An open editor behind the host, in the test double of the editor: an agent's day, from an edit over its undo to a test run.

use super::free;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::path::Path;
use tests_support::editor::Editor;
use tests_support::{HostOptions, McpClient, TestHost, wait_for};

const LAMP: &str = "using UnityEngine;\npublic class Lamp : MonoBehaviour { public float power = 1; }\n";

const TESTS: &str = "using NUnit.Framework;\nusing UnityEngine;\npublic class LampTests {\n\
    [Test] public void IsOn() { Assert.AreEqual(1f, new GameObject().AddComponent<Lamp>().power); }\n\
    [Test] public void IsOff() { Assert.AreEqual(0, 1); }\n\
    [Test, Ignore(\"later\")] public void Later() { }\n}\n";

const SCENE: &str = "Assets/Main.unity";

/// Acts as the user who saves a new scene under a name.
const USER: &str = "using UnityEditor.SceneManagement;\npublic static class UserScene {\n\
    public static void Save(string path) { EditorSceneManager.SaveScene(EditorSceneManager.GetActiveScene(), path); }\n\
    public static void OpenAndClose() { EditorSceneManager.CloseScene(EditorSceneManager.NewScene(\
    NewSceneSetup.EmptyScene, NewSceneMode.Additive), true); }\n}\n";

/// A project with a script and its tests.
pub(super) fn make_project() -> Result<tempfile::TempDir> {
    let project = tempfile::tempdir()?;
    for folder in ["Assets/Editor", "ProjectSettings"] {
        std::fs::create_dir_all(project.path().join(folder))?;
    }
    std::fs::write(project.path().join("Assets/Lamp.cs"), LAMP)?;
    std::fs::write(project.path().join("Assets/Editor/LampTests.cs"), TESTS)?;
    std::fs::write(project.path().join("Assets/Editor/UserScene.cs"), USER)?;
    std::fs::write(
        project.path().join("ProjectSettings/ProjectVersion.txt"),
        "m_EditorVersion: 2022.3.76f1\n",
    )?;
    Ok(project)
}

pub(super) fn options(project: &Path) -> HostOptions {
    free().project(project).set("policy.require-confirm", "false")
}

/// A host of the project, whose editor is linked and answers for the folder. `None`, announced, where mono is missing.
async fn linked_editor(what: &str, project: &Path) -> Result<Option<(TestHost, McpClient, Editor)>> {
    linked_with(what, project, options(project)).await
}

/// As `linked_editor`, with a host of these options.
pub(super) async fn linked_with(
    what: &str,
    project: &Path,
    options: HostOptions,
) -> Result<Option<(TestHost, McpClient, Editor)>> {
    let host = options.start().await?;
    let variables = [
        ("UNITY_TOOLS_DATA", host.data_dir().into_os_string()),
        ("UNITY_TOOLS_ALLOW_LINK", "1".into()),
        ("UNITY_TOOLS_ALLOW_CODE", "1".into()),
    ];
    let Some(editor) = Editor::start_with(what, project, &variables, &[])? else {
        return Ok(None);
    };
    host.wait_until_ready().await?;
    let client = host.client().await?;
    wait_for("the editor answers", async || {
        let status = client.ask("unity_status", json!({})).await.ok()?;
        (status["source"] == "live" && status["state"] == "ready").then_some(())
    })
    .await
    .with_context(|| host.log_text())?;
    Ok(Some((host, client, editor)))
}

async fn edit(client: &McpClient, edit: Value) -> Result<Value> {
    client.ask("edit_objects", json!({ "edits": [edit] })).await
}

/// The value of one field of the only object with that component.
async fn power(client: &McpClient) -> Result<Value> {
    let found = client
        .ask("find_objects", json!({ "type": "Lamp", "select": ["Lamp.power"] }))
        .await?;
    ensure!(found["total"] == 1, "{found}");
    Ok(found["rows"][0]["Lamp.power"].clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_edits_undoes_and_searches_in_an_open_editor() -> Result<()> {
    let project = make_project()?;
    let Some((_host, client, mut editor)) = linked_editor("an agent in an editor", project.path()).await? else {
        return Ok(());
    };
    let wrong = json!({ "edits": [{ "create": { "name": "Lamp", "components": ["Lampp"] } }] });
    let refused = client.call("edit_objects", wrong).await?;
    ensure!(refused.text().contains("did you mean Lamp?"), "{}", refused.text());
    edit(&client, json!({ "create": { "name": "Lamp", "components": ["Lamp"] } })).await?;
    let set = json!({ "set": { "object": "/Lamp", "component": "Lamp", "field": "power", "value": 3 } });
    edit(&client, set).await?;
    assert_eq!(power(&client).await?, json!(3));
    // The user takes the last step back, the agent the one before.
    editor.ask("undo", json!({}))?;
    assert_eq!(power(&client).await?, json!(1));
    let undone = client.call("undo_edits", json!({ "all": true })).await?;
    ensure!(undone.text().contains("the user undid"), "{}", undone.text());
    let left = client.ask("find_objects", json!({ "type": "Lamp" })).await?;
    assert_eq!(left["total"], 0);
    // A question about files is answered from the files, and says so.
    let assets = client.call("list_assets", json!({ "kind": "MonoScript" })).await?;
    ensure!(
        assets.text().contains("saved files of the project"),
        "no note in {}",
        assets.text()
    );
    Ok(())
}

/// A prefab with one object, which no scene contains.
const POST: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &1\nGameObject:\n  m_ObjectHideFlags: 0\n  \
    serializedVersion: 6\n  m_Component:\n  - component: {fileID: 2}\n  m_Layer: 0\n  m_Name: Post\n  m_TagString: Untagged\n  \
    m_IsActive: 1\n--- !u!4 &2\nTransform:\n  m_GameObject: {fileID: 1}\n  m_LocalPosition: {x: 0, y: 7, z: 0}\n  \
    m_Children: []\n  m_Father: {fileID: 0}\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_searches_files_that_the_editor_has_not_loaded() -> Result<()> {
    let project = make_project()?;
    std::fs::write(project.path().join("Assets/Post.prefab"), POST)?;
    let meta = "fileFormatVersion: 2\nguid: 00000000000000000000000000000abc\nPrefabImporter:\n  userData: \n";
    std::fs::write(project.path().join("Assets/Post.prefab.meta"), meta)?;
    let Some((_host, client, _editor)) = linked_editor("searches beside an editor", project.path()).await? else {
        return Ok(());
    };
    edit(&client, json!({ "create": { "name": "Post" } })).await?;
    // The scene was never saved, so it has a name instead of a file.
    let scene = client.ask("list_scenes", json!({})).await?;
    let outline = client
        .call("outline", json!({ "scene": scene["rows"][0]["id"] }))
        .await?;
    ensure!(outline.text().contains("Post"), "{scene} {}", outline.text());
    let found = client
        .ask(
            "find_objects",
            json!({ "scope": "project", "name": "Post", "order": ["name"] }),
        )
        .await?;
    ensure!(found["total"] == 2 && found["complete"] == true, "{found}");
    ensure!(
        found["notes"].to_string().contains("saved files of the project"),
        "{found}"
    );
    // Page by page, the rows are the same.
    let first = json!({ "scope": "project", "name": "Post", "order": ["name"], "limit": 1 });
    let page = client.ask("find_objects", first.clone()).await?;
    ensure!(page["rows"][0] == found["rows"][0] && page["total"] == 2, "{page}");
    let mut second = first;
    second["cursor"] = page["next"].clone();
    let page = client.ask("find_objects", second).await?;
    ensure!(page["rows"][0] == found["rows"][1] && page["next"].is_null(), "{page}");
    // The values of an object in a file are read from the file; a change of it is rejected.
    let row = &found["rows"][1];
    ensure!(row["file"] == "Assets/Post.prefab", "{row}");
    let values = client
        .ask(
            "get_components",
            json!({ "objects": [row["id"]], "fields": ["localPosition"] }),
        )
        .await?;
    ensure!(values.to_string().contains("[0,7,0]"), "{values}");
    // An object of the editor and one of a file cannot be read together, and the error names the way.
    let both = json!({ "objects": [found["rows"][0]["id"], row["id"]], "fields": ["localPosition"] });
    let refused = client.call("get_components", both).await?;
    ensure!(
        refused.text().contains("call once with the ids of loaded scenes"),
        "{}",
        refused.text()
    );
    let change = json!({ "edits": [{ "set_active": { "object": row["id"], "active": false } }] });
    let refused = client.call("edit_objects", change).await?;
    ensure!(refused.failure().is_some(), "{}", refused.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_runs_the_tests_of_an_open_editor() -> Result<()> {
    let project = make_project()?;
    let Some((_host, client, _editor)) = linked_editor("test runs of an editor", project.path()).await? else {
        return Ok(());
    };
    let run = client.ask("run_editmode_tests", json!({})).await?;
    assert_eq!(
        (&run["passCount"], &run["failedCount"], &run["skippedCount"]),
        (&json!(1), &json!(1), &json!(1)),
        "{run}"
    );
    let failed = run["failedResults"].to_string();
    ensure!(
        failed.contains("LampTests.IsOff") && failed.contains("Expected"),
        "{failed}"
    );
    let none = client
        .call("run_editmode_tests", json!({ "filter": "LampTests.IsOnn" }))
        .await?;
    let Some(failure) = none.failure() else {
        bail!("a filter without a test: {}", none.text())
    };
    ensure!(
        failure.contains("LampTests.IsOn"),
        "the nearest name is missing: {failure}"
    );
    Ok(())
}

fn authoring(project: &Path) -> HostOptions {
    options(project).set("bundles.scripts.grants", r#"["unity-tools:authoring/scripts-edit"]"#)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_breaks_and_repairs_a_script_of_an_open_editor() -> Result<()> {
    let project = make_project()?;
    let host = authoring(project.path());
    let Some((_host, client, mut editor)) = linked_with("scripts of an editor", project.path(), host).await? else {
        return Ok(());
    };
    let patch = |old: &str, new: &str| json!({ "path": "Assets/Lamp.cs", "patches": [{ "old": old, "new": new }] });
    // The syntax is right, so only the compiler finds the error.
    let broken = client
        .ask("patch_script", patch("float power = 1", "float power = missing"))
        .await?;
    let error = &broken["diagnostics"][0];
    ensure!(
        broken["compiled"] == false
            && error["code"] == "CS0103"
            && error["path"] == "Assets/Lamp.cs"
            && error["line"] == 2,
        "{broken}"
    );
    let repaired = client
        .ask("patch_script", patch("power = missing", "power = 7"))
        .await?;
    ensure!(
        repaired["compiled"] == true && repaired["diagnostics"] == json!([]),
        "{repaired}"
    );
    edit(&client, json!({ "create": { "name": "Lamp", "components": ["Lamp"] } })).await?;
    assert_eq!(power(&client).await?, json!(7));
    let entries = json!({ "entries": [repaired["entry"], broken["entry"]] });
    client.ask("undo_edits", entries).await?;
    assert_eq!(std::fs::read_to_string(project.path().join("Assets/Lamp.cs"))?, LAMP);

    client.ask("play_mode", json!({ "mode": "play" })).await?;
    assert_eq!(editor.ask("state", json!({}))?["playing"], true);
    client.ask("play_mode", json!({ "mode": "stop" })).await?;
    assert_eq!(editor.ask("state", json!({}))?["playing"], false);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn undo_of_a_script_returns_the_errors_of_its_old_text() -> Result<()> {
    let project = make_project()?;
    let host = authoring(project.path());
    let Some((_host, client, _editor)) = linked_with("an undo of scripts", project.path(), host).await? else {
        return Ok(());
    };
    let patch = |old: &str, new: &str| json!({ "path": "Assets/Lamp.cs", "patches": [{ "old": old, "new": new }] });
    let broken = client
        .ask("patch_script", patch("power = 1", "power = missing"))
        .await?;
    let repaired = client
        .ask("patch_script", patch("power = missing", "power = 7"))
        .await?;
    ensure!(repaired["compiled"] == true, "{repaired}");
    let undone = client
        .ask("undo_edits", json!({ "entries": [repaired["entry"]] }))
        .await?;
    ensure!(
        undone["compiled"] == false
            && undone["errors"][0]
                .as_str()
                .is_some_and(|error| error.contains("CS0103")),
        "{undone}"
    );
    let undone = client
        .ask("undo_edits", json!({ "entries": [broken["entry"]] }))
        .await?;
    ensure!(undone["compiled"] == true && undone["errors"].is_null(), "{undone}");
    assert_eq!(std::fs::read_to_string(project.path().join("Assets/Lamp.cs"))?, LAMP);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_saves_a_scene_of_an_open_editor() -> Result<()> {
    let project = make_project()?;
    let host = options(project.path())
        .set("project.allow-save", "true")
        .set("bundles.save.grants", r#"["unity-tools:unity/edits-save"]"#);
    let Some((_host, client, mut editor)) = linked_with("saving in an editor", project.path(), host).await? else {
        return Ok(());
    };
    // The new scene gets a file as by the user.
    editor.ask(
        "invoke",
        json!({ "type": "UserScene", "method": "Save", "args": [SCENE] }),
    )?;
    edit(&client, json!({ "create": { "name": "Lamp", "components": ["Lamp"] } })).await?;
    let file = project.path().join(SCENE);
    ensure!(!std::fs::read_to_string(&file)?.contains("m_Name: Lamp"));
    let tried = client
        .ask("save_scenes", json!({ "files": [SCENE], "dry_run": true }))
        .await?;
    ensure!(
        tried["saved"] == false && tried["files"][0]["lines"].to_string().contains("m_Name: Lamp"),
        "{tried}"
    );
    let saved = client.ask("save_scenes", json!({ "files": [SCENE] })).await?;
    ensure!(saved["saved"] == true && saved["files"][0]["file"] == SCENE, "{saved}");
    ensure!(std::fs::read_to_string(&file)?.contains("m_Name: Lamp"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn change_right_after_a_restart_of_the_host_reaches_the_open_editor() -> Result<()> {
    let project = make_project()?;
    let Some((host, client, _editor)) = linked_editor("a restart beside an editor", project.path()).await? else {
        return Ok(());
    };
    drop(client);
    let host = host.killed_and_restarted().await?;
    let client = host.client().await?;
    // The folder would reject it, because the editor has not linked yet.
    edit(&client, json!({ "create": { "name": "Lamp", "components": ["Lamp"] } })).await?;
    assert_eq!(power(&client).await?, json!(1));
    let status = client.ask("unity_status", json!({})).await?;
    ensure!(status["source"] == "live", "{status}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ids_of_an_editor_are_valid_after_a_restart_of_the_host() -> Result<()> {
    let project = make_project()?;
    let Some((host, client, _editor)) = linked_editor("ids that outlive a host", project.path()).await? else {
        return Ok(());
    };
    for name in ["First", "Second"] {
        edit(&client, json!({ "create": { "name": name, "components": ["Lamp"] } })).await?;
    }
    let select = json!({ "type": "Lamp", "select": ["name", "Lamp.power"] });
    let before = client.ask("find_objects", select.clone()).await?;
    let ids = column(&before, "id");
    ensure!(before["total"] == 2 && ids.len() == 2, "{before}");
    // The second host did not assign the ids, and the third one did not get them from the host that did.
    let (mut host, mut client) = (host, client);
    for round in 1..=2 {
        drop(client);
        host = host.killed_and_restarted().await?;
        client = host.client().await?;
        for (at, id) in ids.iter().enumerate() {
            let power = 10 * round + at;
            let set = json!({ "object": id, "component": "Lamp", "field": "power", "value": power });
            edit(&client, json!({ "set": set })).await?;
        }
        let after = client.ask("find_objects", select.clone()).await?;
        ensure!(
            column(&after, "id") == ids && column(&after, "name") == column(&before, "name"),
            "{after}"
        );
        for (at, row) in after["rows"].as_array().into_iter().flatten().enumerate() {
            ensure!(row["Lamp.power"] == 10 * round + at, "{after}");
        }
    }
    Ok(())
}

/// The texts of one column of an answer of `find_objects`.
fn column(answer: &Value, name: &str) -> Vec<String> {
    let rows = answer["rows"].as_array().into_iter().flatten();
    rows.map(|row| row[name].as_str().unwrap_or_default().to_owned())
        .collect()
}
