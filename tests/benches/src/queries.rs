//! What questions about objects cost: a field of 50,000 objects against their names, and a whole project cold and warm.
//!
//! Belongs here: the figures `query-field`, `query-cold` and `query-warm`. Does not: the generated project (`generated.rs`).

use crate::cpu::{self, Threads};
use crate::figure::{Figure, Outcome, Target, median};
use crate::generated;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tests_support::{HostOptions, McpClient, TestHost, projects};
use tokio::process::Command;
use unity_files::Project;
use unity_project::expand::{DEFAULT_MEMORY, Library};

const FIELD: &str = "query-field";
const COLD: &str = "query-cold";
const WARM: &str = "query-warm";

/// This program's word for `expand` alone.
pub(crate) const EXPAND: &str = "expand-project";

const OBJECTS: usize = 50_000;
const ROUNDS: usize = 9;
/// Questions of one kind in one round.
const QUESTIONS: usize = 5;
/// Those whose scenes and prefabs are asked through.
const PROJECTS: [&str; 2] = ["mirror-examples", "ui-effect"];

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let mut outcomes = vec![on_fields().await?];
    outcomes.extend(over_projects().await?);
    Ok(outcomes)
}

/// No two are the same, since a question that was just answered is answered from what was found.
fn next(asked: &mut u32) -> u32 {
    *asked += 1;
    *asked
}

async fn on_fields() -> Result<Outcome> {
    let generated = generated::objects(OBJECTS)?;
    let host = HostOptions::new().project(generated.folder.path()).start().await?;
    let client = host.client().await?;
    let mut asked = 0;
    let mut by_name = || json!({ "name": format!("Crate {}? of none", next(&mut asked)) });
    let mut larger = 0;
    let mut by_field = || {
        let value = 1_000 + next(&mut larger);
        json!({ "where": [{ "field": "SphereCollider.m_Radius", "op": ">", "value": value }] })
    };
    let all = json!({ "where": [{ "field": "SphereCollider.m_Radius", "op": "=", "value": 0.5 }], "limit": 1 });
    let answer = client.ask("find_objects", all).await?;
    ensure!(answer["total"] == OBJECTS, "{answer}");
    // Warm once.
    cost(&host, &client, &mut by_name).await?;
    cost(&host, &client, &mut by_field).await?;
    let (mut names, mut fields) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        if round % 2 == 0 {
            names.push(cost(&host, &client, &mut by_name).await?);
            fields.push(cost(&host, &client, &mut by_field).await?);
        } else {
            fields.push(cost(&host, &client, &mut by_field).await?);
            names.push(cost(&host, &client, &mut by_name).await?);
        }
    }
    let ratio = fields.iter().zip(&names).map(|(field, name)| field / name).collect();
    let figure = Figure::new(
        FIELD,
        "CPU of a test on a field of 50,000 objects / of a glob on their names",
        "x",
        ratio,
        Target::AtMost(3.0),
    );
    Ok(Outcome::Taken(figure.part("field_ms", &fields).part("name_ms", &names)))
}

/// CPU milliseconds of the host for one question that nothing answers.
async fn cost(host: &TestHost, client: &McpClient, question: &mut impl FnMut() -> Value) -> Result<f64> {
    let pid = host.pid()?;
    let before = Threads::read(pid)?;
    for _ in 0..QUESTIONS {
        search(client, question()).await?;
    }
    Ok(Threads::read(pid)?.seconds_since(&before) * 1e3 / QUESTIONS as f64)
}

/// Repeats the query until all files were searched. It must find nothing, and leave out only parts that no file
/// describes: those of instances whose source is gone.
async fn search(client: &McpClient, mut question: Value) -> Result<()> {
    loop {
        let answer = client.ask("find_objects", question.clone()).await?;
        let left = answer["not_searched"]["reasons"].as_array();
        let is_untold = |row: &Value| {
            row["why"]
                .as_str()
                .is_some_and(|why| why.contains("only the source defines"))
        };
        ensure!(
            answer["total"] == 0 && left.is_none_or(|rows| rows.iter().all(is_untold)),
            "{question}: {answer}"
        );
        match answer.get("next").filter(|next| next.is_string()) {
            Some(next) => question["cursor"] = next.clone(),
            None => return Ok(()),
        }
    }
}

async fn over_projects() -> Result<Vec<Outcome>> {
    let Some(all) = projects::real_projects("the figures of queries")? else {
        let why = "the fixture projects are not here";
        return Ok([COLD, WARM]
            .map(|name| Outcome::Skipped(name.to_owned(), why.to_owned()))
            .into());
    };
    let projects: Vec<_> = all
        .into_iter()
        .filter(|project| PROJECTS.contains(&project.name.as_str()))
        .collect();
    ensure!(projects.len() == PROJECTS.len(), "{PROJECTS:?} are to be measured");
    let (mut colds, mut expansions, mut warms) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let (mut cold, mut expansion, mut slowest) = (0.0, 0.0, 0.0_f64);
        for project in &projects {
            let open = &project.scenes.first().context("a scene")?.0;
            // By turns, so that neither is always the one that finds the machine warm.
            if round % 2 == 0 {
                expansion += expand_apart(&project.root, open).await?;
            }
            let (first, then) = ask(&project.root, open).await?;
            cold += first;
            slowest = slowest.max(then);
            if round % 2 == 1 {
                expansion += expand_apart(&project.root, open).await?;
            }
        }
        colds.push(cold);
        expansions.push(expansion);
        warms.push(slowest);
    }
    let ratio = colds.iter().zip(&expansions).map(|(cold, expansion)| cold / expansion);
    Ok(vec![
        Outcome::Taken(
            Figure::new(
                COLD,
                "CPU of the first question over two projects / of playing out their scenes and prefabs",
                "x",
                ratio.collect(),
                Target::AtMost(1.5),
            )
            .part("first_s", &colds)
            .part("playing_out_s", &expansions),
        ),
        Outcome::Taken(Figure::new(
            WARM,
            "p50 of a question over the project, the slower project",
            "ms",
            warms,
            Target::AtMost(20.0),
        )),
    ])
}

/// CPU seconds of the first question over a project of which one scene is open, and the median milliseconds of those behind it.
async fn ask(root: &Path, open: &str) -> Result<(f64, f64)> {
    let options = HostOptions::new()
        .project(root)
        .set("project.open", &format!("[{open:?}]"));
    let host = options.set("project.watch", "off").start().await?;
    let client = host.client().await?;
    let mut asked = 0;
    let mut question = || {
        let value = 1_000 + next(&mut asked);
        json!({ "scope": "project", "where": [{ "field": "Camera.fieldOfView", "op": ">", "value": value }] })
    };
    // The tool's component is ready before the clock runs, and has been through a question like it: what is measured is what
    // the project's files cost, of which this one asks the open scene alone.
    let open_alone = json!({ "where": [{ "field": "Camera.fieldOfView", "op": ">", "value": 999 }], "limit": 1 });
    client.ask("find_objects", open_alone).await?;
    let pid = host.pid()?;
    let before = Threads::read(pid)?;
    search(&client, question()).await?;
    let first = Threads::read(pid)?.seconds_since(&before);
    let mut times = Vec::with_capacity(QUESTIONS);
    for _ in 0..QUESTIONS {
        let begun = Instant::now();
        search(&client, question()).await?;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    host.terminate().await?;
    Ok((first, median(&times)))
}

/// What `expand` says in a process of its own: the host that answers a first question has no memory from earlier rounds either.
async fn expand_apart(root: &Path, open: &str) -> Result<f64> {
    let words = [EXPAND.as_ref(), root.as_os_str(), open.as_ref()];
    let ended = Command::new(std::env::current_exe()?).args(words).output().await?;
    let said = String::from_utf8_lossy(&ended.stdout);
    ensure!(
        ended.status.success(),
        "{} cannot be expanded: {}",
        root.display(),
        String::from_utf8_lossy(&ended.stderr)
    );
    said.trim().parse().with_context(|| format!("{EXPAND} said {said}"))
}

/// CPU seconds of playing out each scene and prefab of the project behind the one that is open, in the order and with the memory
/// that the host has for it.
pub(crate) fn expand(root: &Path, open: &str) -> Result<f64> {
    let project = Arc::new(Project::open(root).context("the project does not open")?);
    let scenes = project.scenes.iter().filter(|scene| scene.exists);
    let mut files: Vec<String> = scenes.map(|scene| scene.path.clone()).collect();
    files.extend(project.index.with_extension("prefab").into_iter().map(str::to_owned));
    let mut library = Library::with_memory(project, DEFAULT_MEMORY / 2);
    let mut play = |file: &str| -> Result<()> {
        let played = library.scene(file);
        played.map(drop).with_context(|| format!("{file} cannot be expanded"))
    };
    play(open)?;
    let begun = cpu::thread_seconds()?;
    for file in files.iter().filter(|file| *file != open) {
        play(file)?;
    }
    Ok(cpu::thread_seconds()? - begun)
}
