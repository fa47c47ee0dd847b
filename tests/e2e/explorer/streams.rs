//! Events: which, in what order, exactly once for each reader or a counted gap.

use super::open_host;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{Explorer, HostOptions, JsonLines, sse::SseDecoder, wait_for};

/// The event's name, or `result`/`error` of a mirrored answer.
fn name(message: &Value) -> String {
    if message["method"] == "notification" {
        return message["params"]["event"].as_str().unwrap_or_default().to_owned();
    }
    if message.get("error").is_some() {
        "error"
    } else {
        "result"
    }
    .to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_a_call_and_its_events_in_order() -> Result<()> {
    let host = open_host().await?;
    let explorer = Explorer::new(&host)?;
    let camera = explorer.object("/Main Camera").await?;
    let mut lines = JsonLines::new(explorer.stream_events().await?);
    let first = lines.next().await?.context("a first message")?;
    ensure!(name(&first) == "scenes", "{first}");
    ensure!(
        first["params"]["payload"] == explorer.read("unity://scenes").await?,
        "{first}"
    );
    // The mirrored answer of that read.
    lines.next().await?.context("the mirrored answer")?;

    explorer.write("SelectObject", json!({ "objectId": camera })).await?;
    let mut seen = Vec::new();
    while seen.last().map(name).as_deref() != Some("tool_result") {
        seen.push(lines.next().await?.context("a message")?);
    }
    let names: Vec<String> = seen.iter().map(name).collect();
    ensure!(names == ["selection", "result", "tool_result"], "{seen:?}");
    ensure!(
        seen[0]["params"]["payload"] == json!({ "ActiveId": camera, "Items": [camera] }),
        "{}",
        seen[0]
    );
    let told = &seen[2]["params"]["payload"];
    ensure!(
        told["name"] == "SelectObject" && told["ok"] == true && told["result"]["ok"] == true,
        "{told}"
    );

    explorer.call("GetObject", json!({ "id": "obj:999999999" })).await?;
    let (before, told) = lines.read_until("tool_result").await?;
    let names: Vec<String> = before.iter().map(name).collect();
    ensure!(names == ["log", "error"], "{before:?}");
    let log = &before[0]["params"]["payload"];
    ensure!(
        log["message"]
            .as_str()
            .is_some_and(|text| text.starts_with("[MCP] error -32004: ")),
        "{log}"
    );
    for key in ["level", "message", "source", "category", "t"] {
        ensure!(log.get(key).is_some(), "`{key}`: {log}");
    }
    ensure!(told["ok"] == false && told["error"]["code"] == -32004, "{told}");

    explorer
        .json("ListObjects", json!({ "sceneId": "scn:1", "limit": 1 }))
        .await?;
    let (before, _) = lines.read_until("tool_result").await?;
    let diff = before.iter().find(|message| name(message) == "scenes_diff");
    let diff = diff.with_context(|| format!("no scenes_diff: {before:?}"))?;
    ensure!(
        diff["params"]["payload"] == json!({ "added": ["scn:1"], "removed": [] }),
        "{diff}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mirrors_events_but_not_answers_of_other_dialects() -> Result<()> {
    let host = open_host().await?;
    let explorer = Explorer::new(&host)?;
    let camera = explorer.object("/Main Camera").await?;
    let mut mirror = explorer.open("/", "text/event-stream").await?;
    let client = host.client().await?;
    client.ask("SelectObject", json!({ "objectId": camera })).await?;
    let mut decoder = SseDecoder::default();
    let mut seen: Vec<Value> = Vec::new();
    for last in ["selection", "result"] {
        if last == "result" {
            // Asked now, so that its answer is the end: it may overtake what other dialects caused.
            explorer.rpc("ping", json!({})).await?;
        }
        while seen.last().map(name).as_deref() != Some(last) {
            let bytes = tokio::time::timeout(tests_support::PATIENCE, mirror.chunk()).await??;
            for event in decoder.push(&bytes.context("the mirror ended")?) {
                if !event.data.is_empty() {
                    seen.push(serde_json::from_str(&event.data)?);
                }
            }
        }
    }
    let names: Vec<String> = seen.iter().map(name).collect();
    ensure!(names == ["selection", "result"], "{seen:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thousand_readers_get_events_in_order_or_a_counted_gap() -> Result<()> {
    const READERS: usize = 1_000;
    const CALLS: usize = 60;
    let host = open_host().await?;
    let explorer = Explorer::new(&host)?;
    let mut readers = tokio::task::JoinSet::new();
    for _ in 0..READERS {
        let response = explorer.stream_events().await?;
        ensure!(response.status() == 200, "{}", response.status());
        readers.spawn(read_scales(JsonLines::new(response), CALLS));
    }
    wait_for("all streams to be counted", async || {
        let streams = host.metrics().await.ok()?.gauge("streams")?;
        (streams >= READERS as f64).then_some(())
    })
    .await?;
    let mut pace = tokio::time::interval(std::time::Duration::from_millis(50));
    for at in 0..CALLS {
        pace.tick().await;
        let value = at as f64 / 100.0;
        explorer.write("SetTimeScale", json!({ "value": value })).await?;
    }
    // What is never missed for good: a last event that makes every reader leave.
    while let Some(read) = readers.join_next().await {
        read??;
    }
    for gauge in ["streams", "in_flight", "instances"] {
        wait_for(&format!("{gauge} to be zero"), async || {
            (host.metrics().await.ok()?.gauge(gauge)? == 0.0).then_some(())
        })
        .await?;
    }
    Ok(())
}

/// Reads until the last call's event: strictly growing, and what is missing was counted in a gap.
async fn read_scales(mut lines: JsonLines, calls: usize) -> Result<()> {
    let (mut seen, mut gaps, mut last) = (0, 0, -1.0);
    while let Some(message) = lines.next().await? {
        match name(&message).as_str() {
            "tool_result" => {
                let value = message["params"]["payload"]["result"]["value"]
                    .as_f64()
                    .context("a value")?;
                ensure!(value > last, "{value} came after {last}");
                last = value;
                seen += 1;
            }
            "gap" => gaps += message["params"]["payload"]["missed"].as_u64().context("missed")?,
            _ => {}
        }
        if last >= (calls - 1) as f64 / 100.0 {
            ensure!(seen == calls || gaps > 0, "{seen} of {calls} calls and no gap");
            return Ok(());
        }
    }
    anyhow::bail!("the stream ended after {seen} of {calls} calls")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_excess_stream_until_one_closes() -> Result<()> {
    let host = HostOptions::new().set("server.max-streams", "2").start().await?;
    let explorer = Explorer::new(&host)?;
    let (first, second) = (
        explorer.stream_events().await?,
        explorer.open("/", "text/event-stream").await?,
    );
    ensure!(first.status() == 200 && second.status() == 200);
    ensure!(explorer.stream_events().await?.status() == 429);
    drop(first);
    wait_for("room for another stream", async || {
        explorer
            .stream_events()
            .await
            .ok()
            .filter(|answer| answer.status() == 200)
    })
    .await?;
    Ok(())
}
