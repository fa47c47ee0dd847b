//! Diagnostics reach the caller in every protocol, and make no result an error.

use super::command_link::Link;
use super::{SESSION_ONLY, list, rpc};
use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{Explorer, HostOptions, TestHost, paths};

/// A tool, its arguments, and the words of its diagnostic.
struct Noted {
    tool: &'static str,
    arguments: Value,
    says: &'static str,
}

fn noted_calls() -> [Noted; 2] {
    [
        // With JSON.
        Noted {
            tool: "SetTimeScale",
            arguments: json!({ "value": 1.5 }),
            says: SESSION_ONLY,
        },
        // With a text and blocks of other kinds.
        Noted {
            tool: "content",
            arguments: json!({}),
            says: "six blocks",
        },
    ]
}

async fn host() -> Result<TestHost> {
    HostOptions::new()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .writing()
        .start()
        .await
}

fn has_line(lines: &[Value], words: &str) -> bool {
    lines
        .iter()
        .any(|line| line.as_str().is_some_and(|line| line.contains(words)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn returns_diagnostics_in_each_protocol() -> Result<()> {
    let host = host().await?;
    let explorer = Explorer::new(&host)?;
    let mut link = Link::open(&host, "/ws").await?;
    for Noted { tool, arguments, says } in noted_calls() {
        let (status, answer) = explorer.call(tool, arguments.clone()).await?;
        let json = &answer["result"]["content"][0]["json"];
        ensure!(
            status == 200 && has_line(list(json, "/diagnostics")?, says),
            "explorer: {answer}"
        );
        ensure!(json.get("error").is_none() && json["ok"] != false, "explorer: {answer}");

        let asked = json!({ "tool": tool, "arguments": arguments });
        let answer = rpc(&host, "/editor", "tools/call", asked).await?;
        ensure!(
            has_line(list(&answer, "/result/diagnostics")?, says),
            "editor: {answer}"
        );

        let asked = json!({ "name": tool, "arguments": arguments });
        let answer = rpc(&host, "/", "tools/call", asked).await?;
        is_mcp(&answer["result"], says).with_context(|| format!("sessionless: {answer}"))?;

        let reply = link.ask(tool, arguments.clone()).await?;
        ensure!(reply["status"] == "success", "command: {reply}");
        ensure!(has_line(list(&reply, "/result/diagnostics")?, says), "command: {reply}");

        for client in [host.client().await?, host.stateless()?] {
            let answer = client.call(tool, arguments.clone()).await?.0.message;
            is_mcp(&answer["result"], says).with_context(|| format!("MCP: {answer}"))?;
        }
    }
    Ok(())
}

/// The last text block and `_meta`.
fn is_mcp(result: &Value, says: &str) -> Result<()> {
    ensure!(result["isError"] != true, "an error");
    let texts: Vec<&Value> = list(result, "/content")?
        .iter()
        .filter_map(|block| block.get("text"))
        .collect();
    let last = texts.last().and_then(|text| text.as_str()).unwrap_or_default();
    ensure!(texts.len() >= 2 && last.contains(says), "no text block says {says:?}");
    ensure!(
        has_line(list(result, "/_meta/diagnostics")?, says),
        "`_meta` does not say {says:?}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn progress_of_plain_calls_counts_no_dropped_events() -> Result<()> {
    const MANY: u32 = 3_000;
    let host = host().await?;
    let before = host.health().await?["dropped_events"].as_u64().context("a count")?;
    let arguments = json!({ "count": MANY });
    let explorer = Explorer::new(&host)?;
    explorer.json(guests::STEPS, arguments.clone()).await?;
    for (path, asked) in [
        ("/editor", json!({ "tool": guests::STEPS, "arguments": arguments })),
        ("/", json!({ "name": guests::STEPS, "arguments": arguments })),
    ] {
        let answer = rpc(&host, path, "tools/call", asked).await?;
        ensure!(answer["result"].is_object(), "{path}: {answer}");
    }
    let reply = Link::open(&host, "/ws").await?.ask(guests::STEPS, arguments).await?;
    ensure!(reply["status"] == "success", "{reply}");
    let after = host.health().await?["dropped_events"].as_u64().context("a count")?;
    ensure!(after == before, "{} events count as dropped", after - before);
    Ok(())
}
