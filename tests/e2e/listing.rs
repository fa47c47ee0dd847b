//! What a client pays for before it asks anything: the list of all bundled tools, its size and what narrows it.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::HostOptions;

/// Bytes that the whole answer to `tools/list` may have in the default profile.
const MOST: usize = 24 << 10;

/// The answer to `tools/list` as it comes over the wire.
async fn listed(options: HostOptions) -> Result<(usize, Vec<Value>)> {
    let host = options.start().await?;
    let http = tests_support::host::http_client()?;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": meta } });
    let answer = http
        .post(host.url("/mcp"))
        .header("accept", "application/json")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/list")
        .json(&body)
        .send()
        .await?
        .bytes()
        .await?;
    let parsed: Value = serde_json::from_slice(&answer)?;
    let tools = parsed["result"]["tools"].as_array().context("tools")?.clone();
    ensure!(parsed["result"].get("nextCursor").is_none(), "one page holds all");
    Ok((answer.len(), tools))
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().filter_map(|tool| tool["name"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_bundled_tools_are_listed_in_24_kib_with_portable_names_and_schemas() -> Result<()> {
    let (bytes, tools) = listed(HostOptions::new()).await?;
    ensure!(
        bytes <= MOST,
        "{} tools take {bytes} bytes; at most {MOST} are wanted",
        tools.len()
    );
    ensure!(tools.len() >= 56, "{:?}", names(&tools));
    for tool in &tools {
        let name = tool["name"].as_str().context("a name")?;
        let portable = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        ensure!(name.len() <= 64 && name.bytes().all(portable), "{name}");
        let schema = &tool["inputSchema"];
        ensure!(schema["type"] == "object", "{tool}");
        // Keys over which clients drop a tool, or all of them.
        for key in ["$schema", "$ref", "$defs", "anyOf", "oneOf", "allOf"] {
            ensure!(schema.get(key).is_none(), "{key} at the root of {tool}");
        }
        ensure!(tool.get("outputSchema").is_none(), "{tool}");
        ensure!(
            tool["description"].as_str().is_some_and(|text| !text.is_empty()),
            "{tool}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn output_schemas_come_on_demand() -> Result<()> {
    let (_, tools) = listed(HostOptions::new().set("dialects.mcp.output-schemas", "true")).await?;
    let scenes = tools
        .iter()
        .find(|tool| tool["name"] == "ListScenes")
        .context("listed")?;
    ensure!(scenes["outputSchema"]["type"] == "object", "{scenes}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_profile_lists_groups_and_what_is_not_listed_can_still_be_called() -> Result<()> {
    let (_, all) = listed(HostOptions::new()).await?;
    let (_, explorer) = listed(HostOptions::new().set("policy.profile", "explorer")).await?;
    ensure!(names(&explorer).contains(&"ListScenes") && !names(&explorer).contains(&"project_info"));
    let (_, both) = listed(HostOptions::new().set("policy.profile", "\"explorer, editor\"")).await?;
    ensure!(names(&both).contains(&"project_info") && both.len() < all.len());
    let (_, offline) = listed(HostOptions::new().set("policy.profile", "offline")).await?;
    ensure!(!names(&offline).contains(&"ConsoleEval") && names(&offline).contains(&"project_info"));
    let host = HostOptions::new().set("policy.profile", "editor").start().await?;
    let scenes = host.client().await?.ask("ListScenes", json!({})).await?;
    ensure!(scenes["Total"].as_u64() > Some(0), "{scenes}");
    Ok(())
}
