//! The deadline of a call that makes progress: it moves, and without progress it does not.

use super::{free, sample};
use anyhow::{Context, Result, bail, ensure};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tests_support::{McpClient, TestHost, wait_for};
use tests_unity_peer::{Peer, TestRuns};

const DEADLINE: Duration = Duration::from_secs(2);

/// Longer than three deadlines.
const LONG_RUN: Duration = Duration::from_millis(6_500);

/// A host with short deadlines, and an editor whose test runs are these.
async fn running(longest: &str, runs: TestRuns) -> Result<(TestHost, McpClient, Peer)> {
    let options = free()
        .set("policy.require-confirm", "false")
        .set("limits.deadline", "\"2s\"")
        .set("limits.compute", "\"1s\"")
        .set("limits.longest-call", longest);
    let host = options.start().await?;
    let peer = Peer::with_test_runs(&host.data_dir(), &sample(), runs)?;
    peer.wait_for_links(1).await.with_context(|| host.log_text())?;
    host.wait_until_ready().await?;
    let client = host.client().await?;
    Ok((host, client, peer))
}

const fn runs(time: Duration, tells_steps: bool) -> TestRuns {
    TestRuns { time, tells_steps }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn progressing_job_outlives_its_deadline_and_silent_one_does_not() -> Result<()> {
    let (_host, client, _peer) = running("\"1m\"", runs(LONG_RUN, true)).await?;
    let begun = Instant::now();
    // This client displays no progress, which changes nothing.
    let run = client.ask("run_editmode_tests", json!({})).await?;
    ensure!(run["passCount"] == 7, "{run}");
    ensure!(
        begun.elapsed() > DEADLINE * 3,
        "it was over too soon: {:?}",
        begun.elapsed()
    );

    let (_host, client, _peer) = running("\"1m\"", runs(LONG_RUN, false)).await?;
    let begun = Instant::now();
    let run = client.call("run_editmode_tests", json!({})).await?;
    let Some(failure) = run.failure() else {
        bail!("a run without a step went on: {}", run.text())
    };
    ensure!(begun.elapsed() < DEADLINE * 3, "it ended too late: {failure}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn progress_extends_a_call_only_up_to_its_maximum() -> Result<()> {
    let (host, client, _peer) = running("\"4s\"", runs(LONG_RUN * 4, true)).await?;
    let begun = Instant::now();
    let run = client.call("run_editmode_tests", json!({})).await?;
    let Some(failure) = run.failure() else {
        bail!("it went on: {}", run.text())
    };
    let passed = begun.elapsed();
    ensure!(
        passed >= DEADLINE * 2 && passed < LONG_RUN * 2,
        "it ended after {passed:?}: {failure}"
    );
    host.wait_until_idle().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancels_a_call_with_an_extended_deadline_at_once() -> Result<()> {
    let (host, client, peer) = running("\"1m\"", runs(LONG_RUN * 4, true)).await?;
    let client = Arc::new(client);
    let asked = tokio::spawn({
        let client = Arc::clone(&client);
        async move { client.call("run_editmode_tests", json!({})).await }
    });
    tokio::time::sleep(DEADLINE + DEADLINE / 2).await;
    ensure!(!asked.is_finished(), "{:?}", asked.await);
    // The id of the first request of this client.
    client
        .notify("notifications/cancelled", json!({ "requestId": 1 }))
        .await?;
    wait_for("the end of the run", async || {
        (peer.cancelled_runs() == 1).then_some(())
    })
    .await?;
    host.wait_until_idle().await
}
