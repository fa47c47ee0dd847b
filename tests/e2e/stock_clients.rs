//! Clients that others wrote connect, list and call, in every era they know.
//!
//! Belongs here: the Python client `mcp` and the Rust client `rmcp`. Does not: our own small client's view of the wire.

use crate::guests;
use anyhow::{Context, Result, ensure};
use rmcp::model::{CallToolRequestParams, ProgressNotificationParam, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, NotificationContext, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::{ClientHandler, RoleClient, ServiceExt};
use serde_json::{Value, json};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use tests_support::{HostOptions, TestHost, environment, paths, projects, wait_for};

async fn host() -> Result<TestHost> {
    let fixtures = paths::fixture_bundle(guests::ECHO)?;
    HostOptions::new().tools(&fixtures).start().await
}

/// What both clients ask; the answers are judged by `judge`.
fn questions() -> Value {
    json!([
        { "tool": "ListScenes", "arguments": {} },
        { "tool": "ListObjects", "arguments": { "limit": 5 } },
        { "tool": "GetObject", "arguments": { "id": "obj:999999" } },
        { "tool": "GetObject", "arguments": { "id": 7 } },
        { "tool": guests::STEPS, "arguments": guests::steps_arguments(), "progress": true },
    ])
}

async fn python(mode: &str, expected_protocol: &[&str]) -> Result<()> {
    let Some(interpreter) = environment::python(&format!("the stock Python client, mode {mode}"))? else {
        return Ok(());
    };
    let host = host().await?;
    let script = paths::root().join("tests/e2e/python/stock_client.py");
    let output = tokio::process::Command::new(interpreter)
        .arg(script)
        .args([&host.url("/mcp"), mode, &questions().to_string()])
        .stdin(Stdio::null())
        .output()
        .await?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{errors}\nhost:\n{}", host.log_text());
    let seen: Value = serde_json::from_slice(&output.stdout).with_context(|| errors.into_owned())?;
    let protocol = seen["protocol"].as_str().context("no protocol")?;
    ensure!(
        expected_protocol.contains(&protocol),
        "negotiated {protocol}, expected {expected_protocol:?}"
    );
    judge_tools(seen["tools"].as_array().context("no tools")?)?;
    let calls = seen["calls"].as_array().context("no calls")?;
    let results: Vec<Value> = calls
        .iter()
        .map(|call| match call.get("result") {
            Some(result) => result.clone(),
            None => call.clone(),
        })
        .collect();
    judge(&results)?;
    let progress: Vec<f64> = calls[4]["progress"]
        .as_array()
        .context("no progress")?
        .iter()
        .filter_map(|step| step[0].as_f64())
        .collect();
    judge_progress(&progress)
}

fn judge_tools(tools: &[Value]) -> Result<()> {
    for name in [
        "GetStatus",
        "ListScenes",
        "ListObjects",
        "GetComponents",
        "SetTimeScale",
        "TailLogs",
    ] {
        let tool = tools.iter().find(|tool| tool["name"] == name);
        let tool = tool.with_context(|| format!("{name} is not listed"))?;
        ensure!(tool["inputSchema"]["type"] == "object", "{tool}");
        ensure!(
            tool["description"].as_str().is_some_and(|text| !text.is_empty()),
            "{tool}"
        );
    }
    let writes = tools
        .iter()
        .find(|tool| tool["name"] == "SetTimeScale")
        .context("listed")?;
    ensure!(
        writes["inputSchema"]["properties"]["confirm"]["type"] == "boolean",
        "{writes}"
    );
    ensure!(writes["annotations"]["readOnlyHint"] == false, "{writes}");
    let reads = tools
        .iter()
        .find(|tool| tool["name"] == "ListScenes")
        .context("listed")?;
    ensure!(reads["inputSchema"]["properties"].get("confirm").is_none(), "{reads}");
    ensure!(reads["annotations"]["readOnlyHint"] == true, "{reads}");
    Ok(())
}

fn judge(results: &[Value]) -> Result<()> {
    let sample = projects::sample()?;
    let scenes = &results[0]["structuredContent"];
    ensure!(scenes["Total"] == sample.scenes.len(), "{}", results[0]);
    ensure!(scenes["Items"][0]["Path"] == "Assets/Scenes/Main.unity", "{scenes}");
    let text = results[0]["content"][0]["text"]
        .as_str()
        .context("no text beside the structure")?;
    ensure!(
        serde_json::from_str::<Value>(text)? == *scenes,
        "text and structure differ: {text}"
    );
    let objects = &results[1]["structuredContent"];
    ensure!(
        objects["Items"].as_array().is_some_and(|items| items.len() == 5),
        "{}",
        results[1]
    );
    ensure!(objects["NextOffset"] == 5, "{objects}");
    ensure!(objects["Items"][0]["Path"] == "/EventSystem", "{objects}");
    for (failed, word) in [(&results[2], "obj:999999"), (&results[3], "id")] {
        let raised = failed.get("raised").and_then(Value::as_str).unwrap_or_default();
        ensure!(failed["isError"] == true || !raised.is_empty(), "{failed}");
        ensure!(failed.get("structuredContent").is_none_or(Value::is_null), "{failed}");
        ensure!(
            failed.to_string().contains(word),
            "the error does not name {word}: {failed}"
        );
    }
    ensure!(
        results[2].get("raised").is_none(),
        "a tool's own error is a result, not an exception: {}",
        results[2]
    );
    Ok(())
}

fn judge_progress(progress: &[f64]) -> Result<()> {
    ensure!(progress.len() == 4, "progress came {} times", progress.len());
    ensure!(
        progress.windows(2).all(|pair| pair[0] < pair[1]),
        "progress went back: {progress:?}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn python_with_the_handshake() -> Result<()> {
    python("legacy", &["2025-11-25"]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn python_stateless() -> Result<()> {
    python("2026-07-28", &["2026-07-28"]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn python_choosing_by_itself() -> Result<()> {
    python("auto", &["2026-07-28"]).await
}

/// Keeps what the client was told.
#[derive(Clone, Default)]
struct Recorder {
    progress: Arc<Mutex<Vec<f64>>>,
}

impl ClientHandler for Recorder {
    fn on_progress(
        &self,
        params: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) -> impl Future<Output = ()> + Send + '_ {
        self.progress.lock().expect("no holder panics").push(params.progress);
        std::future::ready(())
    }
}

async fn rmcp_asks(client: &RunningService<RoleClient, Recorder>, recorder: &Recorder) -> Result<()> {
    let tools = client.list_all_tools().await?;
    let tools = serde_json::to_value(tools)?;
    judge_tools(tools.as_array().context("tools are a list")?)?;
    let mut results = Vec::new();
    for question in questions().as_array().context("a list")? {
        let tool = question["tool"].as_str().context("a name")?.to_owned();
        let arguments = question["arguments"].as_object().cloned().unwrap_or_default();
        let call = client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments));
        results.push(match call.await {
            Ok(result) => serde_json::to_value(result)?,
            Err(error) => json!({ "raised": error.to_string() }),
        });
    }
    judge(&results)?;
    // This client hands each notification to a task of its own: they may come late and in any order.
    let mut progress = wait_for("progress", async || {
        let seen = recorder.progress.lock().expect("no holder panics").clone();
        (seen.len() >= 4).then_some(seen)
    })
    .await?;
    progress.sort_by(f64::total_cmp);
    judge_progress(&progress)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rmcp_with_the_handshake() -> Result<()> {
    let host = host().await?;
    let recorder = Recorder::default();
    let transport = StreamableHttpClientTransport::from_uri(host.url("/mcp"));
    let client = recorder.clone().serve(transport).await?;
    rmcp_asks(&client, &recorder).await?;
    client.cancel().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rmcp_stateless() -> Result<()> {
    let host = host().await?;
    let recorder = Recorder::default();
    let transport = StreamableHttpClientTransport::from_uri(host.url("/mcp"));
    let lifecycle = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    let client = recorder.clone().serve_with_lifecycle(transport, lifecycle).await?;
    rmcp_asks(&client, &recorder).await?;
    client.cancel().await?;
    Ok(())
}
