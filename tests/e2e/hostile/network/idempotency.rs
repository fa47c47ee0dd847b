//! Keys of calls that come again: whose they are, and what is remembered under them.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{Era, HostOptions, McpClient, TestHost, ToolAnswer};

const KEY: &str = "the-key";

async fn session(host: &TestHost) -> Result<McpClient> {
    McpClient::connect(&host.url("/mcp"), Era::Handshake("2025-11-25")).await
}

async fn keyed(client: &McpClient, tool: &str, arguments: Value) -> Result<ToolAnswer> {
    let meta = json!({ "unity-tools/idempotencyKey": KEY });
    let parameters = json!({ "name": tool, "arguments": arguments, "_meta": meta });
    Ok(ToolAnswer(client.request("tools/call", parameters).await?))
}

async fn writes(client: &McpClient) -> Result<u64> {
    let status = client.ask("GetStatus", json!({})).await?;
    status["SessionEdits"].as_u64().context("a count of writes")
}

#[tokio::test]
async fn a_key_holds_over_sessions_for_its_tool_alone_and_remembers_only_what_was_done() -> Result<()> {
    let host = HostOptions::new().writing().start().await?;
    let first = session(&host).await?;
    // The first object of a scene that is not loaded yet.
    let off = json!({ "objectId": "obj:1000001", "active": false });
    let refused = keyed(&first, "SetActive", off.clone()).await?.expect_failure()?;
    ensure!(refused.contains("obj:1000001"), "{refused}");
    first.ask("ListObjects", json!({ "sceneId": "scn:1" })).await?;
    // Nothing was done before, so that this is the first time.
    keyed(&first, "SetActive", off.clone()).await?.structured()?;
    ensure!(writes(&first).await? == 1);
    first.end().await?;
    let second = session(&host).await?;
    keyed(&second, "SetActive", off).await?.structured()?;
    ensure!(writes(&second).await? == 1, "it was done again");
    let on = json!({ "objectId": "obj:1000001", "active": true });
    let conflict = keyed(&second, "SetActive", on).await?.expect_failure()?;
    ensure!(conflict.contains("idempotency key"), "{conflict}");
    keyed(&second, "SetTimeScale", json!({ "value": 0.5 }))
        .await?
        .structured()?;
    ensure!(writes(&second).await? == 2);
    // The same program without any session.
    let stateless = McpClient::stateless(&host.url("/mcp"))?;
    keyed(&stateless, "SetTimeScale", json!({ "value": 0.5 }))
        .await?
        .structured()?;
    ensure!(writes(&second).await? == 2, "it was done again");
    Ok(())
}

/// A call that was refused has read before: what it read does not hold for the next try, which would change what is not there any
/// more, or be refused for good.
#[tokio::test]
async fn what_was_only_read_under_a_key_is_read_anew_and_what_was_written_hangs_on_what_was_read() -> Result<()> {
    let host = HostOptions::new().writing().start().await?;
    let client = session(&host).await?;
    let create = |name: &str| json!({ "edits": [{ "create": { "name": name } }] });
    let mut dry = create("Lamp");
    dry["dry_run"] = true.into();
    keyed(&client, "edit_objects", dry).await?.structured()?;
    client.ask("edit_objects", create("Another")).await?;
    let first = keyed(&client, "edit_objects", create("Lamp")).await?.structured()?;
    client.ask("edit_objects", create("A third")).await?;
    ensure!(writes(&client).await? == 3);
    let again = keyed(&client, "edit_objects", create("Lamp")).await?.structured()?;
    ensure!(again == first, "{again} is not {first}");
    ensure!(writes(&client).await? == 3, "it was done again");
    Ok(())
}
