//! EditorMCP at `/editor`: its tables, and what needs a project or a moment of its own.

use super::{list, many_assets, post, rows, rpc};
use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tests_support::{HostOptions, TestHost, paths, wait_for};

async fn call(host: &TestHost, tool: &str, arguments: Value) -> Result<Value> {
    rpc(
        host,
        "/editor",
        "tools/call",
        json!({ "tool": tool, "arguments": arguments }),
    )
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_match_every_row_of_the_protocol_tables() -> Result<()> {
    rows::run(include_str!("data/editor.json"), "/editor", async |_| Ok(Vec::new())).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn derives_safety_level_from_the_declared_effect() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let mut effects = BTreeMap::new();
    for tool in host.client_of("editor").await?.list_tools().await? {
        let name = tool["name"].as_str().context("a name")?.to_owned();
        // What is not said is MCP's default.
        let is_destructive = tool["annotations"]["destructiveHint"] != false;
        effects.insert(name, (tool["annotations"]["readOnlyHint"] == true, is_destructive));
    }
    let answer = rpc(&host, "/editor", "tools/list", json!({})).await?;
    let tools = list(&answer, "/result/tools")?;
    ensure!(
        tools.len() == effects.len(),
        "{} and {} tools",
        tools.len(),
        effects.len()
    );
    for tool in tools {
        let portable = tool["id"].as_str().context("an id")?.replace('.', "_");
        let (is_read, is_destructive) = effects.get(&portable).with_context(|| tool.to_string())?;
        let level = tool["safetyLevel"].as_str().context("a level")?;
        ensure!((level == "read-only") == *is_read, "{tool}");
        ensure!(level != "destructive" || *is_destructive, "{tool}");
        ensure!(
            ["read-only", "write", "destructive", "code", "config"].contains(&level),
            "{tool}"
        );
    }
    Ok(())
}

/// By a validator that is none of ours: what is shown as a good call has to be one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn examples_of_bundled_tools_match_their_schemas() -> Result<()> {
    let host = HostOptions::new().set("policy.profile", "all").start().await?;
    let mut examples = 0;
    for tool in host.client().await?.list_tools().await? {
        let described = rpc(&host, "/editor", "tools/describe", json!({ "tool": tool["name"] })).await?;
        let inputs = described
            .pointer("/result/tool/inputs")
            .with_context(|| described.to_string())?;
        let schema = jsonschema::options().should_validate_formats(false).build(inputs)?;
        let named = inputs["properties"].as_object().with_context(|| inputs.to_string())?;
        for example in described["result"]["tool"]["examples"].as_array().into_iter().flatten() {
            let text = example.as_str().with_context(|| example.to_string())?;
            let mut call: Value = serde_json::from_str(text).with_context(|| format!("{}: {text}", tool["name"]))?;
            let arguments = call
                .as_object_mut()
                .with_context(|| format!("{}: {text}", tool["name"]))?;
            // The host's own argument, which a schema need not name.
            arguments.remove("confirm");
            for name in arguments.keys() {
                ensure!(named.contains_key(name), "{}: {text} names `{name}`", tool["name"]);
            }
            let problems: Vec<String> = schema.iter_errors(&call).map(|problem| problem.to_string()).collect();
            ensure!(problems.is_empty(), "{}: {text}: {problems:?}", tool["name"]);
            examples += 1;
        }
    }
    ensure!(examples >= 30, "{examples} examples");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn disabled_category_is_not_listed_and_its_tools_fail() -> Result<()> {
    let host = HostOptions::new()
        .set("policy.disabled-categories", r#"["console", "scene"]"#)
        .start()
        .await?;
    let info = rpc(&host, "/editor", "server/info", json!({})).await?;
    let categories = list(&info, "/result/enabledToolCategories")?;
    ensure!(categories.contains(&json!("project")), "{info}");
    ensure!(!categories.contains(&json!("scene")), "{info}");
    let refused = call(
        &host,
        "scene.hierarchy.dump",
        json!({ "scenePath": "Assets/Scenes/Main.unity" }),
    )
    .await?;
    ensure!(
        refused["result"].is_null() && refused["error"]["data"]["errorType"].is_string(),
        "{refused}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn call_deadline_defaults_to_thirty_seconds() -> Result<()> {
    let host = HostOptions::new()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .start()
        .await?;
    let answer = call(&host, "remaining", json!({})).await?;
    let left = answer["result"]["output"]["wall_ms"]
        .as_u64()
        .with_context(|| answer.to_string())?;
    ensure!((1..=30_000).contains(&left), "{left} ms are left of 30 s");
    let longer = HostOptions::new()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .set("limits.deadline", "90s")
        .start()
        .await?;
    let answer = call(&longer, "remaining", json!({})).await?;
    let left = answer["result"]["output"]["wall_ms"]
        .as_u64()
        .with_context(|| answer.to_string())?;
    ensure!((30_001..=90_000).contains(&left), "{left} ms are left of 90 s");
    Ok(())
}

/// `Processed n of m items.` in a result's diagnostics.
fn processed(answer: &Value) -> Result<(u64, u64)> {
    for line in list(answer, "/result/diagnostics")? {
        let line = line.as_str().context("a text")?;
        if let Some((_, rest)) = line.split_once(". Processed ") {
            let (done, rest) = rest.split_once(" of ").context("n of m")?;
            let (all, rest) = rest.split_once(" items. ").context("items")?;
            ensure!(rest == "Results may be partial.", "{line}");
            return Ok((done.parse()?, all.parse()?));
        }
    }
    anyhow::bail!("nothing was processed in part: {answer}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_guard_returns_partial_results() -> Result<()> {
    const MATERIALS: usize = 1200;
    let project = many_assets::project(MATERIALS)?;
    // Three seconds of a call's time are kept for its answer: with less than that, a guard strikes after the first page.
    let host = HostOptions::new()
        .project(project.path())
        .set("limits.deadline", "2900ms")
        .start()
        .await?;
    let scan = call(&host, "project.references.missing", json!({})).await?;
    let (done, all) = processed(&scan)?;
    let found = list(&scan, "/result/output/brokenReferences")?.len() as u64;
    ensure!(all == MATERIALS as u64 && done < all, "{done} of {all}");
    // One finding in each file; the one at which the page ended may be looked at and not listed.
    ensure!(
        found > 0 && found.abs_diff(done) <= 1,
        "{found} findings in {done} files"
    );
    let summary = call(&host, "project.assets.summary", json!({})).await?;
    let (done, all) = processed(&summary)?;
    let counted = summary["result"]["output"]["totalAssets"].as_u64().context("a count")?;
    ensure!(done < all && counted == done, "{counted} counted, {done} of {all}");

    let patient = HostOptions::new().project(project.path()).start().await?;
    let whole = call(&patient, "project.assets.summary", json!({})).await?;
    ensure!(whole["result"]["output"]["totalAssets"] == MATERIALS, "{whole}");
    ensure!(processed(&whole).is_err(), "{whole}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shutdown_turns_running_call_into_internal_error() -> Result<()> {
    let mut host = HostOptions::new()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .set("server.drain", "200ms")
        .start()
        .await?;
    let request = json!({ "jsonrpc": "2.0", "id": "r", "method": "tools/call",
        "params": { "tool": guests::SLEEP_LOOP, "arguments": {} } });
    let sent = tests_support::host::http_client()?
        .post(host.url("/editor"))
        .body(request.to_string());
    let sent = tokio::spawn(sent.send());
    wait_for("the call to run", async || {
        (host.metrics().await.ok()?.gauge("instances")? >= 1.0).then_some(())
    })
    .await?;
    host.ask_to_end()?;
    let (_, answer) = tests_support::explorer::parts(sent.await??).await?;
    ensure!(answer["error"]["code"] == -32603, "{answer}");
    ensure!(
        answer["error"]["data"]["errorType"] == "execution" && answer["error"]["data"]["tool"] == guests::SLEEP_LOOP,
        "{answer}"
    );
    ensure!(
        answer["error"]["message"]
            .as_str()
            .is_some_and(|words| words.contains("shut down")),
        "{answer}"
    );
    let (status, _) = host.wait_for_end().await?;
    ensure!(status.success(), "{status}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_notifications_and_batches_without_executing_them() -> Result<()> {
    let host = HostOptions::new().writing().start().await?;
    let write = json!({ "tool": "SetTimeScale", "arguments": { "value": 0.5 } });
    let notification = json!({ "jsonrpc": "2.0", "method": "tools/call", "params": write });
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": write });
    for body in [notification, json!([request, request])] {
        let (status, answer) = post(&host, "/editor", body.to_string()).await?;
        ensure!(status == 400 && answer["error"]["code"] == -32600, "{answer}");
    }
    let scale = call(&host, "GetTimeScale", json!({})).await?;
    ensure!(scale["result"]["output"]["value"] == 1.0, "{scale}");
    Ok(())
}
