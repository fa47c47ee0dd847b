//! A data folder in which another user could write, or did.
//!
//! | attack | test |
//! |---|---|
//! | a pipe in place of a file that the host opens there | `reports_named_pipes_in_the_data_folder_without_blocking` |
//! | a folder that every user may write in | `rejects_a_world_writable_data_folder_with_the_remedy` |
//! | a journal, sessions or a key of another user | `reports_foreign_owned_files_and_replays_none_of_their_edits` |
//! | a link in place of a lock, to create a file elsewhere | `symlink_in_place_of_a_lock_creates_no_file` |

use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use tests_support::{HostOptions, TestHost};

const MAIN: &str = "Assets/Scenes/Main.unity";

fn options() -> HostOptions {
    HostOptions::new()
        .project(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/unity/sample"))
        .writing()
}

/// Switches an object off, so that there is a journal.
async fn edit(host: &TestHost) -> Result<()> {
    let client = host.client().await?;
    let found = client
        .ask("find_objects", json!({ "files": [MAIN], "path": "/*", "limit": 1 }))
        .await?;
    let edits = json!([{ "set_active": { "object": found["rows"][0]["id"], "active": false } }]);
    client.ask("edit_objects", json!({ "edits": edits })).await?;
    Ok(())
}

/// Waits until the host named the file with one of these words: in its log, or, if the file is of the edit journal, with the
/// next edit.
async fn reported(host: &TestHost, file: &str, words: &[&str]) -> Result<()> {
    let name = file.rsplit('/').next().unwrap_or(file);
    let said = |text: &str| text.contains(name) && words.iter().any(|word| text.contains(word));
    if !file.starts_with("edits/") {
        return host.wait_for_log(&format!("{file} reported"), said).await.map(drop);
    }
    let client = host.client().await?;
    let found = client
        .ask("find_objects", json!({ "files": [MAIN], "path": "/*", "limit": 1 }))
        .await?;
    let edits = json!([{ "set_active": { "object": found["rows"][0]["id"], "active": false } }]);
    let answer = client.call("edit_objects", json!({ "edits": edits })).await?.text();
    ensure!(said(&answer), "{file}: {answer}");
    Ok(())
}

/// The folder of the one project's edits.
fn project(data: &Path) -> Result<PathBuf> {
    let mut entries = std::fs::read_dir(data.join("edits"))?;
    Ok(entries.next().context("a project")??.path())
}

fn pipe(at: &Path) -> Result<()> {
    let _ = std::fs::remove_file(at);
    let made = Command::new("mkfifo").arg(at).status().context("mkfifo")?;
    ensure!(made.success(), "mkfifo {}", at.display());
    Ok(())
}

/// Each file that the host opens in its data folder at a start; `bundle-ids.lock` is opened when an id is new.
const FILES: [&str; 9] = [
    "in-force.json",
    "in-force.lock",
    "bundle-ids.json",
    "audit/audit.jsonl",
    "keys/request-state.key",
    "edits/PROJECT/lock",
    "edits/PROJECT/journal",
    "sessions/lock",
    "sessions/journal",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_named_pipes_in_the_data_folder_without_blocking() -> Result<()> {
    for file in FILES {
        let host = options().start().await?;
        edit(&host).await?;
        let replaced = |data: &Path| match file.strip_prefix("edits/PROJECT/") {
            Some(name) => pipe(&project(data)?.join(name)),
            None => pipe(&data.join(file)),
        };
        let name = file.rsplit('/').next().unwrap_or(file);
        let said = |line: &str| line.contains(name) && line.contains("no regular file");
        let host = match host.restarted_after(replaced).await {
            Ok(host) => host,
            // Without an audit file no write may happen: it does not start.
            Err(refused) => {
                let refused = format!("{refused:#}");
                ensure!(said(&refused), "{file}: {refused}");
                continue;
            }
        };
        reported(&host, file, &["no regular file"]).await?;
        let client = host.client().await?;
        client.ask("list_scenes", json!({})).await?;
        let (status, log) = host.terminate().await?;
        ensure!(status.success(), "{file}: {status}: {log}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_a_world_writable_data_folder_with_the_remedy() -> Result<()> {
    for folder in ["", "edits", "keys", "sessions"] {
        let host = options().start().await?;
        edit(&host).await?;
        let opened = |data: &Path| {
            let open = std::fs::Permissions::from_mode(0o777);
            Ok(std::fs::set_permissions(data.join(folder), open)?)
        };
        let refused = match host.restarted_after(opened).await {
            Ok(_) => anyhow::bail!("{folder:?}: it starts"),
            Err(refused) => format!("{refused:#}"),
        };
        for part in ["`server.data-dir`", "mode 0777", "chmod o-w", folder] {
            ensure!(refused.contains(part), "{part}: {refused}");
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_foreign_owned_files_and_replays_none_of_their_edits() -> Result<()> {
    if std::fs::metadata(std::env::temp_dir())?.uid() != 0 || std::fs::metadata("/proc/self")?.uid() != 0 {
        eprintln!("left out: only root can give a file to another user");
        return Ok(());
    }
    for file in [
        "edits/PROJECT/journal",
        "sessions/journal",
        "in-force.json",
        "keys/request-state.key",
    ] {
        let host = options().start().await?;
        edit(&host).await?;
        let given = |data: &Path| {
            let path = match file.strip_prefix("edits/PROJECT/") {
                Some(name) => project(data)?.join(name),
                None => data.join(file),
            };
            Ok(chown(path, Some(4002), Some(4002))?)
        };
        let host = host.restarted_after(given).await?;
        reported(
            &host,
            file,
            &["belongs to the user 4002", "another user's", "owned by another user"],
        )
        .await?;
        if file.starts_with("edits") {
            let listed = host.client().await?.ask("list_edits", json!({})).await?;
            ensure!(listed["total"] == 1, "the new edit alone: {listed}");
        }
    }
    Ok(())
}

/// Another user could name any file that this user may create.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn symlink_in_place_of_a_lock_creates_no_file() -> Result<()> {
    for file in ["edits/PROJECT/lock", "sessions/lock"] {
        let host = options().start().await?;
        edit(&host).await?;
        let elsewhere = tempfile::tempdir()?;
        let target = elsewhere.path().join("created");
        let linked = |data: &Path| {
            let path = match file.strip_prefix("edits/PROJECT/") {
                Some(name) => project(data)?.join(name),
                None => data.join(file),
            };
            std::fs::remove_file(&path)?;
            Ok(std::os::unix::fs::symlink(&target, path)?)
        };
        let host = host.restarted_after(linked).await?;
        reported(&host, file, &["it is a link"]).await?;
        ensure!(!target.exists(), "{file}");
    }
    Ok(())
}
