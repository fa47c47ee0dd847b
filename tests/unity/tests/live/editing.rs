//! The editor half of the package in the test double of an editor: linking, states, reads, edits with Undo, reloads.

use crate::asking::{create_object, member, page, set};
use crate::host::TestHost;
use anyhow::{Context, Result, bail, ensure};
use host_bridge::{Command, CursorPage, EditEntry, EditTouches, ObjectFilter, PageRequest, Reply, SceneFilter};
use host_bridge_live::frames::{Hello, Kind};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tests_support::editor::{Editor, check_engine};
use tests_support::projects::real_projects;
use tests_support::{environment, wait_for};
use tokio_util::sync::CancellationToken;

/// A script that the double compiles; a change of it reloads the domain.
const SCRIPT: &str =
    "using UnityEngine;\npublic class Lamp : MonoBehaviour { public float power = 1; public string title; }\n";

/// A project with one script.
pub(crate) fn make_project() -> Result<tempfile::TempDir> {
    let project = tempfile::tempdir()?;
    std::fs::create_dir(project.path().join("Assets"))?;
    std::fs::write(project.path().join("Assets/Lamp.cs"), SCRIPT)?;
    Ok(project)
}

/// Waits until the editor is linked after a reload: its process is the same, and its epoch is `epoch`.
pub(crate) async fn wait_for_epoch(host: &TestHost, epoch: u64) -> Result<Hello> {
    wait_for("the link of the next domain load", async || {
        let hello = host.wait_for_link().await.ok()?;
        (hello.epoch == epoch).then_some(hello)
    })
    .await
}

pub(crate) async fn entries(host: &TestHost) -> Result<Vec<EditEntry>> {
    let page = CursorPage {
        limit: 50,
        max_bytes: 1 << 20,
        cursor: None,
    };
    match host.value(Command::ListEntries { page }).await? {
        Reply::Entries(entries) => Ok(entries.rows),
        other => bail!("no entries: {other:?}"),
    }
}

/// The names of the loaded objects, sorted.
async fn names(host: &TestHost) -> Result<Vec<String>> {
    let mut names = Vec::new();
    loop {
        let page = PageRequest {
            offset: u32::try_from(names.len())?,
            ..page(200)
        };
        let filter = ObjectFilter::default();
        let Reply::Objects(found) = host.value(Command::ListObjects { filter, page }).await? else {
            bail!("no objects")
        };
        ensure!(!found.items.is_empty(), "{} of {}", names.len(), found.total);
        names.extend(found.items.into_iter().map(|card| card.name));
        if names.len() as u64 == found.total {
            names.sort();
            return Ok(names);
        }
    }
}

/// Changes the script, so that a refresh compiles it and reloads the domain.
pub(crate) fn change_script(project: &Path, number: usize) -> Result<()> {
    let changed = format!("{SCRIPT}// {number}\n");
    Ok(std::fs::write(project.join("Assets/Lamp.cs"), changed)?)
}

pub(crate) fn undo(entry: u64) -> Command {
    Command::UndoEdits {
        entries: vec![entry],
        digest: None,
        touches: EditTouches::default(),
    }
}

fn undo_names(state: &Value) -> Vec<&str> {
    let names = state["undo"].as_array().map(Vec::as_slice).unwrap_or_default();
    names.iter().filter_map(Value::as_str).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn linked_editor_serves_its_scene() -> Result<()> {
    let (host, project) = (TestHost::start().await?, make_project()?);
    let Some(_editor) = Editor::start("an editor that links", project.path(), host.data.path())? else {
        return Ok(());
    };
    let hello = host.wait_for_link().await?;
    assert_eq!((hello.kind, hello.epoch), (Kind::Editor, 1));
    assert_eq!(hello.project.path.as_deref().map(Path::new), Some(project.path()));
    // A new project opens an untitled scene with the two objects of Unity's template.
    assert_eq!(names(&host).await?, ["Directional Light", "Main Camera"]);
    let filter = SceneFilter::default();
    let Reply::Scenes(scenes) = host.value(Command::ListScenes { filter, page: page(50) }).await? else {
        bail!("no scenes")
    };
    assert_eq!(
        (scenes.total, scenes.items[0].is_loaded, scenes.items[0].root_count),
        (1, true, 2)
    );
    Ok(())
}

/// The dialog of the first start, with its buttons.
fn wait_for_question(editor: &mut Editor) -> Result<()> {
    let dialog = editor.wait_for("dialog")?;
    assert_eq!(dialog["title"], "Unity Tools");
    assert_eq!(dialog["buttons"], json!(["Connect", "Do not connect"]));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn editor_connects_only_after_its_user_agreed() -> Result<()> {
    let (host, project) = (TestHost::start().await?, make_project()?);
    let data = [("UNITY_TOOLS_DATA", host.data.path().as_os_str().to_owned())];
    let start = |arguments: &[&str]| Editor::start_with("the consent to a link", project.path(), &data, arguments);
    // Refused, and not asked again.
    let Some(mut editor) = start(&[])? else {
        return Ok(());
    };
    wait_for_question(&mut editor)?;
    editor.ask("answer", json!({"button": 1}))?;
    editor.ask("reload", json!({}))?;
    editor.wait_for("loaded")?;
    editor.quit()?;
    // Never asked in batch mode.
    let batch = start(&["--batchmode"])?.context("mono is there")?;
    batch.quit()?;
    assert!(!host.was_linked());
    // A user who was never asked agrees.
    std::fs::remove_dir_all(project.path().join("Prefs"))?;
    let mut editor = start(&[])?.context("mono is there")?;
    wait_for_question(&mut editor)?;
    assert!(!host.was_linked(), "the dialog is open");
    editor.ask("answer", json!({"button": 0}))?;
    host.wait_for_link().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn each_write_is_one_undo_step_of_the_editor() -> Result<()> {
    let (host, project) = (TestHost::start().await?, make_project()?);
    let Some(mut editor) = Editor::start("undo in an editor", project.path(), host.data.path())? else {
        return Ok(());
    };
    host.wait_for_link().await?;
    let lamp = create_object(&host, "Lamp", [0.0, 5.0, 0.0], &["Lamp"]).await?;
    set(&host, lamp, "Lamp", "power", json!(2.5)).await?;
    host.value(Command::SetActive {
        object: lamp,
        active: false,
    })
    .await?;
    host.value(Command::DestroyObject { object: lamp }).await?;
    assert_eq!(names(&host).await?, ["Directional Light", "Main Camera"]);
    // The state is that of the last update.
    wait_for("four undo steps", async || {
        let state = editor.ask("state", json!({})).ok()?;
        (undo_names(&state).len() == 4).then_some(())
    })
    .await?;

    editor.ask("undo", json!({}))?;
    assert_eq!(names(&host).await?, ["Directional Light", "Lamp", "Main Camera"]);
    let Reply::Object(card) = host.value(Command::GetObject { object: lamp }).await? else {
        bail!("no object")
    };
    assert_eq!(
        (&*card.name, card.active),
        ("Lamp", false),
        "it came back under its id, as it was"
    );
    editor.ask("undo", json!({}))?;
    assert_eq!(member(&host, lamp, "Lamp", "power").await?, json!(2.5));
    editor.ask("undo", json!({}))?;
    assert_eq!(member(&host, lamp, "Lamp", "power").await?, json!(1));
    editor.ask("undo", json!({}))?;
    assert_eq!(names(&host).await?, ["Directional Light", "Main Camera"]);
    for _ in 0..4 {
        editor.ask("redo", json!({}))?;
    }
    assert_eq!(names(&host).await?, ["Directional Light", "Main Camera"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_stay_undoable_by_the_agent_over_a_reload() -> Result<()> {
    let (host, project) = (TestHost::start().await?, make_project()?);
    let Some(mut editor) = Editor::start("a reload of an editor", project.path(), host.data.path())? else {
        return Ok(());
    };
    let first = host.wait_for_link().await?;
    let lamp = create_object(&host, "Lamp", [0.0, 5.0, 0.0], &["Lamp"]).await?;
    set(&host, lamp, "Lamp", "title", json!("before")).await?;

    let longer = SCRIPT.replace("public string title;", "public string title; public int extra = 7;");
    std::fs::write(project.path().join("Assets/Lamp.cs"), longer)?;
    editor.ask("refresh", json!({}))?;
    editor.wait_for("loaded")?;
    let second = wait_for_epoch(&host, 2).await?;
    assert_eq!(second.instance, first.instance, "the process is the same");
    assert_eq!(member(&host, lamp, "Lamp", "title").await?, json!("before"));
    assert_eq!(
        member(&host, lamp, "Lamp", "extra").await?,
        json!(7),
        "the new script runs"
    );

    let before = entries(&host).await?;
    assert_eq!(before.iter().map(|entry| entry.id).collect::<Vec<_>>(), [2, 1]);
    assert!(
        before.iter().all(|entry| entry.fixed.is_none() || entry.id == 1),
        "{before:?}"
    );
    let older = host.call(undo(1)).await;
    let refused = older.expect_err("a newer one is in its way");
    assert!(refused.message.contains("comes first in the undo list"), "{refused:?}");
    host.value(undo(2)).await?;
    assert_eq!(member(&host, lamp, "Lamp", "title").await?, json!(""));
    let undoing = entries(&host).await?.into_iter().find(|entry| entry.undoes == [2]);
    let undoing = undoing.context("the undo is an entry")?;
    host.value(undo(undoing.id)).await?;
    assert_eq!(
        member(&host, lamp, "Lamp", "title").await?,
        json!("before"),
        "undone again"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_across_reloads_of_an_editor_execute_exactly_once() -> Result<()> {
    const WRITERS: usize = 4;
    let reloads = usize::try_from(environment::number(environment::KILLS, 12)?)?;
    let (host, project) = (Arc::new(TestHost::start().await?), make_project()?);
    let Some(mut editor) = Editor::start("writes across reloads", project.path(), host.data.path())? else {
        return Ok(());
    };
    host.wait_for_link().await?;
    let over = CancellationToken::new();
    let count = Arc::new(AtomicUsize::new(0));
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let (host, over, count) = (Arc::clone(&host), over.clone(), Arc::clone(&count));
            tokio::spawn(async move {
                let mut made = Vec::new();
                while !over.is_cancelled() {
                    let name = format!("Made {writer} {}", made.len());
                    create_object(&host, &name, [0.0, 0.0, 0.0], &["Lamp"]).await?;
                    made.push(name);
                    count.fetch_add(1, Ordering::Relaxed);
                }
                anyhow::Ok(made)
            })
        })
        .collect();
    for number in 0..reloads {
        // Each reload comes in the middle of writes.
        let before = count.load(Ordering::Relaxed);
        wait_for("more writes", async || {
            (count.load(Ordering::Relaxed) > before + WRITERS).then_some(())
        })
        .await?;
        change_script(project.path(), number)?;
        editor.ask("refresh", json!({}))?;
        editor.wait_for("loaded")?;
    }
    wait_for_epoch(&host, reloads as u64 + 1).await?;
    over.cancel();
    let mut made = vec!["Directional Light".to_owned(), "Main Camera".to_owned()];
    for writer in writers {
        made.extend(writer.await??);
    }
    made.sort();
    ensure!(made.len() > reloads, "only {} objects were made", made.len());
    assert_eq!(names(&host).await?, made, "each write was executed once");
    environment::announce(&format!("{} writes across {reloads} reloads", made.len() - 2));
    Ok(())
}

#[test]
fn engine_of_the_double_passes_its_own_checks() -> Result<()> {
    let what = "the checks of the double's engine";
    let Some(projects) = real_projects(what)? else {
        return Ok(());
    };
    let folder = projects[0].root.parent().context("they lie in one folder")?;
    if let Some(said) = check_engine(what, folder)? {
        let checks = said
            .trim()
            .strip_prefix("ok ")
            .and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
        assert!(checks.is_some_and(|checks| checks > 500), "{said}");
    }
    Ok(())
}
