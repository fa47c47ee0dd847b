//! The Inspector's command line: its lint of our schemas, and calls in both eras and over stdin and stdout.
//!
//! Belongs here: what its exit code and its two outputs say. Does not: its page (`browser.rs`).

use crate::clients::stories;
use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::process::Stdio;
use tempfile::TempDir;
use tests_support::{HostOptions, PATIENCE, environment, host, paths, projects};

/// The exit code for a result that says it failed.
const TOOL_FAILED: i32 = 5;

/// What one run of it gave.
struct Run {
    code: Option<i32>,
    output: String,
    errors: String,
}

/// The Inspector's program with a home of its own; `None`, announced, where there is no Node.
pub(crate) fn inspector(what: &str, home: &TempDir) -> Result<Option<tokio::process::Command>> {
    let Some((program, packages)) = environment::node(what)? else {
        return Ok(None);
    };
    let launcher = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
    let mut command = tokio::process::Command::new(program);
    command
        .arg(packages.join(launcher))
        // It keeps settings and secrets in the user's home.
        .env("HOME", home.path())
        .env("USERPROFILE", home.path())
        .env("MCP_INSPECTOR_SECRET_STORE", "memory")
        .current_dir(home.path())
        .stdin(Stdio::null())
        .kill_on_drop(true);
    Ok(Some(command))
}

async fn run(what: &str, arguments: &[&str]) -> Result<Option<Run>> {
    let home = TempDir::with_prefix("unity-tool-host-test-")?;
    let Some(mut command) = inspector(what, &home)? else {
        return Ok(None);
    };
    command.arg("--cli").args(arguments).args(["--format", "json"]);
    let output = tokio::time::timeout(PATIENCE, command.output()).await;
    let output = output.context("the Inspector does not end")??;
    Ok(Some(Run {
        code: output.status.code(),
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        errors: String::from_utf8_lossy(&output.stderr).into_owned(),
    }))
}

impl Run {
    fn result(&self) -> Result<Value> {
        let told = || format!("exit {:?}\n{}\n{}", self.code, self.output, self.errors);
        let answer: Value = serde_json::from_str(&self.output).with_context(told)?;
        Ok(answer["result"].clone())
    }
}

async fn lists_without_a_finding(era: &str) -> Result<()> {
    let host = HostOptions::new().start().await?;
    let url = host.url("/mcp");
    let arguments = [
        url.as_str(),
        "--transport",
        "http",
        "--protocol-era",
        era,
        "--method",
        "tools/list",
        "--strict",
    ];
    let Some(listed) = run(&format!("the Inspector's lint, era {era}"), &arguments).await? else {
        return Ok(());
    };
    ensure!(listed.code == Some(0), "exit {:?}\n{}", listed.code, listed.errors);
    ensure!(!listed.errors.contains("Issue:"), "{}", listed.errors);
    let result = listed.result()?;
    let names = host.client().await?.tool_names().await?;
    let listed: Vec<&str> = result["tools"]
        .as_array()
        .context("tools are a list")?
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    ensure!(listed == names, "{listed:?}\n{names:?}");
    Ok(())
}

async fn calls(target: &[&str]) -> Result<()> {
    let call = |tool: &'static str, arguments: Value| {
        let arguments = arguments.to_string();
        async move {
            let words = [
                "--method",
                "tools/call",
                "--tool-name",
                tool,
                "--tool-args-json",
                &arguments,
            ];
            run(&format!("the Inspector calls {tool}"), &[target, &words].concat()).await
        }
    };
    let Some(scenes) = call("ListScenes", json!({})).await? else {
        return Ok(());
    };
    ensure!(scenes.code == Some(0), "{}", scenes.errors);
    let total = projects::sample()?.scenes.len();
    ensure!(
        scenes.result()?["structuredContent"]["Total"] == total,
        "{}",
        scenes.output
    );
    let steps = call(guests::STEPS, guests::steps_arguments())
        .await?
        .context("node is there")?;
    ensure!(steps.result()?["content"][0]["text"] == "4 steps", "{}", steps.output);
    let missing = call("GetObject", json!({ "id": "obj:999999" })).await?;
    let missing = missing.context("node is there")?;
    ensure!(
        missing.code == Some(TOOL_FAILED),
        "{:?} {}",
        missing.code,
        missing.errors
    );
    ensure!(missing.result()?["isError"] == true, "{}", missing.output);
    Ok(())
}

async fn calls_over_http(era: &str) -> Result<()> {
    let host = stories::host().await?;
    let url = host.url("/mcp");
    calls(&[&url, "--transport", "http", "--protocol-era", era]).await?;
    host.wait_until_idle().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handshake_client_reports_no_schema_issues() -> Result<()> {
    lists_without_a_finding("legacy").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stateless_client_reports_no_schema_issues() -> Result<()> {
    lists_without_a_finding("modern").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handshake_client_calls_tools() -> Result<()> {
    calls_over_http("legacy").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stateless_client_calls_tools() -> Result<()> {
    calls_over_http("modern").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_tools_over_the_sse_transport() -> Result<()> {
    let host = stories::host().await?;
    calls(&[&host.url("/sse"), "--transport", "sse"]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_tools_over_stdio() -> Result<()> {
    let scratch = TempDir::with_prefix("unity-tool-host-test-")?;
    let echo = paths::fixture_bundle(guests::ECHO)?;
    let command = host::stdio_command(
        &HostOptions::new().tools(&echo).set("policy.profile", "all"),
        scratch.path(),
    )?;
    let catalog = json!({ "mcpServers": { "host": { "command": command[0], "args": command[1..] } } });
    let file = scratch.path().join("servers.json");
    std::fs::write(&file, catalog.to_string())?;
    let file = file.to_str().context("a temporary folder with a name that is text")?;
    calls(&["--config", file, "--server", "host"]).await
}
