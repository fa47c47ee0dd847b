//! What a call costs on a small and on a large scene, what a pick costs against a call that does nothing, and what an
//! object of a session weighs.
//!
//! Belongs here: the figures `list-scale`, `search-scale`, `preview-scale`, `pick-world`, `pick-ui`, `session-memory`. Does not: the projects
//! (`generated.rs`).

use crate::cpu;
use crate::figure::{Figure, Outcome, ROUNDS, Target};
use crate::generated::{self, Generated, NEEDLE, NEEDLES};
use crate::load::{self, Prepared};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use tests_support::{Era, HostOptions, McpClient, TestHost, paths};

const SMALL: usize = 500;
const LARGE: usize = 50_000;
const RECTS: usize = 500;
const MANY: usize = 8;
const RUN: Duration = Duration::from_millis(1000);

/// A session on one host, for prepared requests.
struct Session {
    host: TestHost,
    id: String,
}

impl Session {
    async fn start(project: Option<&Path>) -> Result<Self> {
        let mut options = HostOptions::new().tools(&paths::fixture_bundle("noop")?);
        if let Some(project) = project {
            options = options.project(project);
        }
        let host = options.start().await?;
        let client = McpClient::connect(&host.url("/mcp"), Era::Handshake("2025-11-25")).await?;
        let id = client.session().context("a session")?.to_owned();
        Ok(Self { host, id })
    }

    /// The call, after its answer was seen to be what `right` wants.
    async fn call(&self, tool: &str, arguments: Value, right: impl Fn(&Value) -> bool) -> Result<Prepared> {
        let answer = self.host.client().await?.call(tool, arguments.clone()).await?;
        let got = &answer.0.message["result"]["structuredContent"];
        ensure!(
            answer.failure().is_none() && right(got),
            "{tool} {arguments}: {}",
            answer.0.message
        );
        let id: u64 = load::ID.parse().unwrap_or_default();
        let parameters = json!({ "name": tool, "arguments": arguments });
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": parameters }).to_string();
        let headers = [
            ("mcp-session-id", self.id.as_str()),
            ("mcp-protocol-version", "2025-11-25"),
        ];
        Prepared::post(&self.host.url("/mcp"), &headers, &body)
    }

    /// CPU microseconds for one of them.
    async fn cost(&self, request: &Prepared) -> Result<f64> {
        let pid = self.host.pid()?;
        let before = cpu::process_seconds(pid)?;
        let load = load::run(request, MANY, RUN).await?;
        Ok((cpu::process_seconds(pid)? - before) * 1e6 / load.requests as f64)
    }
}

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let (small, large) = (generated::objects(SMALL)?, generated::objects(LARGE)?);
    let mut outcomes = on_objects(&small, &large).await?;
    outcomes.extend(picks().await?);
    outcomes.push(memory(&large).await?);
    Ok(outcomes)
}

async fn on_objects(small: &Generated, large: &Generated) -> Result<Vec<Outcome>> {
    let few = Session::start(Some(small.folder.path())).await?;
    let many = Session::start(Some(large.folder.path())).await?;
    let mut page = Vec::new();
    let mut search = Vec::new();
    let mut preview = Vec::new();
    for (session, count) in [(&few, SMALL), (&many, LARGE)] {
        let all =
            |got: &Value| got["Total"] == count && got["Items"].as_array().is_some_and(|items| items.len() == 100);
        page.push(session.call("ListObjects", json!({ "limit": 100 }), all).await?);
        let found = |got: &Value| got["Total"] == NEEDLES;
        search.push(
            session
                .call("SearchObjects", json!({ "name": NEEDLE, "limit": 100 }), found)
                .await?,
        );
        let set = json!({ "object": "obj:1", "component": "Transform", "field": "m_LocalPosition.x", "value": 7 });
        let edits = json!({ "edits": [{ "set": set }], "dry_run": true });
        let planned = |got: &Value| got["total"] == 1 && got["rows"][0]["new"] == 7;
        preview.push(session.call("edit_objects", edits, planned).await?);
    }
    let mut outcomes = Vec::new();
    for (name, what, requests) in [
        ("list-scale", "CPU of a page of ListObjects, 50,000 objects / 500", page),
        (
            "search-scale",
            "CPU of a search for 50 names, 50,000 objects / 500",
            search,
        ),
        (
            "preview-scale",
            "CPU of the preview of one field, 50,000 objects / 500",
            preview,
        ),
    ] {
        let [on_few, on_many] = requests.as_slice() else {
            anyhow::bail!("one request for each size");
        };
        // Warm once.
        few.cost(on_few).await?;
        many.cost(on_many).await?;
        let (mut base, mut scaled) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            base.push(few.cost(on_few).await?);
            scaled.push(many.cost(on_many).await?);
        }
        let ratio = scaled.iter().zip(&base).map(|(scaled, base)| scaled / base).collect();
        let figure = Figure::new(name, what, "x", ratio, Target::AtMost(3.0));
        outcomes.push(Outcome::Taken(figure.part("large_us", &scaled).part("small_us", &base)));
    }
    Ok(outcomes)
}

async fn picks() -> Result<Vec<Outcome>> {
    let rects = generated::rects(RECTS)?;
    let sample = Session::start(None).await?;
    let tiles = Session::start(Some(rects.folder.path())).await?;
    let hit = |got: &Value| got["Hit"] == true;
    let at = |mode: &str, x: u32, y: u32| json!({ "mode": mode, "x": x, "y": y });
    let world = sample.call("MousePick", at("world", 960, 540), hit).await?;
    let ui = tiles.call("MousePick", at("ui", 40, 30), hit).await?;
    let mut outcomes = Vec::new();
    for (name, what, session, pick, bound) in [
        (
            "pick-world",
            "CPU of a world pick in the sample / a call that does nothing",
            &sample,
            &world,
            5.0,
        ),
        (
            "pick-ui",
            "CPU of a pick among 500 rectangles / a call that does nothing",
            &tiles,
            &ui,
            15.0,
        ),
    ] {
        let noop = session.call("noop", json!({}), |_| true).await?;
        session.cost(&noop).await?;
        session.cost(pick).await?;
        let (mut base, mut picked) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            base.push(session.cost(&noop).await?);
            picked.push(session.cost(pick).await?);
        }
        let ratio = picked.iter().zip(&base).map(|(picked, base)| picked / base).collect();
        let figure = Figure::new(name, what, "x", ratio, Target::AtMost(bound));
        outcomes.push(Outcome::Taken(figure.part("pick_us", &picked).part("noop_us", &base)));
    }
    Ok(outcomes)
}

/// Resident memory beyond that of a host on a scene with next to nothing, against what the objects may cost.
async fn memory(large: &Generated) -> Result<Outcome> {
    let tiny = generated::objects(1)?;
    let allowed = (3.0 * 1024.0 * LARGE as f64 + 2.0 * large.scene_bytes as f64) / (1024.0 * 1024.0);
    let (mut ratio, mut used) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let small = HostOptions::new().project(tiny.folder.path()).start().await?;
        let big = HostOptions::new().project(large.folder.path()).start().await?;
        let listed = big.client().await?.ask("ListObjects", json!({ "limit": 1 })).await?;
        ensure!(listed["Total"] == LARGE, "{listed}");
        let more = cpu::resident(big.pid()?)? - cpu::resident(small.pid()?)?;
        used.push(more);
        ratio.push(more / allowed);
    }
    let figure = Figure::new(
        "session-memory",
        "memory of 50,000 objects / (3 KiB each + twice their text)",
        "x",
        ratio,
        Target::AtMost(1.0),
    );
    Ok(Outcome::Taken(figure.part("used_mib", &used)))
}
