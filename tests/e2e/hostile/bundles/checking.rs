//! Schemas that cost, results that do not fit, notes without end: the guest `unfit`.

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{Explorer, HostOptions, TestHost, paths};

async fn start() -> Result<TestHost> {
    HostOptions::new()
        .tools(&paths::fixture_bundle(guests::UNFIT)?)
        .config("[bundles.unfit]\ngrants = [\"unity-tools:unity/time-scale-edit\"]\n")
        .writing()
        .start()
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn checks_schema_with_3_to_the_60_alternatives() -> Result<()> {
    let host = start().await?;
    let client = host.client().await?;
    let nested = |leaf: Value| (0..60).fold(leaf, |inner, _| json!({ "a": inner }));
    // More than a machine has cores: were each to take a worker for ever, nothing would be answered any more.
    let calls = (0..8).map(|_| client.call("costly_arguments", json!({ "node": nested(json!(1)) })));
    for answer in futures_util::future::join_all(calls).await {
        let text = answer?.expect_failure()?;
        ensure!(text.contains("`node` is an object of 1") && text.len() < 2000, "{text}");
    }
    let took = client
        .call("costly_arguments", json!({ "node": nested(json!(true)) }))
        .await?;
    ensure!(took.failure().is_none(), "{}", took.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn truncates_and_counts_a_hundred_thousand_notes() -> Result<()> {
    let host = start().await?;
    let arguments = json!({ "count": 100_000 });
    let (status, answer) = Explorer::new(&host)?.call("many_notes", arguments).await?;
    let answer = answer.to_string();
    ensure!(
        status == 200 && answer.contains("99800 more notes were left out"),
        "{status} {answer}"
    );
    ensure!(answer.len() < 64 << 10, "{} bytes", answer.len());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_result_field_that_violates_the_output_schema() -> Result<()> {
    let host = start().await?;
    let client = host.client().await?;
    let text = client.call("unfit_result", json!({})).await?.expect_failure()?;
    ensure!(
        text.contains("output schema") && text.contains("`total` is string") && text.contains("expected integer"),
        "{text}"
    );
    ensure!(!text.contains("do not repeat"), "{text}");
    let text = client.call("unfit_write", json!({})).await?.expect_failure()?;
    ensure!(
        text.contains("`total`") && text.contains("it was done, do not repeat it"),
        "{text}"
    );
    let scale = client.call("GetTimeScale", json!({})).await?.structured()?;
    ensure!(scale["value"] == 0.5, "the write was not done: {scale}");
    crate::policy::audit(&host)?
        .iter()
        .find(|line| line["tool"] == "unfit_write" && line["outcome"] == "allowed")
        .context("the write left no line")?;
    Ok(())
}
