//! Unsaved edits that cannot be kept, applied again or saved: each case is reported, and the host serves on.
//!
//! Belongs here: an edit journal and a save that the system or another program spoils. Does not: kills (`kills`), files of another user
//! (`hostile::data_folder`).

use crate::saving::{copy, options};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, McpClient, wait_for};

const MAIN: &str = "Assets/Scenes/Main.unity";

fn saving(root: &std::path::Path) -> HostOptions {
    options(root)
        .set("bundles.save.grants", r#"["unity-tools:unity/edits-save"]"#)
        .set("project.allow-save", "true")
}

async fn set_view(client: &McpClient, degrees: f64) -> Result<Value> {
    let set = json!({ "object": "/Main Camera", "component": "Camera", "field": "fieldOfView", "value": degrees });
    client.ask("edit_objects", json!({ "edits": [{ "set": set }] })).await
}

async fn view(client: &McpClient) -> Result<Value> {
    let select = json!({ "path": "/Main Camera", "select": ["Camera.fieldOfView"] });
    let found = client.ask("find_objects", select).await?;
    Ok(found["rows"][0]["Camera.fieldOfView"].clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn list_edits_marks_edits_of_missing_objects_lost_after_restart() -> Result<()> {
    let (_folder, root) = copy()?;
    let mut host = saving(&root).start().await?;
    let client = host.client().await?;
    let edits = json!([
        { "set_active": { "object": "/Map Camera", "active": false } },
        { "set_active": { "object": "/Main Camera", "active": false } },
    ]);
    for edit in edits.as_array().context("two")? {
        client.ask("edit_objects", json!({ "edits": [edit] })).await?;
    }
    host.killed().await?;
    // Another program gives the object of the first edit a new id: to Unity it is another object.
    let text = std::fs::read_to_string(root.join(MAIN))?;
    let named = text.find("  m_Name: Map Camera\n").context("the object")?;
    let (before, _) = text.split_at(named);
    let (_, id) = before.rsplit_once("--- !u!1 &").context("its document")?;
    let (id, _) = id.split_once('\n').context("its id")?;
    let other = text
        .replace(&format!("--- !u!1 &{id}\n"), "--- !u!1 &987654321\n")
        .replace(
            &format!("m_GameObject: {{fileID: {id}}}"),
            "m_GameObject: {fileID: 987654321}",
        );
    std::fs::write(
        root.join(MAIN),
        other.replace("  m_Name: Map Camera\n", "  m_Name: Another Camera\n"),
    )?;
    let host = host.killed_and_restarted().await?;
    let client = host.client().await?;
    let listed = client.ask("list_edits", json!({})).await?;
    let lost: Vec<[Value; 2]> = listed["rows"]
        .as_array()
        .context("rows")?
        .iter()
        .map(|row| [row["changes"][0]["path"].clone(), json!(row["lost"].is_string())])
        .collect();
    ensure!(lost.contains(&[json!("/Main Camera"), json!(false)]), "{listed}");
    ensure!(
        lost.len() == 2 && lost.iter().any(|[_, lost]| *lost == true),
        "{listed}"
    );
    ensure!(host.log_text().contains("entry 1"), "{}", host.log_text());
    let shown = client
        .ask(
            "find_objects",
            json!({ "name": "Another Camera", "select": ["active_self"] }),
        )
        .await?;
    ensure!(shown["rows"][0]["active_self"] == true, "{shown}");
    let kept = client
        .ask(
            "find_objects",
            json!({ "name": "Main Camera", "select": ["active_self"] }),
        )
        .await?;
    ensure!(kept["rows"][0]["active_self"] == false, "{kept}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_an_unopenable_journal_in_health_and_edit_answers() -> Result<()> {
    let (_folder, root) = copy()?;
    let host = saving(&root).start().await?;
    ensure!(host.health().await?["status"] == "ok", "{}", host.health().await?);
    set_view(&host.client().await?, 33.5).await?;
    let folder_for_lock = |data: &std::path::Path| {
        let mut projects = std::fs::read_dir(data.join("edits"))?;
        let lock = projects.next().context("a project")??.path().join("lock");
        std::fs::remove_file(&lock)?;
        Ok(std::fs::create_dir(&lock)?)
    };
    let host = host.restarted_after(folder_for_lock).await?;
    let problems = wait_for("the problem in /health", async || {
        let health = host.health().await.ok()?;
        (health["status"] == "degraded").then(|| health["problems"].to_string())
    });
    let problems = problems.await.with_context(|| host.log_text())?;
    ensure!(
        problems.contains("edit journal") && problems.contains("lock"),
        "{problems}"
    );
    let client = host.client().await?;
    ensure!(view(&client).await? != 33.5, "the journal was not opened");
    let done = set_view(&client, 44.5).await?;
    let notes = done["notes"].to_string();
    ensure!(notes.contains("lost when the host ends"), "{done}");
    Ok(())
}

/// As with `ulimit -f`: the system sends SIGXFSZ, which ends a program that does not handle it.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_a_save_over_the_file_size_limit_and_survives() -> Result<()> {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let (_folder, root) = copy()?;
    let before = tests_projects::tree_hash(&root);
    let host = saving(&root).start().await?;
    let client = host.client().await?;
    set_view(&client, 33.5).await?;
    let size = std::fs::metadata(root.join(MAIN))?.len();
    let pid = Pid::from_raw(i32::try_from(host.pid()?)?);
    let limit = |current: Option<u64>| prlimit(pid, Resource::Fsize, Rlimit { current, maximum: None });
    limit(Some(size / 2))?;
    let refused = client.call("save_scenes", json!({ "files": [MAIN] })).await?;
    let refused = refused.failure().with_context(|| host.log_text())?;
    ensure!(refused.contains(MAIN) && refused.contains("large"), "{refused}");
    ensure!(
        tests_projects::tree_hash(&root) == before,
        "a file of the project changed"
    );
    ensure!(view(&client).await? == 33.5, "the edit is gone");
    limit(None)?;
    let saved = client.ask("save_scenes", json!({ "files": [MAIN] })).await?;
    ensure!(saved["saved"] == true, "{saved}");
    let text = std::fs::read_to_string(root.join(MAIN))?;
    ensure!(text.contains("  field of view: 33.5\n"), "it is not in the file");
    Ok(())
}
