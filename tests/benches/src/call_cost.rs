//! `tools/call` of a tool that does nothing: a fresh component instance per call against a Rust function, and both
//! against bare axum; and what long arguments add.
//!
//! Belongs here: the figures `call-cpu`, `call-rate`, `call-latency`, `call-arguments`. Does not: sending (`load.rs`), the
//! peers (`servers/`).

use crate::cpu;
use crate::figure::{Figure, Outcome, Target};
use crate::load::{self, Prepared};
use crate::servers::{Peer, native};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::time::Duration;
use tests_support::{Era, HostOptions, McpClient, TestHost, paths};

/// The fixture with an empty tool.
const BUNDLE: &str = "noop";
/// The fixture with a tool that takes a text and answers with a word.
const TAKING: &str = "echo";
const SHORT: usize = 10;
const LONG: usize = 10 << 10;
const MANY: usize = 32;
/// Short, and many of them: what else the machine does then falls on both sides of a ratio.
const RUN: Duration = Duration::from_millis(400);
const ROUNDS: usize = 21;

/// What one run over `MANY` connections, and one over a single connection, gave.
#[derive(Default)]
struct Series {
    cpu_us: Vec<f64>,
    per_second: Vec<f64>,
    p50_us: Vec<f64>,
}

impl Series {
    async fn round(&mut self, request: &Prepared, pid: u32) -> Result<()> {
        let before = cpu::process_seconds(pid)?;
        let many = load::run(request, MANY, RUN).await?;
        self.cpu_us
            .push((cpu::process_seconds(pid)? - before) * 1e6 / many.requests as f64);
        self.per_second.push(many.per_second());
        self.p50_us.push(load::run(request, 1, RUN).await?.p50());
        Ok(())
    }
}

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let host = HostOptions::new()
        .no_bundled()
        .tools(&paths::fixture_bundle(BUNDLE)?)
        .tools(&paths::fixture_bundle(TAKING)?)
        .start()
        .await?;
    let native = Peer::start("serve-native").await?;
    let bare = Peer::start("serve-axum").await?;
    let ours = in_session(&host.url("/mcp"), "noop", json!({})).await?;
    let closure = in_session(&format!("{}/mcp", native.url), native::TOOL, json!({})).await?;
    let constant = Prepared::post(&format!("{}/mcp", bare.url), &[], &body("noop", &json!({})))?;
    // Everything compiled, connected and warm once.
    for request in [&ours, &closure, &constant] {
        load::run(request, MANY, Duration::from_millis(300)).await?;
    }
    let (mut fresh, mut function, mut axum) = (Series::default(), Series::default(), Series::default());
    for round in 0..ROUNDS {
        // There and back, so that a machine that gets slower or faster is no advantage.
        if round % 2 == 0 {
            fresh.round(&ours, host.pid()?).await?;
            function.round(&closure, native.pid()?).await?;
            axum.round(&constant, bare.pid()?).await?;
        } else {
            axum.round(&constant, bare.pid()?).await?;
            function.round(&closure, native.pid()?).await?;
            fresh.round(&ours, host.pid()?).await?;
        }
    }
    let ratio = |ours: &[f64], other: &[f64]| -> Vec<f64> { ours.iter().zip(other).map(|(a, b)| a / b).collect() };
    let call_cpu = Figure::new(
        "call-cpu",
        "CPU per call, fresh instance / native closure, c=32",
        "x",
        ratio(&fresh.cpu_us, &function.cpu_us),
        Target::AtMost(1.6),
    );
    let rate = Figure::new(
        "call-rate",
        "calls per second, fresh instance / native closure, c=32",
        "x",
        ratio(&fresh.per_second, &function.per_second),
        Target::AtLeast(0.65),
    );
    let latency = Figure::new(
        "call-latency",
        "p50 at c=1, fresh instance / bare axum",
        "x",
        ratio(&fresh.p50_us, &axum.p50_us),
        Target::AtMost(1.5),
    );
    let rate = rate
        .part("fresh_per_s", &fresh.per_second)
        .part("native_per_s", &function.per_second)
        .part("axum_per_s", &axum.per_second);
    Ok(vec![
        Outcome::Taken(
            call_cpu
                .part("fresh_us", &fresh.cpu_us)
                .part("native_us", &function.cpu_us)
                .part("axum_us", &axum.cpu_us),
        ),
        if has_pagemap_scan() {
            Outcome::Taken(rate)
        } else {
            Outcome::Skipped(
                "call-rate".to_owned(),
                format!("{:.3} x; no target before Linux 6.7 (PAGEMAP_SCAN)", rate.median),
            )
        },
        Outcome::Taken(
            latency
                .part("fresh_us", &fresh.p50_us)
                .part("native_us", &function.p50_us)
                .part("axum_us", &axum.p50_us),
        ),
        Outcome::Taken(arguments(&host).await?),
    ])
}

/// CPU of a call whose text is long, by one whose text is short.
async fn arguments(host: &TestHost) -> Result<Figure> {
    let url = host.url("/mcp");
    let taking = |bytes: usize| in_session(&url, "take", json!({ "text": "x".repeat(bytes) }));
    let (short, long) = (taking(SHORT).await?, taking(LONG).await?);
    let (mut few, mut many) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        for (request, series) in [(&short, &mut few), (&long, &mut many)] {
            let before = cpu::process_seconds(host.pid()?)?;
            let load = load::run(request, MANY, RUN).await?;
            // The first round warms everything.
            if round > 0 {
                series.push((cpu::process_seconds(host.pid()?)? - before) * 1e6 / load.requests as f64);
            }
        }
    }
    let ratios = many.iter().zip(&few).map(|(many, few)| many / few).collect();
    let what = "CPU per call, 10 KB of arguments / 10 B, c=32";
    let figure = Figure::new("call-arguments", what, "x", ratios, Target::AtMost(1.3));
    Ok(figure.part("long_us", &many).part("short_us", &few))
}

fn body(tool: &str, arguments: &Value) -> String {
    let parameters = json!({ "name": tool, "arguments": arguments });
    let id: u64 = load::ID.parse().unwrap_or_default();
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": parameters }).to_string()
}

/// A call within a session of 2025-11-25, after it was seen to work.
async fn in_session(url: &str, tool: &str, arguments: Value) -> Result<Prepared> {
    let client = McpClient::connect(url, Era::Handshake("2025-11-25")).await?;
    let answer = client.call(tool, arguments.clone()).await?;
    if let Some(failure) = answer.failure() {
        anyhow::bail!("{tool}: {failure}");
    }
    anyhow::ensure!(answer.0.message["result"] != Value::Null, "{}", answer.0.message);
    let session = client.session().context("a session")?;
    let headers = [("mcp-session-id", session), ("mcp-protocol-version", "2025-11-25")];
    Prepared::post(url, &headers, &body(tool, &arguments))
}

/// The kernel call came with Linux 6.7.
fn has_pagemap_scan() -> bool {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release.split(|letter: char| !letter.is_ascii_digit());
    let mut number = || {
        numbers
            .next()
            .and_then(|text| text.parse::<u32>().ok())
            .unwrap_or_default()
    };
    (number(), number()) >= (6, 7)
}
