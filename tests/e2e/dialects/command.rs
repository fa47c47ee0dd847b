//! Commands over a WebSocket at `/ws` and `/`: every command, many at once, frames that are wrong, clients that
//! vanish, what is counted.

use super::command_link::Link;
use super::rows::sections;
use crate::guests;
use anyhow::{Context, Result, ensure};
use futures_util::SinkExt;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tests_support::{HostOptions, TestHost, paths, wait_for};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

/// What a client of the protocol breaks over.
const MAX_REPLY: usize = 1 << 20;

/// Sends each row of a table at both addresses.
async fn run(text: &str) -> Result<()> {
    let mut wrong = Vec::new();
    for section in sections(text)? {
        let host = section.start().await?;
        for path in ["/ws", "/"] {
            let mut link = Link::open(&host, path).await?;
            for row in &section.rows {
                link.say(row.body()).await?;
                let reply = link.reply().await.with_context(|| row.row.clone())?;
                ensure!(reply.to_string().len() < MAX_REPLY, "{}: a large reply", row.row);
                let told = row.judge(200, &reply);
                wrong.extend(
                    told.into_iter()
                        .map(|told| format!("[{}, {path}] {told}", section.section)),
                );
            }
        }
        host.wait_until_idle().await?;
    }
    ensure!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_match_every_row_of_the_protocol_tables() -> Result<()> {
    run(include_str!("data/command.json")).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_resources_in_the_schema_and_reads_them() -> Result<()> {
    run(include_str!("data/command_resources.json")).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn screenshot_requires_a_running_unity() -> Result<()> {
    run(include_str!("data/command_screenshot.json")).await
}

/// The whole schema, over all its pages.
async fn schema(link: &mut Link) -> Result<(Vec<Value>, Vec<Value>)> {
    let (mut tools, mut resources) = (Vec::new(), Vec::new());
    let mut offset = 0;
    loop {
        let reply = link.ask("get_schema", json!({ "offset": offset })).await?;
        let result = &reply["result"];
        tools.extend(super::list(result, "/tools")?.iter().cloned());
        resources.extend(super::list(result, "/resources")?.iter().cloned());
        match result["next_offset"].as_u64() {
            Some(next) if next > offset => offset = next,
            Some(_) => anyhow::bail!("a page that leads back: {reply}"),
            None => return Ok((tools, resources)),
        }
    }
}

/// Beside the list of required names, each property says for itself whether it is required.
fn is_marked(schema: &Value, what: &str) -> Result<()> {
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        ensure!(
            property["required"].is_boolean() || property["properties"].is_object(),
            "{what}.{name}: {property}"
        );
        ensure!(
            property["required"] == required.contains(&name.as_str()),
            "{what}.{name}: {property}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn schema_lists_every_published_tool_and_readable_resources() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let mut link = Link::open(&host, "/ws").await?;
    let (tools, resources) = schema(&mut link).await?;
    let mut named: BTreeSet<String> = BTreeSet::new();
    for tool in &tools {
        let name = tool["name"].as_str().with_context(|| tool.to_string())?;
        ensure!(named.insert(name.replace('.', "_")), "{name} twice");
        ensure!(
            tool["description"].is_string() && tool["inputSchema"]["type"] == "object",
            "{tool}"
        );
        is_marked(&tool["inputSchema"], name)?;
        if tool.get("outputSchema").is_some() {
            is_marked(&tool["outputSchema"], name)?;
        }
    }
    for tool in host.client_of("command").await?.tool_names().await? {
        ensure!(named.remove(&tool), "{tool} is not in the schema");
    }
    ensure!(
        named == BTreeSet::from(["get_schema".to_owned(), "read_resource".to_owned()]),
        "{named:?}"
    );
    ensure!(!resources.is_empty(), "no resources");
    for resource in &resources {
        let pattern = resource["urlPattern"].as_str().with_context(|| resource.to_string())?;
        if pattern.contains('{') {
            continue;
        }
        ensure!(resource["example"].is_string(), "{resource}");
        let read = link.ask("read_resource", json!({ "uri": pattern })).await?;
        ensure!(read["status"] == "success", "{pattern}: {read}");
    }
    Ok(())
}

/// Arguments that a tool cannot take, so that calling it reaches it and changes nothing.
const UNFITTING: &str = "no tool has an argument of this name";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_published_tool_is_callable_as_a_command() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let mut link = Link::open(&host, "/").await?;
    let tools = host.client_of("all").await?.list_tools().await?;
    ensure!(tools.len() > 40, "{} tools", tools.len());
    for tool in &tools {
        let name = tool["name"].as_str().context("a name")?;
        if matches!(name, "get_schema" | "read_resource") {
            continue;
        }
        let reply = link.ask(name, json!({ UNFITTING: 1 })).await?;
        ensure!(reply["status"] == "error", "{name}: {reply}");
        // Found, and refused: by its schema, or by the policy before that.
        let kind = reply["error_kind"].as_str().unwrap_or_default();
        ensure!(
            ["InvalidArgument", "PermissionDenied"].contains(&kind),
            "{name}: {reply}"
        );
        let is_reader = tool["inputSchema"]["required"].as_array().is_none_or(Vec::is_empty)
            && tool["inputSchema"]["properties"].get("confirm").is_none()
            && name != "SetConfig";
        if is_reader {
            let reply = link.ask(name, json!({})).await?;
            // It takes a type or an asset, which a schema that every client reads cannot say.
            if name == "script_info" {
                ensure!(reply["error_kind"] == "InvalidArgument", "{name}: {reply}");
                continue;
            }
            let was_refused = ["PermissionDenied", "NotReady", "NotFound"].map(Value::from);
            ensure!(
                reply["status"] == "success" || was_refused.contains(&reply["error_kind"]),
                "{name}: {reply}"
            );
        }
    }
    host.wait_until_idle().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_each_of_a_hundred_concurrent_commands_once() -> Result<()> {
    let host = HostOptions::new()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .start()
        .await?;
    let mut link = Link::open(&host, "/ws").await?;
    let mut open = BTreeSet::new();
    for number in 0..100 {
        let (command, parameters) = match number % 4 {
            0 => ("get_unity_info", json!({})),
            1 => ("ListObjects", json!({ "limit": 20, "offset": number })),
            2 => (guests::STEPS, json!({ "count": 50 })),
            _ => ("echo", json!({ "text": format!("n{number}") })),
        };
        open.insert(link.command(command, parameters).await?);
    }
    while !open.is_empty() {
        let reply = link.reply().await?;
        ensure!(reply["status"] == "success", "{reply}");
        let id = reply["id"].as_str().context("an id")?;
        ensure!(open.remove(id), "{id} twice, or never asked for");
    }
    host.wait_until_idle().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_a_hundred_concurrent_clients() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let asking: Vec<_> = (0..100)
        .map(|_| {
            let address = Link::address(&host);
            tokio::spawn(async move {
                let mut link = Link::open_at(&address?, "/ws").await?;
                link.ask("GetStatus", json!({})).await
            })
        })
        .collect();
    for one in asking {
        let reply = one.await??;
        ensure!(reply["status"] == "success", "{reply}");
    }
    let told = totals(&host).await?;
    ensure!(
        told["connections_total"] == 100 && told["replies"] == 100 && told["errors"] == 0,
        "{told}"
    );
    host.wait_until_idle().await
}

async fn totals(host: &TestHost) -> Result<Value> {
    Ok(host.health().await?["command"].clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn oversized_frame_closes_only_its_connection() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let mut other = Link::open(&host, "/ws").await?;
    let mut link = Link::open(&host, "/ws").await?;
    let frame = json!({ "id": 1, "command": "get_logs", "parameters": { "x": "y".repeat(10 << 20) } });
    link.say(frame.to_string()).await?;
    ensure!(
        link.end().await? == Some(CloseCode::Size),
        "no close frame that says why"
    );
    let reply = other.ask("get_unity_info", json!({})).await?;
    ensure!(reply["status"] == "success", "{reply}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_binary_frame_and_keeps_the_connection() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let mut link = Link::open(&host, "/ws").await?;
    link.socket.send(Message::binary(vec![0, 255])).await?;
    let reply = link.reply().await?;
    ensure!(reply["status"] == "error" && reply["id"].is_null(), "{reply}");
    let reply = link.ask("get_unity_info", json!({})).await?;
    ensure!(reply["status"] == "success", "{reply}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn disconnect_cancels_commands_and_frees_the_connection() -> Result<()> {
    let host = HostOptions::new()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .set("limits.deadline", "80s")
        .start()
        .await?;
    for path in ["/ws", "/"] {
        let mut link = Link::open(&host, path).await?;
        for _ in 0..3 {
            link.command(guests::SLEEP_LOOP, json!({})).await?;
        }
        wait_for("the commands to run", async || {
            (host.metrics().await.ok()?.gauge("instances")? >= 3.0).then_some(())
        })
        .await?;
        drop(link);
        host.wait_until_idle().await?;
        wait_for("the connection to be gone", async || {
            (totals(&host).await.ok()?["connections"] == 0).then_some(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn detects_a_disconnect_within_a_frame() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let mut link = Link::open(&host, "/ws").await?;
    // A masked text frame that announces 100 bytes and brings five.
    let torn = [0x81, 0x80 | 100, 1, 2, 3, 4, b'h', b'e', b'l', b'l', b'o'];
    link.socket.get_mut().write_all(&torn).await?;
    drop(link);
    wait_for("the connection to be gone", async || {
        (totals(&host).await.ok()?["connections"] == 0).then_some(())
    })
    .await?;
    let told = totals(&host).await?;
    ensure!(told["messages"] == 0 && told["replies"] == 0, "{told}");
    let mut next = Link::open(&host, "/").await?;
    ensure!(
        next.ask("GetStatus", json!({})).await?["status"] == "success",
        "the next client is not served"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logs_connection_counters_and_adds_them_to_totals() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let mut first = Link::open(&host, "/ws").await?;
    first.ask("get_unity_info", json!({})).await?;
    first.say("{").await?;
    first.reply().await?;
    let mut second = Link::open(&host, "/").await?;
    second.ask("no_such", json!({})).await?;
    let told = totals(&host).await?;
    for (name, count) in [
        ("connections", 2),
        ("connections_total", 2),
        ("messages", 3),
        ("replies", 3),
        ("errors", 2),
    ] {
        ensure!(told[name] == count, "{name}: {told}");
    }
    for name in ["bytes_in", "bytes_out"] {
        ensure!(told[name].as_u64().is_some_and(|bytes| bytes > 100), "{name}: {told}");
    }
    ensure!(
        told["worst_reply_ms"].as_f64().is_some_and(|worst| worst > 0.0),
        "{told}"
    );
    first.socket.close(None).await?;
    first.end().await?;
    let line = host
        .wait_for_log("a closed command connection", |line| {
            line.contains("a command connection closed")
        })
        .await?;
    for words in [
        "messages=2",
        "replies=2",
        "errors=1",
        "bytes_in=",
        "bytes_out=",
        "worst_reply_ms=",
        "peer=",
    ] {
        ensure!(line.contains(words), "no {words} in: {line}");
    }
    drop(second);
    wait_for("the second line", async || {
        let lines = host.log();
        let closed = lines.iter().filter(|line| line.contains("a command connection closed"));
        (closed.count() == 2).then_some(())
    })
    .await?;
    ensure!(
        totals(&host).await?["connections"] == 0,
        "a connection is still counted"
    );
    Ok(())
}
