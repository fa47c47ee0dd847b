//! An editor behind the host: what the package costs each update, how long an agent waits for a small answer, and what a
//! large hierarchy costs the main thread. The editor is the test double, so only the code of the package is the real one.

use crate::figure::{Figure, Outcome, ROUNDS, Target};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;
use tests_support::editor::Editor;
use tests_support::{HostOptions, McpClient, wait_for};

/// The script that measures inside the editor.
const METER: &str = include_str!("Meter.cs");

/// Updates without a call that are measured.
const UPDATES: f64 = 300.0;

/// Small calls of one round.
const CALLS: usize = 300;

const OBJECTS: usize = 1_000;

/// What the meter measured since its reset.
struct Measured {
    updates: f64,
    ms: f64,
    longest_ms: f64,
    bytes: f64,
    since_ms: f64,
}

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let (mut idle, mut garbage, mut over, mut p99s, mut updates) = (vec![], vec![], vec![], vec![], vec![]);
    let (mut hierarchy, mut slices) = (vec![], vec![]);
    for _ in 0..ROUNDS {
        let project = make_project()?;
        let host = HostOptions::new()
            .project(project.path())
            .set("unity.live", "true")
            .writing()
            .without_ready()
            .start()
            .await?;
        let data = host.data_dir();
        let Some(mut editor) = Editor::start("what the package costs an editor", project.path(), &data)? else {
            let why = "there is no mono".to_owned();
            return Ok(vec![Outcome::Skipped("live-editor".to_owned(), why)]);
        };
        host.wait_until_ready().await?;
        let client = host.client().await?;
        wait_for("the editor answers", async || {
            let status = client.ask("unity_status", json!({})).await.ok()?;
            (status["source"] == "live" && status["state"] == "ready").then_some(())
        })
        .await?;
        meter(&mut editor, "Start")?;

        let quiet = wait_for("updates without a call", async || {
            read(&mut editor).ok().filter(|measured| measured.updates >= UPDATES)
        })
        .await?;
        idle.push(quiet.ms / quiet.updates);
        garbage.push(quiet.bytes / quiet.updates);

        meter(&mut editor, "Reset")?;
        let p99 = latency(&client).await?;
        let busy = read(&mut editor)?;
        let update = busy.since_ms / busy.updates;
        p99s.push(p99);
        updates.push(update);
        over.push(p99 - update);

        create_objects(&client).await?;
        meter(&mut editor, "Reset")?;
        let rows = read_hierarchy(&client).await?;
        ensure!(rows >= OBJECTS, "the hierarchy has {rows} objects");
        let read = read(&mut editor)?;
        hierarchy.push(read.ms);
        slices.push(read.longest_ms);
    }
    let idle = Figure::new(
        "live-editor-idle",
        "main thread of a linked editor in an update without a call",
        "ms",
        idle,
        Target::AtMost(0.05),
    );
    let garbage = Figure::new(
        "live-editor-garbage",
        "memory that an update without a call allocates",
        "bytes",
        garbage,
        Target::AtMost(0.0),
    );
    let call = Figure::new(
        "live-editor-call-p99",
        "99 % of 300 small calls of an agent take less, beyond one update of the editor",
        "ms",
        over,
        Target::AtMost(5.0),
    );
    let call = call.part("p99_ms", &p99s).part("update_ms", &updates);
    let hierarchy = Figure::new(
        "live-editor-hierarchy",
        "main thread for reading 1,000 objects in pages",
        "ms",
        hierarchy,
        Target::AtMost(50.0),
    );
    let slice = Figure::new(
        "live-editor-slice",
        "longest update while 1,000 objects are read",
        "ms",
        slices,
        Target::AtMost(30.0),
    );
    Ok([idle, garbage, call, hierarchy, slice].map(Outcome::Taken).into())
}

fn make_project() -> Result<tempfile::TempDir> {
    let project = tempfile::tempdir()?;
    let write = |path: &str, text: &str| {
        let path: &Path = &project.path().join(path);
        std::fs::create_dir_all(path.parent().context("a folder")?)?;
        std::fs::write(path, text).context("cannot write the project")
    };
    write("Assets/Editor/Meter.cs", METER)?;
    write("ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 2022.3.76f1\n")?;
    Ok(project)
}

fn meter(editor: &mut Editor, method: &str) -> Result<String> {
    let answer = editor.ask("invoke", json!({ "type": "Meter", "method": method, "args": [] }))?;
    let text = answer["result"].as_str().with_context(|| answer.to_string())?;
    Ok(text.to_owned())
}

fn read(editor: &mut Editor) -> Result<Measured> {
    let text = meter(editor, "Read")?;
    let numbers: Result<Vec<f64>, _> = text.split(' ').map(str::parse).collect();
    let [updates, ms, longest_ms, bytes, since_ms] = numbers?[..] else {
        anyhow::bail!("the meter said {text}");
    };
    Ok(Measured {
        updates,
        ms,
        longest_ms,
        bytes,
        since_ms,
    })
}

/// Returns the 99th percentile of small calls one after the other, in milliseconds.
async fn latency(client: &McpClient) -> Result<f64> {
    let mut waits = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let begun = Instant::now();
        client.ask("GetSelection", json!({})).await?;
        waits.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    waits.sort_by(f64::total_cmp);
    waits.get(CALLS * 99 / 100).copied().context("calls")
}

async fn create_objects(client: &McpClient) -> Result<()> {
    for batch in 0..OBJECTS / 100 {
        let create = |at: usize| json!({ "create": { "name": format!("Object {batch}-{at}") } });
        let edits: Vec<Value> = (0..100).map(create).collect();
        client.ask("edit_objects", json!({ "edits": edits })).await?;
    }
    Ok(())
}

async fn read_hierarchy(client: &McpClient) -> Result<usize> {
    let mut rows = 0;
    let mut cursor = Value::Null;
    loop {
        let arguments = json!({ "limit": 500, "max_bytes": 65_536, "cursor": cursor });
        let page = client.ask("find_objects", arguments).await?;
        rows += page["rows"].as_array().context("rows")?.len();
        cursor = page["next"].clone();
        if cursor.is_null() {
            return Ok(rows);
        }
    }
}
