//! Events, resources and log lines of one target reach the clients that work on it, and no others.

use super::{options, sample};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::explorer::JsonLines;
use tests_support::{EventStream, McpClient, TestHost, host};
use tests_unity_peer::{Act, Event, OwnMessage, Peer};

/// Two games of one project, and their ids.
async fn two_games() -> Result<(TestHost, [(Peer, String); 2])> {
    let host = options().start().await?;
    let mut known: Vec<String> = Vec::new();
    let mut games = Vec::new();
    for _ in 0..2 {
        let peer = Peer::start(&host.data_dir(), &sample(), Box::new(|_, _| Act::Answer))?;
        peer.wait_for_links(1).await.with_context(|| host.log_text())?;
        // The one that is new is its.
        let id = loop {
            let health = host.health().await?;
            let rows = health["targets"].as_array().context("rows")?.clone();
            let ids = rows.iter().filter_map(|row| row["id"].as_str().map(str::to_owned));
            if let Some(id) = ids.into_iter().find(|id| !known.contains(id)) {
                break id;
            }
        };
        known.push(id.clone());
        games.push((peer, id));
    }
    host.wait_until_ready().await?;
    let games = games.try_into().ok().context("two")?;
    Ok((host, games))
}

/// A session that works on `game`, watches the selection and hears every line.
async fn works_on(host: &TestHost, game: &str) -> Result<(McpClient, EventStream)> {
    let client = host.client().await?;
    client
        .request("resources/subscribe", json!({ "uri": "unity://selection" }))
        .await?;
    client.request("logging/setLevel", json!({ "level": "debug" })).await?;
    let mut stream = client.listen().await?;
    client.ask("use_unity", json!({ "unity": game })).await?;
    // It is notified to read its watched resources again.
    stream.wait_for_method("notifications/resources/updated").await?;
    Ok((client, stream))
}

fn speak(peer: &Peer, line: &str) -> Result<()> {
    peer.say(OwnMessage::Event(Event::SelectionChanged))?;
    peer.say(OwnMessage::Line(line.to_owned()))
}

/// The updates and lines that `stream` receives, up to both of `line`'s Unity.
async fn read_updates(stream: &mut EventStream, line: &str) -> Result<Vec<String>> {
    let mut told = Vec::new();
    let (mut has_line, mut has_update) = (false, false);
    while !(has_line && has_update) {
        let event = tokio::time::timeout(tests_support::PATIENCE, stream.next()).await??;
        let event = event.context("the stream ended")?;
        let Ok(message) = serde_json::from_str::<Value>(&event.data) else {
            continue;
        };
        has_update |= message["method"] == "notifications/resources/updated";
        has_line |= message["params"]["data"] == line;
        told.push(message.to_string());
    }
    Ok(told)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn client_of_one_instance_receives_no_events_of_another() -> Result<()> {
    let (host, [(first, first_id), (second, second_id)]) = two_games().await?;
    let (of_first, mut hears_first) = works_on(&host, &first_id).await?;
    let (of_second, mut hears_second) = works_on(&host, &second_id).await?;
    // What the first hears of the second would stand before its own.
    speak(&second, "by the second")?;
    let told_second = read_updates(&mut hears_second, "by the second").await?;
    speak(&first, "by the first")?;
    let told_first = read_updates(&mut hears_first, "by the first").await?;
    ensure!(
        !told_first.iter().any(|told| told.contains("by the second")),
        "{told_first:?}"
    );
    ensure!(
        !told_second.iter().any(|told| told.contains("by the first")),
        "{told_second:?}"
    );
    let updates = |told: &[String]| told.iter().filter(|told| told.contains("resources/updated")).count();
    ensure!(
        (updates(&told_first), updates(&told_second)) == (1, 1),
        "{told_first:?} {told_second:?}"
    );
    // What is read afterwards is of the same one.
    for (client, own, other) in [
        (&of_first, "by the first", "by the second"),
        (&of_second, "by the second", "by the first"),
    ] {
        let lines = client.ask("read_logs", json!({})).await?.to_string();
        ensure!(lines.contains(own) && !lines.contains(other), "{lines}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn selecting_an_instance_notifies_only_that_session_of_list_changes() -> Result<()> {
    let (host, [(_first, first_id), (second, second_id)]) = two_games().await?;
    let (chooser, mut hears) = works_on(&host, &first_id).await?;
    let (_other, mut hears_other) = works_on(&host, &second_id).await?;
    chooser.ask("use_unity", json!({ "unity": second_id })).await?;
    for method in [
        "notifications/tools/list_changed",
        "notifications/prompts/list_changed",
        "notifications/resources/list_changed",
    ] {
        hears.wait_for_method(method).await?;
    }
    let updated = hears.wait_for_method("notifications/resources/updated").await?;
    ensure!(updated["params"]["uri"] == "unity://selection", "{updated}");
    speak(&second, "by the second")?;
    let told_other = read_updates(&mut hears_other, "by the second").await?;
    ensure!(
        !told_other.iter().any(|told| told.contains("list_changed")),
        "{told_other:?}"
    );
    read_updates(&mut hears, "by the second").await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn explorer_stream_receives_events_of_the_instance_in_its_url() -> Result<()> {
    let (host, [(first, first_id), (second, second_id)]) = two_games().await?;
    let follow = async |id: &str| -> Result<JsonLines> {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "stream_events" });
        let sent = host::http_client()?
            .post(host.url(&format!("/message?unity={id}")))
            .body(body.to_string());
        let mut lines = JsonLines::new(sent.send().await?);
        lines.read_until("scenes").await?;
        Ok(lines)
    };
    let (mut hears_first, mut hears_second) = (follow(&first_id).await?, follow(&second_id).await?);
    for (peer, line, hears) in [
        (&second, "by the second", &mut hears_second),
        (&first, "by the first", &mut hears_first),
    ] {
        peer.say(OwnMessage::Line(line.to_owned()))?;
        // The first messages of a game may still come before its line; no line of the other one does.
        let (before, log) = hears.read_until("log").await?;
        ensure!(log["message"] == line, "{before:?} {log}");
    }
    // Its calls go there as well.
    for id in [&first_id, &second_id] {
        let call = json!({ "id": 2, "method": "call_tool", "params": { "name": "GetStatus", "arguments": {} } });
        let sent = host::http_client()?
            .post(host.url(&format!("/message?unity={id}")))
            .body(call.to_string());
        let status = sent.send().await?.text().await?;
        ensure!(status.contains("LinuxPlayer"), "{status}");
    }
    let nobody = host::http_client()?
        .get(host.url("/read?uri=unity://status&unity=Gmae"))
        .send()
        .await?;
    let why = nobody.text().await?;
    ensure!(why.contains("no target is called"), "{why}");
    Ok(())
}
