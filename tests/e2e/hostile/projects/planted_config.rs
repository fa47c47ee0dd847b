//! A configuration that a project brings along, or that an agent wrote into it.

use super::files;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;
use tests_support::{HostOptions, PATIENCE, host, paths};
use tokio::process::Command;

const PLANTED: &str = "[policy]\nallow-writes = true\nrequire-confirm = false\n";

fn plant(folder: &Path) -> Result<String> {
    let file = folder.join("unity-tool-host.toml");
    std::fs::write(&file, PLANTED)?;
    Ok(file.display().to_string())
}

/// Started as MCP clients start it, with the project as working directory: nothing of the file counts, and the log says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ignores_a_configuration_file_inside_the_project() -> Result<()> {
    let scratch = TempDir::new()?;
    let root = scratch.path().canonicalize()?.join("Game");
    files::project(&root)?;
    let inside = root.join("Assets/Scenes");
    std::fs::create_dir_all(&inside)?;
    for folder in [&root, &inside] {
        let file = plant(folder)?;
        let host = HostOptions::new()
            .working_directory(folder)
            .project(&root)
            .start()
            .await?;
        let call = host.client().await?;
        let call = call
            .call("SetTimeScale", json!({ "value": 2, "confirm": true }))
            .await?;
        let refused = call.failure().context("the file's word counted")?;
        ensure!(refused.contains("Writes disabled"), "{refused}");
        let log = host.log_text();
        ensure!(log.contains(&format!("--config {file}")), "{log}");
        ensure!(
            log.lines()
                .any(|line| line.contains("configuration file") && line.contains("none")),
            "{log}"
        );
    }
    Ok(())
}

/// The root of a repository, or a workspace of several, is written to by the same people and agents as the project beneath it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ignores_a_configuration_file_in_a_parent_of_the_project() -> Result<()> {
    let scratch = TempDir::new()?;
    let repository = scratch.path().canonicalize()?.join("repository");
    let root = repository.join("Client/Game");
    files::project(&root)?;
    let file = plant(&repository)?;
    let options = || HostOptions::new().working_directory(&repository).project(&root);
    let host = options().start().await?;
    let call = json!({ "value": 2, "confirm": true });
    let answer = host.client().await?.call("SetTimeScale", call.clone()).await?;
    let refused = answer.failure().context("the file's word counted")?;
    ensure!(refused.contains("Writes disabled"), "{refused}");
    let log = host.log_text();
    ensure!(log.contains(&format!("--config {file}")), "{log}");
    drop(host);
    // Nor one that is put there once the host runs.
    std::fs::remove_file(&file)?;
    let host = options().start().await?;
    plant(&repository)?;
    host.wait_for_log("the planted file is reported", |line| line.contains("is not read"))
        .await?;
    let answer = host.client().await?.call("SetTimeScale", call).await?;
    ensure!(answer.failure().is_some(), "{answer:?}");
    Ok(())
}

/// Over stdin and stdout, and by `--check`, for a user and for a program.
#[tokio::test]
async fn check_and_stdio_report_the_ignored_configuration_file() -> Result<()> {
    let scratch = TempDir::new()?;
    let root = scratch.path().canonicalize()?.join("Game");
    files::project(&root)?;
    let file = plant(&root)?;
    let options = HostOptions::new().no_bundled();
    let words = host::stdio_command(&options, scratch.path())?;
    let run = async |command: &[&str]| {
        let output = Command::new(paths::binary()?)
            .args(command)
            .args(&words[2..])
            .current_dir(&root)
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output();
        let output = tokio::time::timeout(PATIENCE, output).await??;
        ensure!(output.status.success(), "{output:?}");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        anyhow::Ok((text(&output.stdout), text(&output.stderr)))
    };
    let named = format!("--config {file}");
    let (_, log) = run(&["stdio"]).await?;
    ensure!(log.contains(&named), "{log}");
    let (checked, _) = run(&["serve", "--check"]).await?;
    ensure!(
        checked.contains("# configuration file: none") && checked.contains(&named),
        "{checked}"
    );
    ensure!(checked.contains("policy.allow-writes = false  # default"), "{checked}");
    let (checked, _) = run(&["serve", "--check", "--json"]).await?;
    let checked: Value = serde_json::from_str(&checked).with_context(|| checked.clone())?;
    ensure!(
        checked["configurationFile"].is_null() && checked["warnings"].to_string().contains("is not read"),
        "{checked}"
    );
    // Named, it is the operator's.
    let (checked, log) = run(&["serve", "--check", "--config", &file]).await?;
    ensure!(checked.contains(&format!("# configuration file: {file}")), "{checked}");
    ensure!(
        checked.contains("policy.allow-writes = true  # configuration file"),
        "{checked}"
    );
    ensure!(!log.contains("is not read"), "{log}");
    Ok(())
}
