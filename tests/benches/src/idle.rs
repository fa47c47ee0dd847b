//! Resident memory of a host that serves all bundles and has nothing to do.

use crate::cpu;
use crate::figure::{Figure, Outcome, ROUNDS, Target};
use anyhow::Result;
use serde_json::json;
use tests_support::HostOptions;

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    // One host beforehand, so that every measured one finds compiled components.
    drop(HostOptions::new().start().await?);
    let mut rounds = Vec::new();
    let mut used = Vec::new();
    for _ in 0..ROUNDS {
        let host = HostOptions::new().start().await?;
        host.wait_until_idle().await?;
        rounds.push(cpu::resident(host.pid()?)?);
        let client = host.client().await?;
        for tool in ["GetStatus", "GetTimeScale", "TailLogs"] {
            client.ask(tool, json!({})).await?;
        }
        host.wait_until_idle().await?;
        used.push(cpu::resident(host.pid()?)?);
    }
    let figure = Figure::new(
        "idle-memory",
        "resident memory with all bundles on the sample project",
        "MiB",
        rounds,
        Target::AtMost(60.0),
    );
    Ok(vec![Outcome::Taken(figure.part("after_one_call_each_mib", &used))])
}
