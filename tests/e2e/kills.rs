//! Hosts that are killed while 32 clients edit, undo and save over HTTP: each acknowledged edit is there after the restart, and files are
//! whole.
//!
//! Belongs here: the kill, the restart and the comparison. Does not: the calls of a client (`client`), the scenes (`project`), kills of the
//! bridge alone (`host/bridge-project/src/bridge/tests/kills.rs`). `UTH_KILLS` is the number of kills; `cargo xtask breaking --kills` sets
//! it.

mod client;
mod project;

use anyhow::{Context, Result, bail, ensure};
use client::{Client, Pair, Record, Round, agent};
use project::{FIRST, SCENES, Values, name};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use tests_projects::Dice;
use tests_support::{HostOptions, McpClient, PATIENCE, TestHost, environment, wait_for};
use tokio::task::JoinSet;

const CLIENTS: usize = 32;

/// Without `UTH_KILLS`.
const KILLS: u64 = 3;

/// Bytes of a page, which the default configuration allows.
const PAGE: u64 = 65_536;

/// A kill comes after fewer answers than this.
const ANSWERS: usize = 300;

fn options(root: &Path) -> HostOptions {
    HostOptions::new()
        .project(root)
        .writing()
        .set("policy.reflection-allowlist-members", r#"["*"]"#)
        .set("policy.component-allowlist", r#"["*"]"#)
        .set("bundles.save.grants", r#"["unity-tools:unity/edits-save"]"#)
        .set("project.allow-save", "true")
        .set("project.open", "all")
}

/// Sums over all rounds.
#[derive(Default)]
struct Sums {
    edits: usize,
    undone: usize,
    saved: usize,
    refused: usize,
    unanswered: usize,
    unanswered_in_effect: usize,
    unsaved_objects: usize,
    saved_and_killed: u64,
    leftovers: usize,
    resumed_sessions: usize,
}

/// Starts the clients, kills the host at a random moment and returns what each client knows.
async fn round(
    host: &mut TestHost,
    agents: &mut [Option<Arc<McpClient>>],
    base: &[(Pair, Pair)],
    dice: &mut Dice,
    sums: &mut Sums,
) -> Result<Vec<Record>> {
    let round = Arc::new(Round::default());
    let mut clients = Vec::new();
    for (number, (before, (known, in_files))) in agents.iter_mut().zip(base).enumerate() {
        let session = before.as_ref().and_then(|agent| agent.session()).map(str::to_owned);
        let agent = agent(host, before.take()).await?;
        sums.resumed_sessions += usize::from(session.is_some() && agent.session() == session.as_deref());
        *before = Some(Arc::clone(&agent));
        clients.push(Client {
            number,
            dice: Dice::new(dice.throw(usize::MAX) as u64),
            agent,
            record: Arc::new(Mutex::new(Record::new(*known, *in_files))),
            round: Arc::clone(&round),
        });
    }
    let records: Vec<_> = clients.iter().map(|client| Arc::clone(&client.record)).collect();
    let mut running: JoinSet<Result<()>> = clients.into_iter().map(Client::run).collect();
    let (answers, during_save) = (dice.throw(ANSWERS), dice.throw(3) == 0);
    let ended = wait_for("the moment of the kill", async || match running.try_join_next() {
        Some(ended) => Some(Some(ended)),
        None => (round.answers() >= answers && (!during_save || round.is_saving())).then_some(None),
    });
    if let Some(ended) = ended.await? {
        ended??;
        bail!("the host gave a client no answer before it was killed");
    }
    host.killed().await?;
    round.end();
    // A request that was handed to a connection as it ended can wait for ever; its client counts it as unanswered.
    while let Ok(Some(client)) = tokio::time::timeout(PATIENCE, running.join_next()).await {
        client??;
    }
    running.shutdown().await;
    let taken = |record: Arc<Mutex<Record>>| record.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(records.into_iter().map(taken).collect())
}

/// All rows of a tool that answers in pages.
async fn all_rows(client: &McpClient, tool: &str, question: Value) -> Result<Vec<Value>> {
    let (mut all, mut question) = (Vec::new(), question);
    question["max_bytes"] = json!(PAGE);
    loop {
        let page = client.ask(tool, question.clone()).await?;
        all.extend(page["rows"].as_array().context("rows")?.iter().cloned());
        // Of `find_objects` the member is there only if there is a next page.
        let Some(next) = page["next"].as_str() else {
            ensure!(page["total"] == all.len(), "{} of {}", all.len(), page["total"]);
            return Ok(all);
        };
        question["cursor"] = json!(next);
    }
}

/// The values of all objects, as the tools return them.
async fn read_values(client: &McpClient) -> Result<Vec<Pair>> {
    let select = ["active_self", "Transform.m_LocalPosition.y"];
    let question = json!({ "scope": "project", "name": "Lamp*", "select": select, "limit": 500 });
    let rows = all_rows(client, "find_objects", question).await?;
    let mut values = BTreeMap::new();
    for row in &rows {
        let height = row["Transform.m_LocalPosition.y"].as_u64();
        let value = Values {
            active: row["active_self"].as_bool().with_context(|| row.to_string())?,
            height: height.with_context(|| row.to_string())?,
        };
        values.insert((row["file"].as_str(), row["path"].as_str()), value);
    }
    ensure!(values.len() == CLIENTS * SCENES.len(), "{rows:?}");
    let pairs = (0..CLIENTS).map(|number| {
        let path = format!("/{}", name(number));
        let of = |scene: &str| values.get(&(Some(scene), Some(path.as_str()))).copied();
        match [of(SCENES[0]), of(SCENES[1])] {
            [Some(east), Some(west)] => Ok([east, west]),
            _ => bail!("{path} is missing: {rows:?}"),
        }
    });
    pairs.collect()
}

/// All entries of `list_edits` by number.
async fn entries(client: &McpClient) -> Result<BTreeMap<u64, Value>> {
    let rows = all_rows(client, "list_edits", json!({ "limit": 500 })).await?;
    let numbered = rows.into_iter().map(|row| {
        let entry = row["entry"].as_u64().with_context(|| row.to_string())?;
        Ok((entry, row))
    });
    numbered.collect()
}

/// File, path, field and new value of each row.
fn changes(rows: &Value) -> Vec<[Value; 4]> {
    let rows = rows.as_array().into_iter().flatten();
    let change = |row: &Value| ["file", "path", "field", "new"].map(|name| row[name].clone());
    rows.map(change).collect()
}

/// What the next host shows is what its clients know.
async fn compare(host: &TestHost, root: &Path, records: &[Record], sums: &mut Sums) -> Result<Vec<(Pair, Pair)>> {
    let in_files = project::read(root)?;
    for left in project::take_leftovers(root)? {
        sums.leftovers += 1;
        let of_left = |line: &str| line.contains(&left) && line.contains("was left by a host that was killed");
        host.wait_for_log(&left, of_left).await?;
    }
    let client = host.client().await?;
    let shown = read_values(&client).await?;
    let entries = entries(&client).await?;
    let lost: Vec<&Value> = entries.values().filter(|row| !row["lost"].is_null()).collect();
    // No other process writes the files, so that each edit still applies.
    ensure!(lost.is_empty(), "{lost:?}");
    let mut base = Vec::new();
    for (number, (record, now)) in records.iter().zip(shown).enumerate() {
        let is_sent = record.sent == Some(now) && now != record.known;
        ensure!(
            is_sent || now == record.known,
            "client {number}: {now:?} instead of {record:?}"
        );
        let mut files = [FIRST; SCENES.len()];
        for (scene, file) in files.iter_mut().enumerate() {
            let may = &record.files[scene];
            let value = in_files[scene].get(number).context("an object")?;
            ensure!(
                may.contains(value),
                "client {number}: {} holds {value:?} instead of one of {may:?}",
                SCENES[scene]
            );
            ensure!(
                !entries.is_empty() || *value == now[scene],
                "client {number}: no entry sets {:?}",
                now[scene]
            );
            sums.unsaved_objects += usize::from(*value != now[scene]);
            *file = *value;
        }
        for (entry, rows) in record.entries.iter().filter(|_| !entries.is_empty()) {
            let listed = entries
                .get(entry)
                .with_context(|| format!("entry {entry} of client {number} is gone"))?;
            let same = rows.is_empty() || changes(&listed["changes"]) == changes(&json!(rows));
            ensure!(same, "client {number}: {listed} instead of {rows:?}");
        }
        sums.edits += record.entries.len() - record.undone;
        sums.undone += record.undone;
        sums.saved += record.saved;
        sums.refused += record.refused;
        sums.unanswered += usize::from(record.sent.is_some());
        sums.unanswered_in_effect += usize::from(is_sent);
        base.push((now, files));
    }
    Ok(base)
}

/// Saves both scenes and kills the host: the files hold what the tools showed, and the next host has no entry left.
async fn saved_and_killed(host: TestHost, root: &Path, base: &mut [(Pair, Pair)]) -> Result<TestHost> {
    let client = host.client().await?;
    let saved = client.ask("save_scenes", json!({ "files": SCENES })).await?;
    let files = project::read(root)?;
    for (number, (known, in_files)) in base.iter_mut().enumerate() {
        for (scene, file) in in_files.iter_mut().enumerate() {
            *file = *files[scene].get(number).context("an object")?;
        }
        ensure!(
            in_files == known,
            "client {number}: {known:?} is not in {in_files:?}: {saved}"
        );
    }
    let host = host.killed_and_restarted().await?;
    let client = host.client().await?;
    let known: Vec<Pair> = base.iter().map(|(known, _)| *known).collect();
    ensure!(read_values(&client).await? == known, "{}", host.log_text());
    let entries = entries(&client).await?;
    ensure!(entries.is_empty(), "{entries:?}");
    Ok(host)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_edits_survive_a_kill_and_files_stay_intact() -> Result<()> {
    let kills = environment::number(environment::KILLS, KILLS)?;
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    let seed = environment::number(environment::CHAOS_SEED, u64::from(since.subsec_nanos()))?;
    let mut dice = Dice::new(seed);
    let project = project::project(CLIENTS);
    let mut host = options(project.root()).start().await?;
    let mut agents = vec![None; CLIENTS];
    let (mut base, mut sums) = (vec![([FIRST; 2], [FIRST; 2]); CLIENTS], Sums::default());
    for kill in 0..kills {
        let told = || format!("seed {seed}, kill {kill}");
        let records = round(&mut host, &mut agents, &base, &mut dice, &mut sums).await;
        let records = records.with_context(|| format!("{}\n{}", told(), host.log_text()))?;
        host = host.killed_and_restarted().await.with_context(told)?;
        let compared = compare(&host, project.root(), &records, &mut sums).await;
        base = compared.with_context(|| format!("{}\n{}", told(), host.log_text()))?;
        if dice.throw(4) == 0 {
            host = saved_and_killed(host, project.root(), &mut base)
                .await
                .with_context(told)?;
            sums.saved_and_killed += 1;
        }
    }
    environment::announce(&format!(
        "seed {seed}: {kills} kills of a host with {CLIENTS} clients over HTTP; acknowledged: {} edits, {} undos, {} saves, {} saves refused; {} calls without an \
         answer, of which {} took effect; {} objects had unsaved values at a restart; {} more kills after all was saved; {} files were left by saves and named; {} \
         sessions were resumed",
        sums.edits,
        sums.undone,
        sums.saved,
        sums.refused,
        sums.unanswered,
        sums.unanswered_in_effect,
        sums.unsaved_objects,
        sums.saved_and_killed,
        sums.leftovers,
        sums.resumed_sessions,
    ));
    ensure!(sums.edits > 0, "seed {seed}: no edit was answered");
    Ok(())
}
