//! Everything an enemy tries at once, beside one client that works: what the client, the memory and the time after feel.
//!
//! Belongs here: the client, the watch over memory, the three figures. Does not: the attacks (`attacks.rs`), the files they
//! need (`files.rs`).

mod attacks;
mod files;

use crate::cpu;
use crate::figure::{Figure, Outcome, Target};
use anyhow::{Context, Result, ensure};
use attacks::Attacks;
use files::Files;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tests_support::{HostOptions, McpClient, TestHost, paths};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};

/// How long the attacks go on.
const RUN: Duration = Duration::from_secs(60);
/// Between two calls of the client: 20 a second.
const EVERY: Duration = Duration::from_millis(50);
/// MiB, the default of `server.memory`.
const BUDGET: f64 = 256.0;
/// MiB beside the budget: code, stacks, what the allocator keeps.
const BESIDE: f64 = 64.0;
/// Everything has to be as it was after this long.
const AFTER: Duration = Duration::from_secs(60);
/// A call that takes longer counts as this long; none is waited for longer.
const LONGEST: Duration = Duration::from_secs(30);
/// MiB that the allocator may keep of what was given back, and code that was used for the first time.
const KEPT: f64 = 32.0;
/// Gauges that are zero, or almost, where nothing goes on; with what the asking itself leaves in them.
const QUIET: [(&str, f64); 6] = [
    ("calls_in_flight", 0.0),
    ("instances", 0.0),
    ("parked", 0.0),
    ("streams", 0.0),
    ("connections", 1.0),
    ("memory_taken_bytes", 1e6),
];

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let files = Files::write()?;
    let host = HostOptions::new()
        .project(&files.project())
        .tools(files.tools())
        .tools(&paths::fixture_bundle("unfit")?)
        .set("project.memory", "\"64MiB\"")
        .start()
        .await?;
    let client = Arc::new(host.client().await?);
    for _ in 0..100 {
        call(&client).await.context("the client's own call fails in peace")?;
    }
    host.wait_until_idle().await?;
    let idle = Idle {
        resident: cpu::resident(host.pid()?)?,
        bundles: bundles(&host).await?,
    };
    let attacks = Attacks::start(&host, &files);
    let (latencies, peak) = work(&host, &client).await?;
    let counts = attacks.stop().await?;
    // With its connections.
    drop(client);
    files.bundles().remove()?;
    let back = until_quiet(&host, &idle).await?;
    ensure!(
        latencies.iter().all(Option::is_some),
        "{} of {} calls of the client failed",
        latencies.iter().filter(|taken| taken.is_none()).count(),
        latencies.len()
    );
    let mut millis: Vec<f64> = latencies
        .iter()
        .flatten()
        .map(|taken| taken.as_secs_f64() * 1e3)
        .collect();
    millis.sort_by(f64::total_cmp);
    let mut p99 = Figure::new(
        "hostile-p99",
        "the slowest but one in a hundred of a client's 20 calls a second, beside six attacks at once",
        "ms",
        vec![percentile(&millis, 0.99)],
        Target::AtMost(50.0),
    )
    .part("p50", &[percentile(&millis, 0.5)])
    .part("max", &[percentile(&millis, 1.0)]);
    for (attack, count) in counts {
        p99 = p99.part(attack, &[count as f64]);
    }
    let memory = Figure::new(
        "hostile-memory",
        "the most that lay in memory meanwhile, without compilers",
        "MiB",
        vec![peak],
        Target::AtMost(BUDGET + BESIDE),
    );
    let after = Figure::new(
        "hostile-after",
        "until every gauge and the memory were back",
        "s",
        vec![back],
        Target::AtMost(AFTER.as_secs_f64()),
    );
    Ok(vec![
        Outcome::Taken(p99),
        Outcome::Taken(memory.part("idle_before_mib", &[idle.resident])),
        Outcome::Taken(after),
    ])
}

/// The client's calls, each timed from the moment at which it was due, so that a blocked host does not get fewer calls;
/// `None` = the call failed. Besides, the most that the host held.
async fn work(host: &TestHost, client: &Arc<McpClient>) -> Result<(Vec<Option<Duration>>, f64)> {
    let (mut calls, mut latencies, mut peak) = (JoinSet::new(), Vec::new(), 0.0_f64);
    let start = Instant::now();
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    while start.elapsed() < RUN {
        let due = ticks.tick().await;
        peak = peak.max(cpu::resident(host.pid()?)?);
        let client = Arc::clone(client);
        calls.spawn(async move {
            let done = tokio::time::timeout(LONGEST, call(&client)).await;
            match done {
                Ok(Ok(())) => Some(due.elapsed()),
                Ok(Err(_)) => None,
                Err(_) => Some(LONGEST),
            }
        });
        while let Some(ended) = calls.try_join_next() {
            latencies.push(ended?);
        }
    }
    while let Some(ended) = calls.join_next().await {
        latencies.push(ended?);
    }
    Ok((latencies, peak))
}

/// One call that reaches Unity.
async fn call(client: &McpClient) -> Result<()> {
    let answer = client.call("GetTimeScale", json!({})).await?;
    ensure!(answer.failure().is_none(), "{:?}", answer.failure());
    Ok(())
}

/// The host before the attacks.
struct Idle {
    /// MiB.
    resident: f64,
    bundles: usize,
}

/// Bundles that the host knows.
async fn bundles(host: &TestHost) -> Result<usize> {
    let health = host.health().await?;
    Ok(health["bundles"].as_array().context("no bundles in /health")?.len())
}

/// Seconds until the gauges, the bundles and the memory are as before; more than `AFTER` where they are not.
async fn until_quiet(host: &TestHost, idle: &Idle) -> Result<f64> {
    let start = Instant::now();
    let mut ticks = tokio::time::interval(Duration::from_millis(500));
    loop {
        ticks.tick().await;
        let Some(loud) = loud(host, idle).await? else {
            return Ok(start.elapsed().as_secs_f64());
        };
        if start.elapsed() > AFTER {
            tests_support::environment::announce(&format!("after {} s: {loud}", AFTER.as_secs()));
            return Ok(start.elapsed().as_secs_f64());
        }
    }
}

/// What is not as it was before; `None` where all is.
async fn loud(host: &TestHost, idle: &Idle) -> Result<Option<String>> {
    let metrics = host.metrics().await?;
    let gauge = QUIET
        .iter()
        .find(|(name, most)| metrics.gauge(name).is_none_or(|value| value > *most));
    if let Some((name, _)) = gauge {
        return Ok(Some(format!("{name} is {:?}", metrics.gauge(name))));
    }
    let bundles = bundles(host).await?;
    if bundles > idle.bundles {
        return Ok(Some(format!("{bundles} bundles are there, {} before", idle.bundles)));
    }
    let resident = cpu::resident(host.pid()?)?;
    let grown = resident > idle.resident + KEPT;
    Ok(grown.then(|| format!("{resident:.0} MiB lie in memory, {:.0} before", idle.resident)))
}

fn percentile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let at = (last as f64 * share).round() as usize;
    sorted.get(at).copied().unwrap_or(f64::NAN)
}
