//! Answers in MCP 2026-07-28 without a question of this host.

use crate::policy::audit;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, McpClient, TestHost};

/// The key of gate 1's question: no secret, and the same for all calls.
const CONFIRM: &str = "unity-tool-host.confirm";

async fn careful_host() -> Result<TestHost> {
    HostOptions::new()
        .set("policy.allow-writes", "true")
        .set("policy.confirm-by", "person")
        .start()
        .await
}

/// A call of `SetTimeScale` by a client that can ask, with further members.
async fn set(client: &McpClient, value: f64, more: &Value) -> Result<Value> {
    let mut parameters = json!({
        "name": "SetTimeScale",
        "arguments": { "value": value },
        "_meta": { "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } } },
    });
    for (name, member) in more.as_object().context("members")? {
        parameters[name] = member.clone();
    }
    Ok(client.request("tools/call", parameters).await?.message)
}

fn yes() -> Value {
    json!({ CONFIRM: { "action": "accept", "content": { "confirm": true } } })
}

async fn scale(host: &TestHost) -> Result<Value> {
    Ok(host.client().await?.ask("GetTimeScale", json!({})).await?["value"].clone())
}

fn count_agreed(host: &TestHost) -> Result<usize> {
    let lines = audit(host)?;
    Ok(lines.iter().filter(|line| line["rule"] == "person.agreed").count())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accepts_a_confirmation_only_for_the_issued_prompt() -> Result<()> {
    let host = careful_host().await?;
    let client = host.stateless()?;
    // No question was put yet.
    let first = set(&client, 0.5, &json!({ "inputResponses": yes() })).await?;
    ensure!(first["result"]["resultType"] == "input_required", "{first}");
    ensure!(
        scale(&host).await? == 1.0 && count_agreed(&host)? == 0,
        "it was done unasked"
    );
    let message = &first["result"]["inputRequests"][CONFIRM]["params"]["message"];
    let message = message.as_str().with_context(|| first.to_string())?;
    for part in ["SetTimeScale", "`time-scale`", "value = 0.5", "once"] {
        ensure!(message.contains(part), "no {part} in {message}");
    }
    // The yes to one value is none to another.
    let retry = json!({ "inputResponses": yes(), "requestState": first["result"]["requestState"] });
    let other = set(&client, 4.0, &retry).await?;
    ensure!(other["error"]["code"] == -32602, "{other}");
    ensure!(
        scale(&host).await? == 1.0 && count_agreed(&host)? == 0,
        "it was done for another question"
    );
    // A state alone is no answer.
    let silent = json!({ "requestState": first["result"]["requestState"] });
    let asked_again = set(&client, 0.5, &silent).await?;
    ensure!(asked_again["result"]["resultType"] == "input_required", "{asked_again}");
    let retry = json!({ "inputResponses": yes(), "requestState": asked_again["result"]["requestState"] });
    let done = set(&client, 0.5, &retry).await?;
    ensure!(done["result"]["isError"] == false, "{done}");
    ensure!(
        scale(&host).await? == 0.5 && count_agreed(&host)? == 1,
        "it was asked for and not done"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_a_reused_confirmation_after_a_restart() -> Result<()> {
    let host = careful_host().await?;
    let client = host.stateless()?;
    let asked = set(&client, 0.5, &json!({})).await?;
    let retry = json!({ "inputResponses": yes(), "requestState": asked["result"]["requestState"] });
    let done = set(&client, 0.5, &retry).await?;
    ensure!(done["result"]["isError"] == false, "{done}");
    let host = host.restart().await?;
    let replayed = set(&host.stateless()?, 0.5, &retry).await?;
    ensure!(replayed["error"]["code"] == -32602, "{replayed}");
    ensure!(replayed.to_string().contains("used already"), "{replayed}");
    ensure!(scale(&host).await? == 1.0, "the yes was used twice");
    ensure!(count_agreed(&host)? == 1, "{:?}", audit(&host)?);
    Ok(())
}
