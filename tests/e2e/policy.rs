//! What the operator allows holds for every call, at once, and leaves a line behind.
//!
//! Belongs here: the policy as a client and an operator see it. Does not: the whole matrix (`host/policy`).

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tests_support::{HostOptions, McpClient, TestHost, paths, wait_for};

async fn set_scale(client: &McpClient, arguments: Value) -> Result<tests_support::ToolAnswer> {
    client.call("SetTimeScale", arguments).await
}

async fn scale(client: &McpClient) -> Result<f64> {
    let answer = client.ask("GetTimeScale", json!({})).await?;
    answer["value"].as_f64().with_context(|| answer.to_string())
}

/// All audit lines written so far, each as JSON.
pub(crate) fn audit(host: &TestHost) -> Result<Vec<Value>> {
    let mut lines = Vec::new();
    for file in files_below(&host.data_dir().join("audit"))? {
        for line in std::fs::read_to_string(file)?.lines() {
            lines.push(serde_json::from_str(line).with_context(|| line.to_owned())?);
        }
    }
    Ok(lines)
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn allows_reads_and_rejects_writes_by_default() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    for arguments in [json!({ "value": 0.5 }), json!({ "value": 0.5, "confirm": true })] {
        let text = set_scale(&client, arguments).await?.expect_failure()?;
        ensure!(
            text.contains("policy.allow-writes"),
            "the refusal does not name the setting: {text}"
        );
    }
    ensure!(scale(&client).await? == 1.0, "a refused write changed something");
    let lines = audit(&host)?;
    ensure!(
        lines.len() == 2,
        "two attempts left {} audit lines: {lines:?}",
        lines.len()
    );
    for line in &lines {
        ensure!(line["tool"] == "SetTimeScale", "{line}");
        ensure!(line["outcome"] == "denied", "{line}");
        ensure!(
            line["rule"].as_str().is_some_and(|rule| rule.contains("allow-writes")),
            "{line}"
        );
        ensure!(line["bundle"] == "time-scale", "{line}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_invalid_arguments_before_the_policy_rejection() -> Result<()> {
    for writes_are_on in [false, true] {
        let host = HostOptions::new().set("policy.allow-writes", &writes_are_on.to_string());
        let host = host.start().await?;
        let client = host.client().await?;
        for (arguments, word) in [
            (json!({}), "`value` is missing"),
            (json!({ "value": "fast" }), "`value` is string \"fast\""),
            (json!({ "value": 1, "confirm": "yes" }), "`confirm` is \"yes\""),
        ] {
            let text = set_scale(&client, arguments.clone()).await?.expect_failure()?;
            let policy = text.split_once("the policy would refuse the call in any case: Writes disabled");
            let (first, then) = policy.unwrap_or((&text, ""));
            ensure!(first.contains(word), "{arguments}: no {word} first: {text}");
            ensure!(then.contains("allow-writes") != writes_are_on, "{arguments}: {text}");
            ensure!(!first.contains("allow-writes"), "{arguments}: {text}");
        }
        let lines = audit(&host)?;
        ensure!(
            lines.iter().all(|line| line["tool"] != "SetTimeScale"),
            "no attempt: {lines:?}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn write_requires_confirmation_and_is_audited() -> Result<()> {
    let host = HostOptions::new().set("policy.allow-writes", "true").start().await?;
    let client = host.client().await?;
    for arguments in [json!({ "value": 0.25 }), json!({ "value": 0.25, "confirm": false })] {
        let text = set_scale(&client, arguments).await?.expect_failure()?;
        ensure!(text.contains("confirm"), "{text}");
    }
    ensure!(scale(&client).await? == 1.0, "an unconfirmed write changed something");
    let done = set_scale(&client, json!({ "value": 0.25, "lock": true, "confirm": true })).await?;
    let done = done.structured()?;
    ensure!(done["value"] == 0.25 && done["locked"] == true, "{done}");
    ensure!(scale(&client).await? == 0.25, "the write did not last");
    let clamped = set_scale(&client, json!({ "value": 9, "confirm": true }))
        .await?
        .structured()?;
    ensure!(clamped["value"] == 4.0, "{clamped}");
    let lines = audit(&host)?;
    let outcomes = |wanted: &str| lines.iter().filter(|line| line["outcome"] == wanted).count();
    ensure!(outcomes("denied") == 2, "{lines:?}");
    ensure!(outcomes("allowed") >= 2, "{lines:?}");
    let allowed = lines
        .iter()
        .find(|line| line["outcome"] == "allowed")
        .context("an allowed line")?;
    ensure!(
        allowed["call"].as_str().is_some_and(|id| id.starts_with("call-")),
        "{allowed}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn adds_confirm_to_the_schema_of_every_changing_tool() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let effects = effects(&host).await?;
    for client in [host.client_of("all").await?, host.stateless()?] {
        for tool in client.list_tools().await? {
            let properties = &tool["inputSchema"]["properties"];
            let name = tool["name"].as_str().context("a name")?;
            let declared = effects.get(name).with_context(|| tool.to_string())?.as_str();
            // Its manifest says that a running Unity is changed by it, and a list shows the most that a tool may do.
            let effect = if name == "open_scene" { "write" } else { declared };
            let confirmed = matches!(effect, "write" | "destructive" | "code" | "config");
            ensure!(properties.get("confirm").is_some() == confirmed, "{tool}");
            ensure!(
                (tool["annotations"]["readOnlyHint"] == true) == (effect == "read"),
                "{tool}"
            );
        }
    }
    Ok(())
}

/// What each tool declares, by portable name, as `unity-tool-host list --json` prints it.
async fn effects(host: &TestHost) -> Result<BTreeMap<String, String>> {
    let output = tokio::process::Command::new(paths::binary()?)
        .args(["list", "--json", "--bundled"])
        .arg(paths::components())
        .args(["--set", "server.discovery-file=off", "--set"])
        .arg(format!("server.data-dir={}", host.scratch().join("listed").display()))
        .arg("--set")
        .arg(format!("server.cache-dir={}", host.scratch().join("cache").display()))
        .output()
        .await?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tools: Vec<Value> = serde_json::from_slice(&output.stdout)?;
    let text = |tool: &Value, key: &str| tool[key].as_str().unwrap_or_default().to_owned();
    Ok(tools
        .iter()
        .map(|tool| (text(tool, "portableName"), text(tool, "effect")))
        .collect())
}

const READ_ONLY: &str = "[policy]\nallow-writes = false\n";
const WRITABLE: &str = "[policy]\nallow-writes = true\nrequire-confirm = false\n";

async fn wait_for_writes(client: &McpClient, allowed: bool) -> Result<()> {
    wait_for(&format!("writes to be allowed: {allowed}"), async || {
        let answer = set_scale(client, json!({ "value": 2 })).await.ok()?;
        (answer.failure().is_none() == allowed).then_some(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reloads_the_configuration_and_ignores_invalid_files() -> Result<()> {
    let host = HostOptions::new().config(READ_ONLY).start().await?;
    let client = host.client().await?;
    wait_for_writes(&client, false).await?;
    host.rewrite_config(WRITABLE)?;
    wait_for_writes(&client, true).await?;
    for (broken, word) in [
        ("[policy]\nallow-writes = \"perhaps\"\n", "allow-writes"),
        ("[policy]\nallow-wirtes = false\n", "allow-wirtes"),
        ("[policy\n", "unity-tool-host.toml"),
    ] {
        let before = host.log().len();
        host.rewrite_config(broken)?;
        wait_for(&format!("a log line that names {word}"), async || {
            host.log().into_iter().skip(before).find(|line| line.contains(word))
        })
        .await
        .with_context(|| host.log_text())?;
        let answer = set_scale(&client, json!({ "value": 2 })).await?;
        ensure!(
            answer.failure().is_none(),
            "{broken:?} took effect: {:?}",
            answer.failure()
        );
    }
    host.rewrite_config(READ_ONLY)?;
    wait_for_writes(&client, false).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_foreign_origin_and_host_headers() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let http = tests_support::host::http_client()?;
    for (header, value) in [("origin", "https://evil.example"), ("host", "evil.example")] {
        let answer = http
            .post(host.url("/mcp"))
            .header(header, value)
            .header("content-type", "application/json")
            .body(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
            .send()
            .await?;
        ensure!(answer.status() == 403, "{header}: {value} got {}", answer.status());
    }
    Ok(())
}

/// A host that was started without one looks where it would have read it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn applies_a_configuration_file_created_after_the_start() -> Result<()> {
    let host = HostOptions::new().start().await?;
    host.rewrite_config("[policy]\nallow-writes = true\nrequire-confirm = false\n[server]\nmax-sessions = 7\n")?;
    host.wait_for_log("the file is applied", |line| {
        line.contains("is active") && line.contains("policy.allow-writes")
    })
    .await?;
    host.client().await?.ask("SetTimeScale", json!({ "value": 2 })).await?;
    ensure!(
        host.log_text().contains("only after a restart: server.max-sessions"),
        "{}",
        host.log_text()
    );
    let lines = audit(&host)?;
    ensure!(
        lines
            .iter()
            .any(|line| line["stage"] == "policy" && line.to_string().contains("policy.allow-writes")),
        "{lines:?}"
    );
    Ok(())
}
