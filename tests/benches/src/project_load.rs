//! Opening all scenes of the five projects: CPU against an independent reader in Python that applies no overrides.

use crate::cpu;
use crate::figure::{Figure, Outcome, ROUNDS, Target};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;
use tests_support::projects::FixtureProject;
use tests_support::{HostOptions, environment, paths, projects};
use tokio::process::Command;

const NAME: &str = "project-load";

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let Some(projects) = projects::real_projects("the figure project-load")? else {
        return Ok(vec![Outcome::Skipped(
            NAME.to_owned(),
            "the fixture projects are not here".to_owned(),
        )]);
    };
    let folder = environment::variable(environment::ORACLE)
        .map_or_else(|| paths::root().join("../shared/oracle"), PathBuf::from);
    let oracle = folder.join("counts.py");
    if !oracle.is_file() {
        let why = format!(
            "{} is missing; set {} to its folder",
            oracle.display(),
            environment::ORACLE
        );
        return Ok(vec![Outcome::Skipped(NAME.to_owned(), why)]);
    }
    let (mut ours, mut peer) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        peer.push(python_once(&oracle, &projects).await?);
        ours.push(ours_once(&projects).await?);
    }
    let ratio = ours.iter().zip(&peer).map(|(ours, peer)| ours / peer).collect();
    Ok(vec![Outcome::Taken(
        Figure::new(
            NAME,
            "ours / oracle/counts.py, starts subtracted",
            "x",
            ratio,
            Target::AtMost(1.0 / 3.0),
        )
        .part("ours_s", &ours)
        .part("counts_py_s", &peer),
    )])
}

/// CPU seconds over all projects, without starting the interpreter as often.
async fn python_once(oracle: &Path, projects: &[FixtureProject]) -> Result<f64> {
    let before = cpu::of_children()?;
    for project in projects {
        python(&[oracle.as_os_str(), project.root.as_os_str()]).await?;
    }
    let work = cpu::of_children()? - before;
    let before = cpu::of_children()?;
    for _ in projects {
        python(&["-c".as_ref(), "import os, re, sys, json".as_ref()]).await?;
    }
    Ok(work - (cpu::of_children()? - before))
}

async fn python(arguments: &[&std::ffi::OsStr]) -> Result<()> {
    let status = Command::new("python3")
        .args(arguments)
        .stdout(Stdio::null())
        .status()
        .await
        .context("python3 could not be started")?;
    ensure!(status.success(), "python3 {arguments:?} failed");
    Ok(())
}

/// CPU seconds of the host from its start until all scenes are loaded, without those of a host on an empty project.
async fn ours_once(projects: &[FixtureProject]) -> Result<f64> {
    let empty = TempDir::new()?;
    std::fs::create_dir_all(empty.path().join("Assets"))?;
    std::fs::create_dir_all(empty.path().join("ProjectSettings"))?;
    let version = empty.path().join("ProjectSettings/ProjectVersion.txt");
    std::fs::write(version, "m_EditorVersion: 2022.3.45f1\n")?;
    let mut work = 0.0;
    for project in projects {
        let options = HostOptions::new().project(&project.root).set("project.open", "all");
        let start = loaded(HostOptions::new().project(empty.path()), None).await?;
        work += loaded(options, Some(project.scenes.len())).await? - start;
    }
    Ok(work)
}

/// CPU seconds until ready; `scenes` of them must be in memory then.
async fn loaded(options: HostOptions, scenes: Option<usize>) -> Result<f64> {
    // Loading is measured; the peer does not watch for changes afterwards either.
    let host = options.set("project.watch", "off").start().await?;
    let taken = cpu::of(host.pid()?)?;
    if let Some(scenes) = scenes {
        let listed = host.client().await?.ask("ListScenes", json!({ "limit": 500 })).await?;
        let items = listed["Items"].as_array().context("no scenes")?;
        let open = items
            .iter()
            .filter(|item| item["IsLoaded"] == Value::Bool(true))
            .count();
        ensure!(open >= scenes, "{open} of {scenes} scenes are loaded");
    }
    Ok(taken)
}
