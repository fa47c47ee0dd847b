//! Long calls: the deadline of a call moves while it makes progress, and a call of a client that handles tasks becomes a task.

use super::{free, sample};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tests_support::{McpClient, TestHost, wait_for};
use tests_unity_peer::{Peer, TestRuns};

const DEADLINE: Duration = Duration::from_secs(2);

/// Longer than three deadlines.
const LONG_RUN: Duration = Duration::from_millis(6_500);

/// The members of a request of a client that handles tasks.
fn with_tasks(mut parameters: Value) -> Value {
    let declared = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
    parameters["_meta"] = json!({ "io.modelcontextprotocol/clientCapabilities": declared });
    parameters
}

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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn test_run_becomes_a_task_that_outlives_its_connection() -> Result<()> {
    let (host, _, _peer) = running("\"1m\"", runs(LONG_RUN, true)).await?;
    let call = with_tasks(json!({ "name": "run_editmode_tests", "arguments": {} }));
    // Each client has a connection of its own, and the first one ends with its only request.
    let created = host.stateless()?.request("tools/call", call).await?.message["result"].clone();
    ensure!(created["resultType"] == "task", "{created}");
    let client = host.stateless()?;
    let get = with_tasks(json!({ "taskId": created["taskId"] }));
    let mut messages = BTreeSet::new();
    let ended = wait_for("the end of the task", async || {
        let seen = client.request("tasks/get", get.clone()).await.ok()?.message["result"].clone();
        messages.extend(seen["statusMessage"].as_str().map(str::to_owned));
        (seen["status"] != "working").then_some(seen)
    })
    .await?;
    ensure!(ended["status"] == "completed", "{ended}");
    ensure!(ended["result"]["structuredContent"]["passCount"] == 7, "{ended}");
    ensure!(messages.iter().any(|text| text.starts_with("step ")), "{messages:?}");
    let host = host.killed_and_restarted().await?;
    let gone = host.stateless()?.request("tasks/get", get).await?.message;
    ensure!(gone["error"]["code"] == -32602, "{gone}");
    Ok(())
}
