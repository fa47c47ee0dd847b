//! An editor that answers nothing: a dialog blocks it, it quit, or it crashed. Agents get answers from the files, or the reason.

use super::editor::{linked_with, make_project, options};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tests_support::McpClient;

/// Far below the deadline of a call, which is 30 s, and above the time in which a blocked editor is noticed.
const SOON: Duration = Duration::from_secs(15);

/// Calls a tool, and checks that the answer comes long before the deadline of the call.
async fn answered_soon(client: &McpClient, tool: &str, arguments: Value) -> Result<String> {
    let begun = Instant::now();
    let answer = client.call(tool, arguments).await?;
    let text = answer.0.message.to_string();
    ensure!(begun.elapsed() < SOON, "{tool} took {:?}: {text}", begun.elapsed());
    Ok(text)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn read_that_began_before_a_dialog_is_answered_from_the_files() -> Result<()> {
    let project = make_project()?;
    let host = options(project.path());
    let Some((_host, client, mut editor)) = linked_with("a dialog during a read", project.path(), host).await? else {
        return Ok(());
    };
    client.ask("find_objects", json!({})).await?;
    editor.send("block", json!({ "ms": 60_000, "title": "Save?" }))?;
    editor.wait_for("dialog")?;
    // The host does not know of the dialog yet, so it sends the read to the editor.
    let text = answered_soon(&client, "find_objects", json!({})).await?;
    ensure!(
        text.contains("does not run its main thread") && text.contains("saved files of the project"),
        "{text}"
    );
    let status = client.ask("unity_status", json!({})).await?;
    ensure!(
        status["state"] == "blocked" && status.get("edits").is_none(),
        "{status}"
    );
    ensure!(!status.to_string().contains("links to this host by itself"), "{status}");
    let first = status["problems"][0].as_str().context("a problem")?;
    ensure!(first.contains("does not run its main thread"), "{status}");
    editor.ask("answer", json!({ "button": 0 }))?;
    tests_support::wait_for("the editor answers again", async || {
        let status = client.ask("unity_status", json!({})).await.ok()?;
        (status["source"] == "live" && status["state"] == "ready").then_some(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn read_that_only_a_blocked_editor_can_answer_fails_with_the_reason() -> Result<()> {
    let project = make_project()?;
    let host = options(project.path()).set("limits.deadline", "\"8s\"");
    let Some((_host, client, mut editor)) = linked_with("the time scale during a dialog", project.path(), host).await?
    else {
        return Ok(());
    };
    editor.send("block", json!({ "ms": 60_000, "title": "Save?" }))?;
    editor.wait_for("dialog")?;
    let refused = client.call("GetTimeScale", json!({})).await?;
    let why = refused.failure().context("it is blocked")?;
    ensure!(
        why.contains("does not run its main thread") && why.contains("close an open dialog"),
        "{why}"
    );
    editor.ask("answer", json!({ "button": 0 }))?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_call_waits_for_an_editor_that_quit_or_crashed() -> Result<()> {
    for crashes in [false, true] {
        let project = make_project()?;
        let host = options(project.path());
        let Some((_host, client, editor)) = linked_with("an editor that ends", project.path(), host).await? else {
            return Ok(());
        };
        let edits = json!({ "edits": [{ "create": { "name": "Lamp" } }] });
        client.ask("edit_objects", edits.clone()).await?;
        match crashes {
            true => editor.kill()?,
            false => editor.quit()?,
        }
        answered_soon(&client, "find_objects", json!({})).await?;
        let why = answered_soon(&client, "edit_objects", edits).await?;
        ensure!(why.contains("has ended") && why.contains("start"), "{why}");
        let listed = answered_soon(&client, "list_unitys", json!({})).await?;
        ensure!(listed.contains("its editor has ended"), "{listed}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn status_names_play_mode_and_open_scene_has_no_note_of_folders() -> Result<()> {
    let project = make_project()?;
    let host = options(project.path())
        .set("project.allow-save", "true")
        .set("bundles.save.grants", r#"["unity-tools:unity/edits-save"]"#);
    let Some((_host, client, _editor)) = linked_with("scenes of an editor", project.path(), host).await? else {
        return Ok(());
    };
    // The scene of a new editor has no file: the agent saves it to a new path.
    let edits = json!({ "edits": [{ "create": { "name": "Lamp" } }] });
    client.ask("edit_objects", edits).await?;
    let tried = client.call("save_scenes", json!({ "dry_run": true })).await?;
    let told = tried.0.message.to_string();
    ensure!(told.contains("a new asset path for it"), "{told}");
    let saved = client
        .ask("save_scenes", json!({ "files": ["Assets/New.unity"] }))
        .await?;
    ensure!(
        saved["saved"] == true && saved["files"][0]["file"] == "Assets/New.unity",
        "{saved}"
    );
    let text = std::fs::read_to_string(project.path().join("Assets/New.unity"))?;
    ensure!(text.contains("m_Name: Lamp"), "{text}");
    let opened = client
        .call("open_scene", json!({ "scene": "Assets/New.unity", "additive": false }))
        .await?;
    let told = opened.0.message.to_string();
    ensure!(opened.failure().is_none() && !told.contains("project folder"), "{told}");
    client.ask("play_mode", json!({ "mode": "play" })).await?;
    let status = client.ask("unity_status", json!({})).await?;
    ensure!(status["state"] == "playing", "{status}");
    Ok(())
}
