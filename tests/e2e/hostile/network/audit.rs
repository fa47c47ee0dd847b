//! Refused writes in numbers, to wash what matters out of the audit file.

use crate::policy::audit;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::HostOptions;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_refused_writes_is_counted_and_not_written_line_by_line() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    for _ in 0..300 {
        client
            .call("SetTimeScale", json!({ "value": 1, "confirm": true }))
            .await?
            .expect_failure()?;
    }
    let before = audit(&host)?;
    ensure!(before.len() == 10, "{} lines of 300 refusals", before.len());
    // What was only counted is written when the host ends; the same folder serves again.
    let host = host.restart().await?;
    let lines: Vec<Value> = audit(&host)?;
    let merged = lines.last().context("no line")?;
    ensure!(
        lines.len() == 11 && merged["stage"] == "merged" && merged["count"] == 290,
        "{lines:?}"
    );
    ensure!(merged["refusals"][0]["tool"] == "SetTimeScale", "{merged}");
    ensure!(lines.iter().all(|line| line["run"] == merged["run"]), "{lines:?}");
    let client = host.client().await?;
    let again = client.call("SetTimeScale", json!({ "value": 1 })).await?;
    again.expect_failure()?;
    let lines = audit(&host)?;
    ensure!(
        lines[11]["run"].is_string() && lines[11]["run"] != merged["run"],
        "{lines:?}"
    );
    Ok(())
}
