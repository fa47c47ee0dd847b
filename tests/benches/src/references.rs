//! Who uses what: making the index of the five projects against loading them, and one question with the index.

use crate::cpu;
use crate::figure::{Figure, Outcome, Target, median};
use crate::project_load::start_once;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::time::{Duration, Instant};
use tests_support::projects::FixtureProject;
use tests_support::{HostOptions, McpClient, projects};

const MAKING: &str = "references-making";
const ASKING: &str = "references-asking";
/// Each takes some seconds.
const ROUNDS: usize = 5;
/// Questions of one project in one round.
const QUESTIONS: usize = 20;
/// A making that takes longer is a failure.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let Some(projects) = projects::real_projects("the figure references")? else {
        let why = "the fixture projects are not here";
        return Ok([MAKING, ASKING]
            .map(|name| Outcome::Skipped(name.to_owned(), why.to_owned()))
            .into());
    };
    let (mut makings, mut loads, mut asked, mut starts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (mut making, mut load) = (0.0, 0.0);
        let mut slowest = 0.0_f64;
        for project in &projects {
            let (loaded, made, question) = measure_once(project).await?;
            load += loaded;
            making += made;
            slowest = slowest.max(question);
            starts.push(start_once().await?);
        }
        loads.push(load);
        makings.push(making);
        asked.push(slowest);
    }
    let start = median(&starts) * projects.len() as f64;
    let loads: Vec<f64> = loads.iter().map(|load| load - start).collect();
    let ratio = makings.iter().zip(&loads).map(|(making, load)| making / load).collect();
    Ok(vec![
        Outcome::Taken(
            Figure::new(MAKING, "CPU of making / of loading", "x", ratio, Target::AtMost(2.0))
                .part("making_s", &makings)
                .part("loading_s", &loads),
        ),
        Outcome::Taken(Figure::new(
            ASKING,
            "p50 of a call, the slowest project",
            "ms",
            asked,
            Target::AtMost(5.0),
        )),
    ])
}

/// CPU seconds of start and load, of making the index, and the median milliseconds of a question with it.
async fn measure_once(project: &FixtureProject) -> Result<(f64, f64, f64)> {
    let options = HostOptions::new().project(&project.root).set("project.open", "all");
    let host = options.set("project.watch", "off").start().await?;
    let pid = host.pid()?;
    let loaded = cpu::process_seconds(pid)?;
    let client = host.client().await?;
    let target = &project.scenes.first().context("a scene")?.0;
    ask(&client, target).await?;
    let made = cpu::process_seconds(pid)? - loaded;
    let mut times = Vec::with_capacity(QUESTIONS);
    for _ in 0..QUESTIONS {
        let begun = Instant::now();
        ask(&client, target).await?;
        times.push(begun.elapsed().as_secs_f64() * 1_000.0);
    }
    host.terminate().await?;
    Ok((loaded, made, median(&times)))
}

/// Asks until the answer is complete.
async fn ask(client: &McpClient, target: &str) -> Result<()> {
    let until = Instant::now() + PATIENCE;
    loop {
        let answer = client.ask("find_references", json!({ "target": target })).await?;
        if answer["complete"] == true {
            return Ok(());
        }
        ensure!(Instant::now() < until, "the index is not made: {answer}");
    }
}
