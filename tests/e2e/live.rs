//! A running Unity behind the host: what an agent asks is done there, once, also where links break.
//!
//! Belongs here: the whole way from an MCP client over the host to a Unity. Does not: the package for Unity (`tests/unity`), the link's
//! rules one by one (`bridge-live`).

pub(crate) mod alike;
mod breaking;
mod census;
mod chosen;
mod clock;
mod code;
mod console;
mod deadlines;
mod editor;
mod editor_assets;
mod editor_configuration;
mod editor_repeats;
mod edits;
mod explorer;
mod failures;
mod guard;
mod hooks;
mod hosts;
mod input;
mod judged;
mod lacking;
mod parity;
mod pictures;
mod pipe;
mod player;
mod progress;
mod query;
mod rebuilding;
mod roots;
mod routing;
mod scenes;
mod scripts;
mod several;
mod silent_editor;
mod singles;
mod snippets;
mod stock;

use anyhow::{Context, Result, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::path::PathBuf;

use tests_support::{HostOptions, McpClient, TestHost, paths, wait_for};
use tests_unity_peer::{Act, Peer};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

fn options() -> HostOptions {
    HostOptions::new().set("unity.live", "true").writing().without_ready()
}

/// All that a user may want to try in a game.
fn free() -> HostOptions {
    options()
        .set("policy.enable-console-eval", "true")
        .set("policy.component-allowlist", r#"["*"]"#)
        .set("policy.reflection-allowlist-members", r#"["*"]"#)
}

fn sample() -> PathBuf {
    paths::root().join("tests/fixtures/unity/sample")
}

/// A host and a Unity that is linked to it.
async fn linked_host(act: impl Fn(u64, &str) -> Act + Send + Sync + 'static) -> Result<(TestHost, Peer)> {
    let host = options().start().await?;
    let script = Box::new(move |number: u64, call: &tests_unity_peer::Call| act(number, &call.function));
    let peer = Peer::start(&host.data_dir(), &sample(), script)?;
    peer.wait_for_links(1).await.with_context(|| host.log_text())?;
    host.wait_until_ready().await?;
    Ok((host, peer))
}

/// A link without a first frame.
async fn knocking(host: &TestHost) -> Result<WebSocketStream<TcpStream>> {
    let address = host.url("").replacen("http://", "", 1);
    let mut request = format!("ws://{address}/bridge").into_client_request()?;
    let protocol = "unity-tools-bridge.v1".parse()?;
    request.headers_mut().insert("sec-websocket-protocol", protocol);
    let stream = TcpStream::connect(&address).await?;
    let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
    Ok(socket)
}

async fn create(client: &McpClient, name: &str) -> Result<Result<Value, String>> {
    let edits = json!([{ "create": { "name": name, "position": [0, 0, 0] } }]);
    let answer = client.call("edit_objects", json!({ "edits": edits })).await?;
    match answer.failure() {
        Some(failure) => Ok(Err(failure)),
        None => Ok(Ok(answer.structured()?)),
    }
}

async fn count(client: &McpClient, name: &str) -> Result<usize> {
    let found = client.ask("ListObjects", json!({ "name": name, "limit": 500 })).await?;
    Ok(found["Items"].as_array().context("items")?.len())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_reads_and_changes_a_running_instance() -> Result<()> {
    let (host, peer) = linked_host(|_, _| Act::Answer).await?;
    let client = host.client().await?;
    let scenes = client.ask("ListScenes", json!({})).await?;
    ensure!(scenes["Items"][0]["Name"] == "Main", "{scenes}");
    let status = client.ask("GetStatus", json!({})).await?;
    ensure!(status["Platform"] == "LinuxPlayer", "{status}");
    client.ask("SetTimeScale", json!({ "value": 2 })).await?;
    let scale = client.ask("GetTimeScale", json!({})).await?;
    ensure!(scale["value"] == 2.0, "{scale}");
    ensure!(
        peer.write_count() == 1 && peer.doubled_keys().is_empty(),
        "one write was done"
    );
    let lines = crate::policy::audit(&host)?;
    let written: Vec<&Value> = lines.iter().filter(|line| line["tool"] == "SetTimeScale").collect();
    ensure!(!written.is_empty(), "{lines:?}");
    let health = host.health().await?;
    ensure!(
        health["bridge"] == "live" && health["unity_version"] == "2022.3.33f1",
        "{health}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn executes_each_write_once_over_broken_links() -> Result<()> {
    let acts = [Act::Answer, Act::CutBefore, Act::CutAfter, Act::Torn, Act::Answer];
    let (host, peer) = linked_host(move |number, _| {
        let turn = usize::try_from(number).unwrap_or(0);
        acts[turn % acts.len()]
    })
    .await?;
    let mut clients = JoinSet::new();
    for client in 0..4 {
        let agent = host.client().await?;
        clients.spawn(async move {
            for number in 0..6 {
                let name = format!("Made{client}-{number}");
                while let Err(failure) = create(&agent, &name).await? {
                    // Another client was quicker, and this one gets the answer that nothing was done.
                    ensure!(failure.contains("nothing was changed"), "{name}: {failure}");
                }
            }
            anyhow::Ok(())
        });
    }
    while let Some(done) = clients.join_next().await {
        done?.with_context(|| host.log_text())?;
    }
    let client = host.client().await?;
    ensure!(
        count(&client, "Made").await? == 24,
        "none is lost and none is there twice"
    );
    ensure!(peer.doubled_keys().is_empty(), "{:?}", peer.doubled_keys());
    ensure!(peer.links() > 10, "links broke {} times", peer.links());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_writes_lost_by_reload_or_restart_as_unknown() -> Result<()> {
    for fault in [Act::Reload, Act::Restart] {
        let (host, peer) = linked_host(move |_, function| match function {
            "time-scale-edit/set" => fault,
            _ => Act::Answer,
        })
        .await?;
        let client = host.client().await?;
        let answer = client.call("SetTimeScale", json!({ "value": 2 })).await?;
        let failure = answer.failure().context("its outcome is unknown")?;
        ensure!(failure.contains("unknown whether"), "{failure}");
        ensure!(peer.write_count() == 0, "it was not sent again");
        let scale = client.ask("GetTimeScale", json!({})).await?;
        ensure!(scale["value"] == 1.0, "{scale}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_wrong_and_missing_answers_of_an_instance() -> Result<()> {
    let (host, _peer) = linked_host(|_, function| match function {
        "time-scale/get" => Act::Lie,
        "time-scale-edit/set" => Act::Silent,
        _ => Act::Answer,
    })
    .await?;
    let client = host.client().await?;
    let lie = client.call("GetTimeScale", json!({})).await?;
    let failure = lie.failure().context("a lie is no answer")?;
    ensure!(failure.contains("returned a wrong answer"), "{failure}");
    let meta = json!({ "unity-tools/timeoutMs": 300 });
    let parameters = json!({ "name": "SetTimeScale", "arguments": { "value": 2 }, "_meta": meta });
    let silent = client.request("tools/call", parameters).await?;
    ensure!(silent.message["result"]["isError"] == true, "{}", silent.message);
    let told = silent.message["result"]["content"][0]["text"].as_str();
    let told = told.context("a text")?;
    // No operator could help a caller that gave too little.
    ensure!(told.contains("300 ms"), "{told}");
    ensure!(!told.contains("limits"), "{told}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_missing_instance_and_removes_its_discovery_file_at_exit() -> Result<()> {
    let host = options().start().await?;
    let hosts = host.data_dir().join("hosts");
    let files = || std::fs::read_dir(&hosts).map_or(0, Iterator::count);
    wait_for("the host's file", async || (files() == 1).then_some(())).await?;
    let client = host.client().await?;
    let answer = client.call("SetTimeScale", json!({ "value": 2 })).await?;
    let failure = answer.failure().context("there is no Unity")?;
    ensure!(failure.contains("no running Unity is linked"), "{failure}");
    let (status, ready) = host.get("/ready").await?;
    ensure!(status == 503 && ready.contains("unity"), "{status} {ready}");
    host.terminate().await?;
    ensure!(!cfg!(unix) || files() == 0, "the file went with the host");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closes_a_peer_without_the_secret_and_keeps_the_link() -> Result<()> {
    let (host, peer) = linked_host(|_, _| Act::Answer).await?;
    let mut socket = knocking(&host).await?;
    socket
        .send(Message::text(r#"{"type":"pulse","state":"ready"}"#))
        .await?;
    let mut code = None;
    while let Some(Ok(message)) = socket.next().await {
        match message {
            Message::Close(frame) => code = frame.map(|frame| u16::from(frame.code)),
            other => ensure!(!other.is_text(), "something was said: {other:?}"),
        }
    }
    ensure!(code == Some(1008), "{code:?}");
    let client = host.client().await?;
    client.ask("SetTimeScale", json!({ "value": 2 })).await?;
    ensure!(peer.links() == 1, "there is one link");
    Ok(())
}
