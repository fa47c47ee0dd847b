//! What other bridges to Unity were measured by: a start, calls one after the other, a hundred at once, and the memory, each with a
//! Unity that answers at once and one client on this machine.
//!
//! Belongs here: the figures `live-peer-*`. Does not: what of that is the host's own (`live_cost`). The peers' own figures were
//! taken so once, on two cores as well; they are the targets, and nothing of theirs runs here.

use crate::cpu;
use crate::figure::{Figure, Outcome, ROUNDS, Target};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;
use tests_support::{Era, HostOptions, McpClient, host::toml_path, paths, wait_for};
use tests_unity_peer::{Act, Peer};

/// What is asked.
const ASKED: &str = "GetTimeScale";
const CALLS: u32 = 200;
const AT_ONCE: usize = 100;

/// mcp-unity 1.3.0 on Node 20 until it answers `initialize`, in ms; Coplay's mcpforunityserver 10.3.0: 5,300.
const START: f64 = 570.0;
/// mcp-unity, in ms; Coplay: 23.
const CALL: f64 = 8.3;
/// Coplay, in ms.
const HUNDRED: f64 = 2_060.0;
/// Coplay, in MiB.
const MEMORY: f64 = 88.0;

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let (mut starts, mut calls, mut hundreds, mut memory) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    // The first round finds out what is on disk.
    for round in 0..=ROUNDS {
        let data = tempfile::tempdir()?;
        let sample = paths::root().join("tests/fixtures/unity/sample");
        // It looks for a host already, as an editor does that is open.
        let peer = Peer::start(data.path(), &sample, Box::new(|_, _| Act::Answer))?;
        let begun = Instant::now();
        let options = HostOptions::new().set("unity.live", "true").without_ready();
        let host = options.set("server.data-dir", &toml_path(data.path())).start().await?;
        let client = McpClient::connect(&host.url("/mcp"), Era::Handshake("2025-11-25")).await?;
        wait_for("the first good call", async || client.ask(ASKED, json!({})).await.ok()).await?;
        let start = begun.elapsed();
        ensure!(peer.links() == 1, "only that instance answered");
        let begun = Instant::now();
        for _ in 0..CALLS {
            client.ask(ASKED, json!({})).await?;
        }
        let one = begun.elapsed() / CALLS;
        let client = Arc::new(client);
        let begun = Instant::now();
        let mut many = tokio::task::JoinSet::new();
        for _ in 0..AT_ONCE {
            let client = Arc::clone(&client);
            many.spawn(async move { client.ask(ASKED, json!({})).await });
        }
        while let Some(asked) = many.join_next().await {
            asked.context("a call was cut off")??;
        }
        let hundred = begun.elapsed();
        if round > 0 {
            starts.push(start.as_secs_f64() * 1e3);
            calls.push(one.as_secs_f64() * 1e3);
            hundreds.push(hundred.as_secs_f64() * 1e3);
            memory.push(cpu::resident(host.pid()?)?);
        }
    }
    let figure =
        |name, what, unit, rounds, most| Outcome::Taken(Figure::new(name, what, unit, rounds, Target::AtMost(most)));
    Ok(vec![
        figure(
            "live-peer-start",
            "process to first good call of a Unity (peers: 570 to `initialize` alone, 5,300)",
            "ms",
            starts,
            START,
        ),
        figure(
            "live-peer-call",
            "one call after the other, each (peers: 8.3, 23)",
            "ms",
            calls,
            CALL,
        ),
        figure(
            "live-peer-hundred",
            "a hundred calls at once, all of them (peer: 2,060)",
            "ms",
            hundreds,
            HUNDRED,
        ),
        figure(
            "live-peer-memory",
            "resident memory behind all that (peer: 85 to 90)",
            "MiB",
            memory,
            MEMORY,
        ),
    ])
}
