//! The configuration of `docs/use/editors.md`: an agent can do with it what the page says.

use super::editor::{linked_with, make_project};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{HostOptions, paths, readme};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn documented_configuration_allows_all_work_in_an_editor() -> Result<()> {
    let page = paths::root().join("docs/use/editors.md");
    let blocks = readme::fenced(&page, "toml")?;
    let written = blocks.iter().find(|block| block.contains("[bundles.scripts]"));
    let project = make_project()?;
    let host = HostOptions::new()
        .config(written.context("editors.md has no configuration")?)
        .project(project.path())
        .without_ready();
    let Some((_host, client, _editor)) = linked_with("the documented configuration", project.path(), host).await?
    else {
        return Ok(());
    };
    let door = "public class Door : UnityEngine.MonoBehaviour { public int width = 1; }\n";
    for (tool, mut arguments) in [
        ("write_script", json!({ "path": "Assets/Door.cs", "text": door })),
        (
            "edit_assets",
            json!({ "changes": [{ "create_folder": { "path": "Assets/Props" } }] }),
        ),
        (
            "edit_objects",
            json!({ "edits": [
                { "create": { "name": "Door", "components": ["Door"] } },
                { "set": { "object": { "made": 0 }, "component": "Door", "field": "width", "value": 2 } },
            ] }),
        ),
        ("save_scenes", json!({ "files": ["Assets/Main.unity"] })),
        ("run_editmode_tests", json!({})),
        ("play_mode", json!({ "mode": "play" })),
        ("play_mode", json!({ "mode": "stop" })),
    ] {
        arguments["confirm"] = json!(true);
        let answer = client.call(tool, arguments).await?;
        ensure!(answer.failure().is_none(), "{tool}: {}", answer.text());
    }
    let saved = std::fs::read_to_string(project.path().join("Assets/Main.unity"))?;
    ensure!(saved.contains("m_Name: Door"), "{saved}");
    ensure!(project.path().join("Assets/Props").is_dir());
    Ok(())
}
