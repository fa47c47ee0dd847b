//! What a call of a running Unity costs the host beside the tool itself, whether Unity instances slow each other, and how soon a
//! game finds a host: against instances that answer at once.
//!
//! Belongs here: the figures `live-call-cpu`, `live-eight`, `live-first-call`. Does not: a game's own time (`live.rs`).

use crate::cpu;
use crate::figure::{Figure, Outcome, ROUNDS, Target};
use crate::load::{self, Prepared};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::Path;
use std::time::Duration;
use tests_support::player::Player;
use tests_support::{Era, HostOptions, McpClient, TestHost, host::toml_path, paths, wait_for};
use tests_unity_peer::{Act, Peer};

/// The fixture with an empty tool.
const NOTHING: &str = "noop";
/// The smallest thing a tool asks of a Unity.
const ASKED: &str = "GetTimeScale";
const MANY: usize = 32;
const RUN: Duration = Duration::from_millis(400);
const PAIRS: usize = 15;

/// Instances that are called at the same time, fifty times a second each.
const UNITYS: usize = 8;
const CONNECTIONS: usize = 5;
const PERIOD: Duration = Duration::from_millis(100);
const PACED: Duration = Duration::from_secs(3);

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let mut taken = vec![cost().await?];
    taken.push(measure_silent_instance().await?);
    taken.push(first_call().await?);
    Ok(taken)
}

fn options() -> HostOptions {
    HostOptions::new().set("unity.live", "true").without_ready()
}

/// A Unity of that name which plays the sample.
fn unity(host: &TestHost, name: &str, act: Act) -> Result<Peer> {
    let folder = host.scratch().join("games").join(name);
    copy(&paths::root().join("tests/fixtures/unity/sample"), &folder)?;
    Peer::start(&host.data_dir(), &folder, Box::new(move |_, _| act))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// A call without arguments in a session that means that Unity, after it was seen to work where it should.
async fn call(host: &TestHost, unity: Option<&str>, tool: &str, works: bool) -> Result<Prepared> {
    let query = unity.map_or_else(String::new, |unity| format!("?unity={unity}"));
    let url = host.url(&format!("/mcp{query}"));
    let client = McpClient::connect(&url, Era::Handshake("2025-11-25")).await?;
    if works {
        let failure = client.call(tool, json!({})).await?.failure();
        ensure!(failure.is_none(), "{tool}: {failure:?}");
    }
    let session = client.session().context("a session")?;
    let headers = [("mcp-session-id", session), ("mcp-protocol-version", "2025-11-25")];
    let id: u64 = load::ID.parse()?;
    let parameters = json!({ "name": tool, "arguments": {} });
    let body = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": parameters });
    Prepared::post(&url, &headers, &body.to_string())
}

/// Processor time of the host in a call over the link, less that of a call of an empty tool beside it.
async fn cost() -> Result<Outcome> {
    let host = options().tools(&paths::fixture_bundle(NOTHING)?).start().await?;
    let peer = unity(&host, "sample", Act::Answer)?;
    peer.wait_for_links(1).await.with_context(|| host.log_text())?;
    host.wait_until_ready().await?;
    let empty = call(&host, None, NOTHING, true).await?;
    let live = call(&host, None, ASKED, true).await?;
    let (mut nothing, mut asked) = (Vec::new(), Vec::new());
    for round in 0..=PAIRS {
        for (request, series) in [(&empty, &mut nothing), (&live, &mut asked)] {
            let before = cpu::process_seconds(host.pid()?)?;
            let many = load::run(request, MANY, RUN).await?;
            // The first round warms everything.
            if round > 0 {
                series.push((cpu::process_seconds(host.pid()?)? - before) * 1e6 / many.requests as f64);
            }
        }
    }
    let own = asked
        .iter()
        .zip(&nothing)
        .map(|(asked, nothing)| asked - nothing)
        .collect();
    let figure = Figure::new(
        "live-call-cpu",
        "CPU of the host in a call of a running Unity, beyond that of an empty tool, c=32",
        "us",
        own,
        Target::AtMost(60.0),
    );
    let figure = figure.part("live_us", &asked).part("empty_us", &nothing);
    Ok(Outcome::Taken(figure))
}

/// How long the calls of seven instances take while the eighth says nothing, against all eight answering.
async fn measure_silent_instance() -> Result<Outcome> {
    let mut ratios = Vec::new();
    let (mut quiet, mut stuck) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let all = slowest_of_seven(Act::Answer).await?;
        let less = slowest_of_seven(Act::Silent).await?;
        ratios.push(less / all);
        quiet.push(all / 1e3);
        stuck.push(less / 1e3);
    }
    let figure = Figure::new(
        "live-eight",
        "slowest p99 of seven instances at 50 calls/s while the eighth never answers / while it answers",
        "x",
        ratios,
        Target::AtMost(1.5),
    );
    let figure = figure.part("answering_ms", &quiet).part("stuck_ms", &stuck);
    Ok(Outcome::Taken(figure))
}

/// The greatest 99th percentile among seven instances in microseconds, while the eighth is asked as often and does `act`.
async fn slowest_of_seven(act: Act) -> Result<f64> {
    let host = options().start().await?;
    let mut peers = Vec::new();
    for number in 0..UNITYS {
        let act = if number == 0 { act } else { Act::Answer };
        let peer = unity(&host, &format!("game{number}"), act)?;
        peer.wait_for_links(1).await.with_context(|| host.log_text())?;
        peers.push(peer);
    }
    host.wait_until_ready().await?;
    let health = host.health().await?;
    let rows = health["targets"].as_array().context("targets")?;
    let id = |number: usize| {
        let name = format!("game{number}@");
        let ids = rows.iter().filter_map(|row| row["id"].as_str());
        ids.into_iter().find(|id| id.starts_with(&name)).map(str::to_owned)
    };
    let mut requests = Vec::new();
    for number in 0..UNITYS {
        let id = id(number).with_context(|| health.to_string())?;
        let works = number > 0 || act == Act::Answer;
        requests.push(call(&host, Some(&id), ASKED, works).await?);
    }
    let mut others = tokio::task::JoinSet::new();
    let mut first = tokio::task::JoinSet::new();
    for (number, request) in requests.into_iter().enumerate() {
        let tasks = if number == 0 { &mut first } else { &mut others };
        tasks.spawn(async move { load::paced(&request, CONNECTIONS, PERIOD, PACED).await });
    }
    let mut slowest = 0.0_f64;
    while let Some(load) = others.join_next().await {
        slowest = slowest.max(load??.percentile(99));
    }
    // What the silent one was asked waits for its deadline: that is its own affair.
    Ok(slowest)
}

/// From the host's file to the first answer of a game that was looking for one.
async fn first_call() -> Result<Outcome> {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let data = tempfile::tempdir()?;
        let Some(player) = Player::start("how soon a game finds a host", data.path())? else {
            let why = "there is no real player (UTH_UNITY_PLAYER)".to_owned();
            return Ok(Outcome::Skipped("live-first-call".to_owned(), why));
        };
        player.writes("no unity-tool-host runs").await;
        let host = options()
            .set("server.data-dir", &toml_path(data.path()))
            .start()
            .await?;
        let client = McpClient::connect(&host.url("/mcp"), Era::Stateless).await?;
        let mut hosts = std::fs::read_dir(data.path().join("hosts"))?;
        let begun = hosts.next().context("the host's file")??;
        let begun = begun.metadata()?.modified()?;
        wait_for("the first good call", async || client.ask(ASKED, json!({})).await.ok()).await?;
        rounds.push(begun.elapsed()?.as_secs_f64() * 1e3);
        drop(player);
    }
    let figure = Figure::new(
        "live-first-call",
        "from the host's file to the first good call of a running game",
        "ms",
        rounds,
        Target::AtMost(600.0),
    );
    Ok(Outcome::Taken(figure))
}
