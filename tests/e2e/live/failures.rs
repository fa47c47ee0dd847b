//! What is said where a game and a host do not come together: each row of the tables in the two READMEs, provoked.

use super::{free, knocking, options, sample};
use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tests_support::host::toml_path;
use tests_support::player::Player;
use tests_support::{McpClient, TestHost, paths, wait_for};
use tests_unity_peer::{Act, Peer};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};

/// The words of the first column below that head, without their quotes.
fn rows(file: &str, head: &str) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(paths::root().join(file))?;
    let mut lines = text.lines().skip_while(|line| *line != head).skip(2);
    let rows = lines.by_ref().map_while(|line| line.strip_prefix("| `"));
    let rows: Vec<String> = rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned())).collect();
    ensure!(!rows.is_empty(), "{file} has no table `{head}`");
    Ok(rows)
}

/// A frame as both sides read it.
fn sample_frame(from: &str, kind: &str) -> Result<Value> {
    let file = paths::root().join("tests/fixtures/bridge/frames.jsonl");
    for line in std::fs::read_to_string(file)?.lines() {
        let line: Value = serde_json::from_str(line)?;
        if line["from"] == from && line["frame"]["type"] == kind {
            return Ok(line["frame"].clone());
        }
    }
    bail!("there is no frame `{kind}`")
}

async fn failed(client: &McpClient, tool: &str, arguments: Value) -> Result<String> {
    client.call(tool, arguments).await?.expect_failure()
}

async fn game(host: &TestHost) -> Result<Peer> {
    let peer = Peer::start(&host.data_dir(), &sample(), Box::new(|_, _| Act::Answer))?;
    peer.wait_for_links(1).await.with_context(|| host.log_text())?;
    host.wait_until_ready().await?;
    Ok(peer)
}

/// The line of the log that holds that, after these frames of a new connection.
async fn log_line_after(frames: &[Value], words: &str) -> Result<String> {
    let host = options().start().await?;
    let mut socket = knocking(&host).await?;
    for frame in frames {
        socket.send(Message::text(frame.to_string())).await?;
    }
    host.wait_for_log(words, |line| line.contains(words)).await
}

/// What is said in the case that a row of the table is about.
async fn provoked(row: &str) -> Result<String> {
    let hello = sample_frame("unity", "hello")?;
    match row {
        "its own switch is off" => {
            let host = free().start().await?;
            let _game = game(&host).await?;
            failed(&host.client().await?, "run_csharp", json!({ "code": "1" })).await
        }
        "it has found no compiler" => {
            let host = free()
                .set("unity.mcs", "off")
                .set("unity.editors", "off")
                .start()
                .await?;
            let libraries = vec![PathBuf::from("none.dll")];
            let peer = Peer::with_code(&host.data_dir(), &sample(), Box::new(|_, _| Act::Answer), libraries)?;
            peer.wait_for_links(1).await?;
            host.wait_until_ready().await?;
            failed(&host.client().await?, "run_csharp", json!({ "code": "1" })).await
        }
        "no running Unity is linked to this host" => {
            let host = options().start().await?;
            let client = host.client().await?;
            // It is not ready without one: its tools are.
            wait_for("its tools", async || {
                let said = failed(&client, "SetTimeScale", json!({ "value": 2 })).await.ok()?;
                (!said.contains("still preparing")).then_some(said)
            })
            .await
        }
        "no Unity finds this host" => {
            let data = tempfile::tempdir()?;
            // A file is where the folder should be.
            std::fs::write(data.path().join("hosts"), "")?;
            let host = options()
                .set("server.data-dir", &toml_path(data.path()))
                .start()
                .await?;
            host.wait_for_log(row, |line| line.contains(row)).await
        }
        "the proof does not hold" => {
            let proof = json!({ "type": "proof", "proof": "00".repeat(32) });
            log_line_after(&[hello, proof], row).await
        }
        "this host speaks versions" => {
            let mut newer = hello;
            newer["protocol"] = json!([7, 8]);
            log_line_after(&[newer], row).await
        }
        "targets, and the call names none of them" => {
            let host = options().start().await?;
            let _games = [game(&host).await?, game(&host).await?];
            failed(&host.client().await?, "SetTimeScale", json!({ "value": 2 })).await
        }
        other => bail!("nothing here provokes `{other}`"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_each_documented_failure_in_the_documented_words() -> Result<()> {
    for row in rows(
        "docs/use/troubleshooting.md",
        "| the answer or the log says | what to do |",
    )? {
        let said = provoked(&row).await.with_context(|| row.clone())?;
        ensure!(said.contains(&row), "`{row}` is not in: {said}");
    }
    Ok(())
}

#[expect(clippy::result_large_err, reason = "the library's own signature")]
fn agree(request: &Request, mut response: Response) -> Result<Response, ErrorResponse> {
    if let Some(protocol) = request.headers().get("sec-websocket-protocol") {
        response
            .headers_mut()
            .insert("sec-websocket-protocol", protocol.clone());
    }
    Ok(response)
}

/// A host of another version, which refuses every connection.
async fn refusing() -> Result<(String, JoinHandle<()>)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("ws://{}/bridge", listener.local_addr()?);
    let (mut refused, words) = (sample_frame("host", "refused")?, "this host speaks versions 7 to 8");
    refused["message"] = json!(words);
    let serving = tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut socket) = tokio_tungstenite::accept_hdr_async(stream, agree).await else {
                continue;
            };
            // Behind its greeting, and on until it leaves.
            let _ = socket.next().await;
            let _ = socket.send(Message::text(refused.to_string())).await;
            while let Some(Ok(_)) = socket.next().await {}
        }
    });
    Ok((address, serving))
}

/// The host's own file, with some of it otherwise, there whole or not at all.
fn place_file(hosts: &Path, name: &str, of_host: &Value, changes: &Value) -> Result<()> {
    let mut file = of_host.clone();
    for (key, value) in changes.as_object().context("members")? {
        file[key] = value.clone();
    }
    let fresh = hosts.join(format!(".{name}"));
    std::fs::write(&fresh, file.to_string())?;
    Ok(std::fs::rename(fresh, hosts.join(format!("{name}.json")))?)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn game_logs_each_documented_link_failure() -> Result<()> {
    let data = tempfile::tempdir()?;
    let Some(player) = Player::start("a real game that finds no host", data.path())? else {
        return Ok(());
    };
    let rows = rows(
        "sdk/unity/com.unity-tools.bridge/README.md",
        "| Unity's console says | what to do |",
    )?;
    let (alone, others) = rows.split_first().context("rows")?;
    // No target is there yet.
    player.writes(alone).await;
    let host = options().start().await?;
    let own = host.data_dir().join(format!("hosts/{}.json", host.pid()?));
    let own: Value = serde_json::from_slice(&std::fs::read(own)?)?;
    // A port without a listener.
    let closed = TcpListener::bind("127.0.0.1:0").await?.local_addr()?;
    let (other_version, _refusing) = refusing().await?;
    let hosts = data.path().join("hosts");
    std::fs::create_dir(&hosts)?;
    place_file(&hosts, "1", &own, &json!({ "secret": "0".repeat(64) }))?;
    place_file(&hosts, "2", &own, &json!({ "address": other_version }))?;
    place_file(
        &hosts,
        "3",
        &own,
        &json!({ "address": format!("ws://{closed}/bridge") }),
    )?;
    for row in others {
        player.writes(row).await;
    }
    // What the host's log says of who came with another one's secret.
    host.wait_for_log("why the game left", |line| line.contains("the proof does not hold"))
        .await?;
    // The two hosts that it can reach, each named.
    let second = options().start().await?;
    place_file(&hosts, "4", &own, &json!({}))?;
    let own = second.data_dir().join(format!("hosts/{}.json", second.pid()?));
    place_file(&hosts, "5", &serde_json::from_slice(&std::fs::read(own)?)?, &json!({}))?;
    for host in [&host, &second] {
        host.wait_until_ready().await.with_context(|| player.log())?;
    }
    // A host knows of its link before the game says it.
    let links = async || Some(player.log().matches("linked to unity-tool-host").count()).filter(|links| *links >= 2);
    let links = wait_for("both links in the game's log", links)
        .await
        .with_context(|| player.log())?;
    ensure!(links == 2, "{}", player.log());
    Ok(())
}
