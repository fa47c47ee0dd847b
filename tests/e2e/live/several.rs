//! Several targets behind one host: a folder and a game of the same project, each reached by what a request says.

use super::{options, sample};
use anyhow::{Context, Result, ensure};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::collections::VecDeque;
use tests_support::sse::{SseDecoder, SseEvent};
use tests_support::{Era, HostOptions, McpClient, TestHost, host};
use tests_unity_peer::{Act, Peer};

/// A host that serves a project's folder, and a game of the same project beside it.
pub(super) async fn host_with_game() -> Result<(TestHost, Peer)> {
    let host = options().project(&sample()).start().await?;
    let peer = Peer::start(&host.data_dir(), &sample(), Box::new(|_, _| Act::Answer))?;
    peer.wait_for_links(1).await.with_context(|| host.log_text())?;
    host.wait_until_ready().await?;
    Ok((host, peer))
}

/// Id of the folder and of the game, as `/health` lists them.
pub(super) async fn ids(host: &TestHost) -> Result<(String, String)> {
    let health = host.health().await?;
    let of = |source: &str| {
        let rows = health["targets"].as_array()?;
        let row = rows.iter().find(|row| row["source"] == source)?;
        row["id"].as_str().map(str::to_owned)
    };
    let both = of("folder").zip(of("player"));
    both.with_context(|| health.to_string())
}

pub(super) fn target(answer: &Value) -> &Value {
    &answer["result"]["_meta"]["unity-tools/target"]
}

pub(super) async fn scale(client: &McpClient, named: Option<&str>) -> Result<Value> {
    let meta = named.map_or_else(|| json!({}), |named| json!({ "unity-tools/target": named }));
    let parameters = json!({ "name": "GetTimeScale", "arguments": {}, "_meta": meta });
    Ok(client.request("tools/call", parameters).await?.message)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn selects_game_or_folder_by_request_url_or_header() -> Result<()> {
    let (host, peer) = host_with_game().await?;
    let (folder, game) = ids(&host).await?;
    let client = host.client().await?;
    // No target was named: a read says who answered, a change is refused with both.
    let read = scale(&client, None).await?;
    ensure!(target(&read) == &json!({ "unity": game, "source": "live" }), "{read}");
    ensure!(read.to_string().contains("no target was named or chosen"), "{read}");
    let refused = client.call("SetTimeScale", json!({ "value": 2 })).await?;
    let why = refused.failure().context("which one?")?;
    ensure!(
        why.contains(&folder) && why.contains(&game) && why.contains("names none of them"),
        "{why}"
    );
    ensure!(peer.write_count() == 0, "nothing was sent");
    // By the request itself.
    let meta = json!({ "unity-tools/target": folder });
    let parameters = json!({ "name": "SetTimeScale", "arguments": { "value": 3 }, "_meta": meta });
    let written = client.request("tools/call", parameters).await?.message;
    ensure!(target(&written)["source"] == "folder", "{written}");
    let of_folder = scale(&client, Some(&folder)).await?;
    let of_game = scale(&client, Some(&game)).await?;
    ensure!(of_folder["result"]["structuredContent"]["value"] == 3.0, "{of_folder}");
    ensure!(of_game["result"]["structuredContent"]["value"] == 1.0, "{of_game}");
    // By the address, also as a path within the project.
    let assets = sample().join("Assets");
    let address = host.url(&format!("/mcp?unity={}", assets.display()));
    let by_path = McpClient::connect(&address, Era::Handshake("2025-11-25")).await?;
    ensure!(target(&scale(&by_path, None).await?)["unity"] == folder, "{folder}");
    let by_id = McpClient::stateless(&host.url(&format!("/mcp?unity={game}")))?;
    by_id.ask("SetTimeScale", json!({ "value": 2 })).await?;
    ensure!(peer.write_count() == 1, "it went to the game");
    // By the header, in a protocol that has nothing else.
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "GetTimeScale", "arguments": {} } });
    let sent = host::http_client()?
        .post(host.url("/"))
        .header("unity-target", &folder)
        .json(&body);
    let answer: Value = serde_json::from_str(&sent.send().await?.text().await?)?;
    ensure!(target(&answer)["unity"] == folder, "{answer}");
    let nobody = scale(&client, Some("Gmae")).await?.to_string();
    ensure!(
        nobody.contains("no target is called") && nobody.contains(&game),
        "{nobody}"
    );
    Ok(())
}

/// What `GetTimeScale` gives over the old transport with one stream, whose address was asked for `query`.
async fn over_old_sse(host: &TestHost, query: &str) -> Result<Value> {
    let http = host::http_client()?;
    let stream = http
        .get(host.url(&format!("/sse{query}")))
        .header("accept", "text/event-stream");
    let mut stream = stream.send().await?.bytes_stream();
    let mut decoder = SseDecoder::default();
    let mut waiting = VecDeque::new();
    let mut endpoint = None;
    let call = json!({ "name": "GetTimeScale", "arguments": {} });
    let hello =
        json!({ "protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": { "name": "e2e", "version": "1" } });
    loop {
        let Some(event) = waiting.pop_front() else {
            let bytes = stream.next().await.context("the stream ended")??;
            waiting.extend(decoder.push(&bytes));
            continue;
        };
        let SseEvent { data, .. } = event;
        let Some(address) = &endpoint else {
            for body in [
                json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello }),
                json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
                json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call }),
            ] {
                let taken = http.post(host.url(&data)).body(body.to_string()).send().await?;
                ensure!(taken.status().as_u16() == 202, "{}", taken.text().await?);
            }
            endpoint = Some(data);
            continue;
        };
        let message: Value = serde_json::from_str(&data).with_context(|| format!("{address}: {data}"))?;
        if message["id"] == 1 {
            return Ok(message);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_sse_and_editormcp_select_an_instance_by_url() -> Result<()> {
    let (host, _peer) = host_with_game().await?;
    let (folder, game) = ids(&host).await?;
    let meta = json!({ "unity-tools/target": folder });
    let parameters = json!({ "name": "SetTimeScale", "arguments": { "value": 3 }, "_meta": meta });
    let client = host.client().await?;
    client.request("tools/call", parameters).await?;
    for (named, value) in [(&folder, 3.0), (&game, 1.0)] {
        let answer = over_old_sse(&host, &format!("?unity={named}")).await?;
        ensure!(target(&answer)["unity"] == **named, "{answer}");
        ensure!(answer["result"]["structuredContent"]["value"] == value, "{answer}");
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "tool": "GetTimeScale", "arguments": {} } });
        let url = host.url(&format!("/editor?unity={named}"));
        let sent = host::http_client()?.post(url).json(&body).send().await?;
        let answer: Value = serde_json::from_str(&sent.text().await?)?;
        ensure!(answer["result"]["output"]["value"] == value, "{named}: {answer}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_object_ids_of_another_target_and_names_it() -> Result<()> {
    let (host, _peer) = host_with_game().await?;
    let (folder, game) = ids(&host).await?;
    let of = async |named: &str| {
        McpClient::connect(&host.url(&format!("/mcp?unity={named}")), Era::Handshake("2025-11-25")).await
    };
    let (in_folder, in_game) = (of(&folder).await?, of(&game).await?);
    let first = async |client: &McpClient| {
        let listed = client.ask("ListObjects", json!({ "limit": 1 })).await?;
        let id = listed["Items"][0]["Id"].as_str().map(str::to_owned);
        id.with_context(|| listed.to_string())
    };
    let (theirs, its) = (first(&in_folder).await?, first(&in_game).await?);
    for (client, id, from) in [(&in_folder, &its, &*game), (&in_game, &theirs, "the project folder")] {
        let answer = client.call("GetObject", json!({ "id": id })).await?;
        let why = answer.failure().context("it is of another")?;
        ensure!(why.contains(id.as_str()) && why.contains(from), "{why}");
    }
    in_game.ask("GetObject", json!({ "id": its })).await?;
    in_folder.ask("GetObject", json!({ "id": theirs })).await?;
    Ok(())
}

/// A folder alone is called as it is called beside games.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn single_folder_accepts_the_same_target_names() -> Result<()> {
    let host = HostOptions::new().project(&sample()).start().await?;
    let health = host.health().await?;
    let folder = sample().canonicalize()?;
    let (inside, beside) = (folder.join("Assets"), folder.with_file_name("sample-2"));
    let client = host.client().await?;
    let ask = async |named: &str| {
        let meta = json!({ "unity-tools/target": named });
        let parameters = json!({ "name": "ListScenes", "arguments": {}, "_meta": meta });
        client.request("tools/call", parameters).await
    };
    let listed = client.ask("list_unitys", json!({})).await?;
    let id = listed["targets"][0]["id"]
        .as_str()
        .with_context(|| format!("{listed} {health}"))?;
    let (folder, inside, beside) = (
        folder.to_string_lossy(),
        inside.to_string_lossy(),
        beside.to_string_lossy(),
    );
    for named in ["project", id, "Sample Game", "sample", &*folder, &*inside] {
        let answer = ask(named).await?;
        ensure!(
            answer.message["result"]["structuredContent"]["Total"] == 2,
            "{named}: {}",
            answer.message
        );
    }
    for named in ["Sample", &*beside, "Sample Game 2"] {
        let answer = ask(named).await?;
        let text = answer.message.to_string();
        ensure!(
            text.contains("attached to this host") && text.contains(id),
            "{named}: {text}"
        );
    }
    Ok(())
}
