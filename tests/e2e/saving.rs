//! Saving by an agent: off by default whatever a client tries, and where it is on nothing but the changed lines.

use crate::confirmation::{Answer, Era, Person, call, connect};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tests_support::{HostOptions, McpClient, wait_for};

const MAIN: &str = "Assets/Scenes/Main.unity";
const GRANTS: &str = r#"["unity-tools:unity/edits-save"]"#;

/// A copy of the sample project that a test may change.
pub(crate) fn copy() -> Result<(tempfile::TempDir, PathBuf)> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("Game");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/unity/sample");
    tests_projects::copy(&sample, &root, |bytes| bytes);
    Ok((folder, root))
}

pub(crate) fn options(root: &Path) -> HostOptions {
    HostOptions::new()
        .project(root)
        .writing()
        .set("policy.reflection-allowlist-members", r#"["*"]"#)
        .set("policy.component-allowlist", r#"["*"]"#)
}

/// Switches an object of the main scene off.
async fn edit(client: &McpClient) -> Result<()> {
    let found = client
        .ask("find_objects", json!({ "files": [MAIN], "path": "/*", "limit": 1 }))
        .await?;
    let object = found["rows"][0]["id"]
        .as_str()
        .with_context(|| found.to_string())?
        .to_owned();
    let edits = json!([{ "set_active": { "object": object, "active": false } }]);
    client.ask("edit_objects", json!({ "edits": edits })).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_saving_without_both_grant_and_allow_save() -> Result<()> {
    for extra in [
        None,
        Some(("bundles.save.grants", GRANTS)),
        Some(("project.allow-save", "true")),
    ] {
        let (_folder, root) = copy()?;
        let before = tests_projects::tree_hash(&root);
        let options = match extra {
            Some((key, value)) => options(&root).set(key, value),
            None => options(&root),
        };
        let host = options.start().await?;
        let client = host.client().await?;
        let granted = extra.is_some_and(|(key, _)| key == "bundles.save.grants");
        ensure!(
            client.tool_names().await?.contains(&"save_scenes".to_owned()) == granted,
            "{extra:?}"
        );
        edit(&client).await?;
        if granted {
            let tried = client.ask("save_scenes", json!({ "dry_run": true })).await?;
            ensure!(tried["saved"] == false && tried["files"][0]["total"] == 1, "{tried}");
            let unnamed = client.call("save_scenes", json!({})).await?;
            let unnamed = unnamed.failure().context("a refusal")?;
            ensure!(unnamed.contains("files"), "{unnamed}");
            let refused = client.call("save_scenes", json!({ "files": [MAIN] })).await?;
            let refused = refused.failure().context("a refusal")?;
            ensure!(refused.contains("allow-save"), "{refused}");
        } else {
            let refused = client.call("save_scenes", json!({ "files": [MAIN] })).await;
            let told = match refused {
                Ok(answer) => answer.failure().context("a refusal")?.to_owned(),
                Err(error) => format!("{error:#}"),
            };
            let grants = "[bundles.save] grants = [\\\"unity-tools:unity/edits-save";
            ensure!(told.contains(grants) && !told.contains("/health"), "{extra:?}: {told}");
        }
        ensure!(tests_projects::tree_hash(&root) == before, "{extra:?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn save_writes_the_changed_line_with_backup_and_audit_line() -> Result<()> {
    let (_folder, root) = copy()?;
    let before = std::fs::read_to_string(root.join(MAIN))?;
    let host = options(&root)
        .set("bundles.save.grants", GRANTS)
        .set("project.allow-save", "true")
        .start()
        .await?;
    let client = host.client().await?;
    edit(&client).await?;
    let saved = client.ask("save_scenes", json!({ "files": [MAIN] })).await?;
    ensure!(saved["saved"] == true && saved["files"][0]["file"] == MAIN, "{saved}");
    let after = std::fs::read_to_string(root.join(MAIN))?;
    let lines: Vec<(&str, &str)> = before
        .lines()
        .zip(after.lines())
        .filter(|(one, other)| one != other)
        .collect();
    ensure!(lines == [("  m_IsActive: 1", "  m_IsActive: 0")], "{lines:?}");
    let backup = saved["files"][0]["backup"].as_str().context("a backup")?;
    ensure!(
        std::fs::read_to_string(host.data_dir().join(backup))? == before,
        "{backup}"
    );
    let audit = std::fs::read_to_string(host.data_dir().join("audit/audit.jsonl"))?;
    let line = audit
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let of_save = line.filter(|line| line["tool"] == "save_scenes").count();
    ensure!(of_save > 0, "{audit}");
    let listed = client.ask("list_edits", json!({})).await?;
    ensure!(listed["rows"][0]["saved"] == true, "{listed}");
    client.ask("undo_edits", json!({ "all": true })).await?;
    client.ask("save_scenes", json!({ "files": [MAIN] })).await?;
    ensure!(std::fs::read_to_string(root.join(MAIN))? == before, "undone and saved");
    Ok(())
}

/// The field was set while every member was allowed; then the operator allows less.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn save_checks_the_current_allowlist_for_the_fields_it_writes() -> Result<()> {
    let (_folder, root) = copy()?;
    let before = tests_projects::tree_hash(&root);
    let config = |members: &str| {
        format!(
            "[policy]\nallow-writes = true\nrequire-confirm = false\nreflection-allowlist-members = [\"{members}\"]\n"
        )
    };
    let host = HostOptions::new()
        .project(&root)
        .config(&config("*"))
        .set("bundles.save.grants", GRANTS)
        .set("project.allow-save", "true")
        .start()
        .await?;
    let client = host.client().await?;
    let found = client
        .ask("find_objects", json!({ "files": [MAIN], "path": "/*", "limit": 1 }))
        .await?;
    let scale = |value: u32| {
        json!({ "edits": [{ "set": {
            "object": found["rows"][0]["id"], "component": "Transform", "field": "m_LocalScale.y", "value": value,
        } }] })
    };
    client.ask("edit_objects", scale(3)).await?;
    let refuses = async |client: &McpClient| {
        let tried = client.call("save_scenes", json!({ "dry_run": true })).await?.text();
        let denied = format!("denied: policy.reflection-allowlist-members: {MAIN}: /");
        ensure!(
            tried.contains(&denied) && tried.contains("UnityEngine.Transform.m_LocalScale"),
            "{tried}"
        );
        let refused = client
            .call("save_scenes", json!({ "files": [MAIN] }))
            .await?
            .expect_failure()?;
        for part in [
            "Denied by allowlist",
            &format!("saving would write {MAIN}: /"),
            "UnityEngine.Transform.m_LocalScale",
            "`[policy] reflection-allowlist-members`",
        ] {
            ensure!(refused.contains(part), "{part}: {refused}");
        }
        ensure!(tests_projects::tree_hash(&root) == before, "nothing was written");
        Ok(())
    };
    host.rewrite_config(&config("UnityEngine.Transform.m_LocalPosition"))?;
    wait_for("the narrower list", async || {
        let refused = client.call("edit_objects", scale(4)).await.ok()?.failure();
        refused.filter(|why| why.contains("Denied by allowlist"))
    })
    .await?;
    refuses(&client).await?;
    // A later host, which has the change from the journal.
    let host = host.restart().await?;
    let client = host.client().await?;
    // Its start wrote the first configuration again.
    host.rewrite_config(&config("UnityEngine.Transform.m_LocalPosition"))?;
    wait_for("the narrower list", async || {
        let refused = client.call("edit_objects", scale(4)).await.ok()?.failure();
        refused.filter(|why| why.contains("Denied by allowlist"))
    })
    .await?;
    refuses(&client).await?;
    host.rewrite_config(&config("UnityEngine.Transform.*"))?;
    wait_for("the wider list", async || {
        let saved = client.call("save_scenes", json!({ "files": [MAIN] })).await.ok()?;
        saved.failure().is_none().then_some(())
    })
    .await?;
    ensure!(
        tests_projects::tree_hash(&root) != before,
        "it is saved once it is allowed"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prompt_shows_the_changed_lines_before_saving() -> Result<()> {
    for answer in [Answer::Decline, Answer::Yes] {
        let (_folder, root) = copy()?;
        let before = tests_projects::tree_hash(&root);
        let host = options(&root)
            .set("bundles.save.grants", GRANTS)
            .set("project.allow-save", "true")
            .set("policy.require-confirm", "true")
            .set("policy.confirm-by", "person")
            .start()
            .await?;
        // Another client's yes for the edit itself.
        let editor = connect(&host, Era::Handshake, Person::new(Answer::Yes)).await?;
        let found = host
            .client()
            .await?
            .ask("find_objects", json!({ "files": [MAIN], "path": "/*", "limit": 1 }))
            .await?;
        let edits = json!([{ "set_active": { "object": found["rows"][0]["id"], "active": false } }]);
        call(&editor, "edit_objects", json!({ "edits": edits })).await?;
        let person = Person::new(answer);
        let client = connect(&host, Era::Handshake, person.clone()).await?;
        let saved = call(&client, "save_scenes", json!({ "files": [MAIN] })).await?;
        let asked = person.questions();
        let [question] = asked.as_slice() else {
            anyhow::bail!("{answer:?}: {asked:?}, {saved}")
        };
        for part in [MAIN, "would write 1 line", "m_IsActive: 1", "-> \"m_IsActive: 0\""] {
            ensure!(question.contains(part), "{answer:?}: no {part} in {question}");
        }
        ensure!(
            question.contains("writes files of the Unity project on disk"),
            "{question}"
        );
        for other in ["may delete", "chooses"] {
            ensure!(!question.contains(other), "{question}");
        }
        if answer == Answer::Yes {
            let again = call(&client, "save_scenes", json!({ "files": [MAIN] })).await?;
            ensure!(
                person.questions().len() == 1,
                "nothing is left to write, and they were asked: {again}"
            );
        }
        let changed = tests_projects::tree_hash(&root) != before;
        ensure!(changed == (answer == Answer::Yes), "{answer:?}: {saved}");
        editor.cancel().await?;
        client.cancel().await?;
    }
    Ok(())
}

/// The configuration while the host runs: a revoked permission ends at once, and what was never given needs a restart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn revoking_allow_save_disables_saving_immediately() -> Result<()> {
    let (_folder, root) = copy()?;
    let config = |allowed: bool| format!("[project]\nallow-save = {allowed}\n[bundles.save]\ngrants = {GRANTS}\n");
    let before = tests_projects::tree_hash(&root);
    let host = options(&root).config(&config(true)).start().await?;
    let client = host.client().await?;
    edit(&client).await?;
    host.rewrite_config(&config(false))?;
    host.wait_for_log("no scene is saved", |line| {
        line.contains("no scene is saved from now on")
    })
    .await?;
    let refused = client.call("save_scenes", json!({ "files": [MAIN] })).await?;
    let refused = refused.failure().context("a refusal")?;
    ensure!(refused.contains("allow-save"), "{refused}");
    ensure!(tests_projects::tree_hash(&root) == before, "it was saved");
    host.rewrite_config(&config(true))?;
    host.wait_for_log("scenes are saved again", |line| {
        line.contains("scenes may be saved again")
    })
    .await?;
    let saved = client.ask("save_scenes", json!({ "files": [MAIN] })).await?;
    ensure!(saved["saved"] == true, "{saved}");
    Ok(())
}

/// Anything that a caller takes for a file: refused with what was given, by a dry run and by the save itself, and nothing is written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_saving_paths_that_are_not_project_scenes() -> Result<()> {
    let (_folder, root) = copy()?;
    let before = tests_projects::tree_hash(&root);
    let host = options(&root)
        .set("project.allow-save", "true")
        .set("bundles.save.grants", GRANTS)
        .start()
        .await?;
    let client = host.client().await?;
    edit(&client).await?;
    let absolute = root.join(MAIN).to_string_lossy().into_owned();
    for file in [
        "Assets/Scenes/Main.unity/",
        "Assets/Scenes//Main.unity",
        "Assets/Scenes/./Main.unity",
        "Assets/Scenes/../Scenes/Main.unity",
        "../Game/Assets/Scenes/Main.unity",
        "Assets\\Scenes\\Main.unity",
        "Assets/Scenes/Main.unity\0",
        "Assets/Scenes/Main.unity\0.unity",
        "Assets/Scenes/Main.unity.meta",
        "Assets/Prefabs/Crate.prefab",
        "ProjectSettings/EditorBuildSettings.asset",
        "ProjectSettings/Fake.unity",
        "Assets",
        "Assets/Scenes",
        "",
        " ",
        &absolute,
    ] {
        for arguments in [
            json!({ "files": [file], "dry_run": true }),
            json!({ "files": [MAIN, file] }),
        ] {
            let answer = client.call("save_scenes", arguments.clone()).await?;
            let refused = answer.failure().with_context(|| format!("{arguments} went"))?;
            ensure!(
                !refused.contains("panic") && !refused.contains("internal"),
                "{arguments}: {refused}"
            );
            ensure!(tests_projects::tree_hash(&root) == before, "{arguments} wrote");
        }
    }
    Ok(())
}

/// The object of the change stays, its component goes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn save_reports_an_edit_that_an_external_change_invalidated() -> Result<()> {
    let (_folder, root) = copy()?;
    let host = options(&root)
        .set("bundles.save.grants", GRANTS)
        .set("project.allow-save", "true")
        .start()
        .await?;
    let client = host.client().await?;
    let set = json!({ "object": "/Main Camera", "component": "Camera", "field": "fieldOfView", "value": 33.5 });
    client.ask("edit_objects", json!({ "edits": [{ "set": set }] })).await?;
    let text = std::fs::read_to_string(root.join(MAIN))?;
    let camera = text.find("--- !u!20 &").context("a camera")?;
    let behind = text.get(camera + 4..).and_then(|rest| rest.find("--- !u!"));
    let behind = camera + 4 + behind.context("what comes behind it")?;
    let id = text.get(camera..).and_then(|rest| rest.split(['&', '\n']).nth(1));
    let listed = format!("  - component: {{fileID: {}}}\n", id.context("its id")?);
    let without = [text.get(..camera), text.get(behind..)]
        .map(Option::unwrap_or_default)
        .concat()
        .replacen(&listed, "", 1);
    std::fs::write(root.join(MAIN), &without)?;
    let told = wait_for("the dry run to tell of it", async || {
        let tried = client.call("save_scenes", json!({ "dry_run": true })).await.ok()?;
        let told = tried.0.message["result"]["_meta"]["diagnostics"].to_string();
        told.contains("entry 1 is not saved").then_some(told)
    })
    .await?;
    for part in ["/Main Camera", "field of view", "33.5", "its component"] {
        ensure!(told.contains(part), "no {part} in {told}");
    }
    edit(&client).await?;
    let saved = client.call("save_scenes", json!({ "files": [MAIN] })).await?;
    let told = saved.0.message["result"]["_meta"]["diagnostics"].to_string();
    ensure!(told.matches("entry 1 is not saved").count() == 1, "{told}");
    ensure!(saved.structured()?["saved"] == true, "{told}");
    ensure!(
        std::fs::read_to_string(root.join(MAIN))? != without,
        "the rest is saved"
    );
    Ok(())
}
