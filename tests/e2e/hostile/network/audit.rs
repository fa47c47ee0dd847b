//! What would go unrecorded: writes behind refused ones in numbers, and a policy that was wider for a while.

use crate::policy::audit;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, wait_for};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn audit_merges_a_flood_of_rejected_writes_into_a_count() -> Result<()> {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn audits_policy_changes_by_call_and_by_file() -> Result<()> {
    let host = HostOptions::new()
        .config("[policy.ceiling]\nrequire-confirm = false\n")
        .start()
        .await?;
    let client = host.client().await?;
    client
        .ask("SetConfig", json!({ "requireConfirm": false, "confirm": true }))
        .await?;
    let of_policy = || -> Result<Vec<Value>> {
        let lines = audit(&host)?;
        Ok(lines.into_iter().filter(|line| line["stage"] == "policy").collect())
    };
    let lines = of_policy()?;
    let [by_call] = &lines[..] else {
        anyhow::bail!("not one line: {lines:?}")
    };
    let wanted = json!([{ "key": "policy.require-confirm", "before": "true", "after": "false" }]);
    ensure!(
        by_call["changes"] == wanted && by_call["revision"] == 2,
        "{by_call} is not {wanted}"
    );
    ensure!(
        by_call["tool"] == "SetConfig" && by_call["client"] == "e2e 1" && by_call["address"].is_string(),
        "{by_call}"
    );
    host.rewrite_config("[policy]\nallow-writes = true\n[bundles.camera]\nenabled = false\n")?;
    let by_file = wait_for("the line of the file", async || of_policy().ok()?.get(1).cloned()).await?;
    let keys: Vec<&str> = by_file["changes"]
        .as_array()
        .context("no changes")?
        .iter()
        .filter_map(|change| change["key"].as_str())
        .collect();
    let wanted = [
        "policy.allow-writes",
        "policy.require-confirm",
        "bundles.camera.enabled",
        "policy.ceiling.require-confirm",
    ];
    ensure!(keys == wanted && by_file["revision"] == 3, "{by_file}");
    let file = by_file["file"].as_str().unwrap_or_default();
    ensure!(
        file.ends_with("unity-tool-host.toml") && by_file["tool"].is_null(),
        "{by_file}"
    );
    Ok(())
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ready_reports_rejected_writes_until_the_audit_file_is_writable() -> Result<()> {
    let host = HostOptions::new()
        .config("[policy]\nallow-writes = true\nrequire-confirm = false\n")
        .start()
        .await?;
    let client = host.client().await?;
    let ready = async || -> Result<Value> {
        let (status, body) = host.get("/ready").await?;
        ensure!(status == 200, "it reads all the same: {status} {body}");
        Ok(serde_json::from_str(&body)?)
    };
    client.ask("SetTimeScale", json!({ "value": 0.5 })).await?;
    ensure!(ready().await? == json!({ "ready": true }), "nothing is wrong");
    // A file where its folder was: no line can be written, as on a full disk.
    let folder = host.data_dir().join("audit");
    std::fs::remove_dir_all(&folder)?;
    std::fs::write(&folder, "in the way")?;
    client
        .call("SetTimeScale", json!({ "value": 2 }))
        .await?
        .expect_failure()?;
    let told = ready().await?;
    let problem = told["problems"][0].as_str().unwrap_or_default();
    ensure!(problem.starts_with("audit: writes are rejected"), "{told}");
    client.ask("GetTimeScale", json!({})).await?;
    std::fs::remove_file(&folder)?;
    // No call writes while writes are refused; the host finds out by itself.
    wait_for("/ready without the problem", async || {
        (ready().await.ok()? == json!({ "ready": true })).then_some(())
    })
    .await?;
    let lines = audit(&host)?;
    let told = lines.last().context("no line")?;
    ensure!(
        told["stage"] == "file"
            && told["outcome"]
                .as_str()
                .is_some_and(|text| text.contains("written again: 1 ")),
        "{lines:?}"
    );
    client.ask("SetTimeScale", json!({ "value": 2 })).await?;
    Ok(())
}
