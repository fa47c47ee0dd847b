//! The bridge of an editor that closes and opens again in the same domain, because the user switched code on or off.
//!
//! Belongs here: what an old bridge must not do any more. Does not: edits and reloads without a switch (`editing.rs`).

use crate::asking::create_object;
use crate::editing::{entries, make_project, undo, wait_for_epoch};
use crate::host::TestHost;
use anyhow::{Context, Result, bail, ensure};
use host_bridge::{Command, Reply};
use serde_json::json;
use tests_support::editor::Editor;

const SCENE: &str = "Assets/Main.unity";

/// Saves the untitled scene of a new project, as its user does.
const KEEPER: &str = "using UnityEditor.SceneManagement;\nusing UnityEngine.SceneManagement;\npublic static class Keeper {\n\
    public static string Save() { return EditorSceneManager.SaveScene(SceneManager.GetActiveScene(), \"Assets/Main.unity\").ToString(); }\n}\n";

/// What each entry of the journal says that a save or an undo changes.
async fn marks(host: &TestHost) -> Result<Vec<(u64, Option<u64>, bool)>> {
    let all = entries(host).await?;
    Ok(all
        .iter()
        .map(|entry| (entry.id, entry.undone_by, entry.saved))
        .collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_bridge_does_not_write_to_the_journal_of_edits() -> Result<()> {
    let (host, project) = (TestHost::start().await?, make_project()?);
    std::fs::create_dir(project.path().join("Assets/Editor"))?;
    std::fs::write(project.path().join("Assets/Editor/Keeper.cs"), KEEPER)?;
    let Some(mut editor) = Editor::start("the switch for code", project.path(), host.data.path())? else {
        return Ok(());
    };
    host.wait_for_link().await?;
    let saved = editor.ask("invoke", json!({"type": "Keeper", "method": "Save", "args": []}))?;
    assert_eq!(saved["result"], "True", "{saved}");
    create_object(&host, "One", [0.0; 3], &[]).await?;
    for epoch in [2, 3] {
        let toggle = json!({"path": "Project/Unity Tools", "toggle": "Allow code from the host in this project"});
        editor.ask("settings", toggle)?;
        let hello = wait_for_epoch(&host, epoch).await?;
        let serves_code = hello.functions.iter().any(|name| name == "link/load-assembly");
        assert_eq!(serves_code, epoch == 2, "{:?}", hello.functions);
    }
    // The first bridge knows the entry, but not that it is undone.
    host.value(undo(1)).await?;
    create_object(&host, "Two", [0.0; 3], &[]).await?;
    let save = Command::SaveFiles {
        files: vec![SCENE.to_owned()],
        needs: None,
    };
    let Reply::Saved(files) = host.value(save).await? else {
        bail!("not saved")
    };
    ensure!(files.len() == 1, "{files:?}");
    let before = marks(&host).await?;
    let undone = before.iter().find(|mark| mark.0 == 1).context("the first entry")?;
    assert_eq!(undone.1, Some(2), "{before:?}");
    editor.ask("reload", json!({}))?;
    wait_for_epoch(&host, 4).await?;
    assert_eq!(marks(&host).await?, before, "an old bridge wrote its copies");
    Ok(())
}
