//! A recorded run, asked again of its recording: every answer is the same but for what `docs/internals/replay.md` lists.
//!
//! Belongs here: recording a whole host, and a host that has nothing but the recording. Does not: how a recording is read and searched
//! (`bridge-replay`).

mod files;
mod game;
mod listed;

use crate::live::alike::cases as questions;
use anyhow::{Context, Result, ensure};
use listed::Listed;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use tests_support::{HostOptions, McpClient, TestHost, paths};

/// The place of a scene's file in the sample.
const SCENE: &str = "Assets/Scenes/Main.unity";

fn writing() -> HostOptions {
    HostOptions::new()
        .writing()
        .set("policy.component-allowlist", r#"["*"]"#)
        .set("policy.reflection-allowlist-members", r#"["*"]"#)
}

fn sample() -> PathBuf {
    paths::root().join("tests/fixtures/unity/sample")
}

fn recording(options: HostOptions, file: &Path) -> HostOptions {
    options.argument("--record").argument(file)
}

/// A host with the recording alone: no project is near it.
fn replaying(options: HostOptions, file: &Path) -> HostOptions {
    options.argument("--replay").argument(file)
}

/// A client with all that it was answered, in order.
struct Story {
    client: McpClient,
    told: Vec<(String, Value)>,
}

impl Story {
    async fn start(host: &TestHost) -> Result<Self> {
        Ok(Self {
            client: host.client().await?,
            told: Vec::new(),
        })
    }

    /// The whole answer, whether it is an error or not.
    async fn request(&mut self, name: &str, method: &str, parameters: Value) -> Result<Value> {
        let mut message = self.client.request(method, parameters).await?.message;
        let answer = message["result"].take();
        let answer = if answer.is_null() {
            message["error"].take()
        } else {
            answer
        };
        self.told.push((name.to_owned(), answer.clone()));
        Ok(answer)
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> Result<Value> {
        let parameters = json!({ "name": tool, "arguments": arguments });
        self.request(tool, "tools/call", parameters).await
    }

    /// What a call that succeeds is answered.
    async fn ask(&mut self, tool: &str, arguments: Value) -> Result<Value> {
        let answer = self.call(tool, arguments.clone()).await?;
        ensure!(answer["isError"] != true, "{tool} {arguments}: {answer}");
        if !answer["structuredContent"].is_null() {
            return Ok(answer["structuredContent"].clone());
        }
        let text = answer["content"][0]["text"].as_str().unwrap_or_default();
        serde_json::from_str(text).with_context(|| format!("{tool}: {answer}"))
    }
}

/// `$scene`, `$file` and `$id:<path>` as the sample calls them.
fn fill_placeholders(asked: &Value, objects: &Map<String, Value>) -> Value {
    match asked {
        Value::String(text) => match (&**text, text.strip_prefix("$id:")) {
            ("$file", _) => json!(SCENE),
            ("$scene", _) => json!("Main"),
            (_, Some(path)) => objects.get(path).cloned().unwrap_or_else(|| json!("obj:1")),
            _ => asked.clone(),
        },
        Value::Array(items) => items.iter().map(|item| fill_placeholders(item, objects)).collect(),
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| (name.clone(), fill_placeholders(value, objects)));
            Value::Object(members.collect())
        }
        _ => asked.clone(),
    }
}

/// Everything that reads, then a batch of edits, what is announced of it, and undoing it.
async fn work(host: &TestHost) -> Result<Vec<(String, Value)>> {
    let mut story = Story::start(host).await?;
    let all = json!({ "select": ["path"], "limit": 200, "max_bytes": 60_000 });
    let found = story.ask("find_objects", all).await?;
    let mut objects = Map::new();
    for row in found["rows"].as_array().context("rows")? {
        if let Some(path) = row["path"].as_str() {
            objects.insert(path.to_owned(), row["id"].clone());
        }
    }
    ensure!(objects.contains_key("/Main Camera"), "{found}");
    for asked in questions::cases() {
        story
            .call(asked.tool, fill_placeholders(&asked.arguments, &objects))
            .await?;
    }
    for uri in ["unity://scenes", "unity://status", "unity://no-such"] {
        story.request(uri, "resources/read", json!({ "uri": uri })).await?;
    }

    let watched = json!({ "uri": "unity://scenes" });
    story.client.request("resources/subscribe", watched).await?;
    let mut stream = story.client.listen().await?;
    let lamp = json!([
        { "create": { "name": "Fresh", "position": [0, 2, 0], "components": ["Light"] } },
        { "set": { "object": { "made": 0 }, "component": "Light", "field": "intensity", "value": 2.5 } },
    ]);
    let fresh = json!({ "name": "Fresh", "limit": 1 });
    story.ask("ListObjects", fresh.clone()).await?;
    story
        .ask("edit_objects", json!({ "edits": lamp, "dry_run": true }))
        .await?;
    story.ask("edit_objects", json!({ "edits": lamp })).await?;
    let note = stream.wait_for_method("notifications/resources/updated").await?;
    story.told.push(("an event".to_owned(), note["params"].clone()));
    let made = story.ask("ListObjects", fresh.clone()).await?;
    let id = made["Items"][0]["Id"].clone();
    ensure!(id.is_string(), "{made}");
    story
        .ask("SetActive", json!({ "objectId": id, "active": false }))
        .await?;
    story.ask("GetObject", json!({ "id": id })).await?;
    story.ask("SelectObject", json!({ "objectId": id })).await?;
    story.ask("GetSelection", json!({})).await?;
    story.ask("SetTimeScale", json!({ "value": 0.25 })).await?;
    story.ask("GetTimeScale", json!({})).await?;
    story
        .call("SetActive", json!({ "objectId": "obj:999999", "active": false }))
        .await?;
    story.ask("list_edits", json!({})).await?;
    story.ask("undo_edits", json!({ "all": true })).await?;
    story.ask("ListObjects", fresh).await?;
    story.ask("GetTimeScale", json!({})).await?;
    Ok(story.told)
}

/// Every answer equal, byte for byte, but for what is listed; how many were compared.
fn compare_answers(recorded: &[(String, Value)], replayed: &[(String, Value)], listed: &mut Listed) -> Result<()> {
    ensure!(
        recorded.len() == replayed.len(),
        "{} and {}",
        recorded.len(),
        replayed.len()
    );
    let mut others = Vec::new();
    for (number, ((tool, before), (_, now))) in recorded.iter().zip(replayed).enumerate() {
        // As text: the order of members counts.
        let before_text = listed.remove_listed(tool, before, now).to_string();
        let now_text = listed.remove_listed(tool, now, before).to_string();
        if before_text != now_text {
            others.push(format!("answer {number}, {tool}:\n  {before_text}\n  {now_text}"));
        }
    }
    ensure!(others.is_empty(), "{}", others.join("\n"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replay_returns_identical_answers_except_documented_differences() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("run.jsonl");
    let host = recording(writing().project(&sample()), &file).start().await?;
    let recorded = work(&host).await?;
    ensure!(recorded.len() > 90, "{} answers", recorded.len());
    host.terminate().await?;

    let host = replaying(writing(), &file).start().await?;
    let replayed = work(&host).await?;
    let mut listed = Listed::read()?;
    compare_answers(&recorded, &replayed, &mut listed)?;
    listed.finish()?;
    let health = host.health().await?;
    ensure!(
        health["bridge"] == "replay" && health["problems"] == json!([]),
        "{health}"
    );

    // What is asked besides is no answer of anybody.
    let client = host.client().await?;
    let other = client
        .call("GetObject", json!({ "id": "obj:77" }))
        .await?
        .expect_failure()?;
    ensure!(other.contains("obj:77") && other.contains("nearest call"), "{other}");
    let again = json!({ "edits": [{ "create": { "name": "Fresh" } }] });
    let refused = client.call("edit_objects", again).await?.expect_failure()?;
    ensure!(refused.contains("a recording answers"), "{refused}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replay_enforces_policy_and_writes_audit_lines() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("run.jsonl");
    let host = recording(writing().project(&sample()), &file).start().await?;
    let client = host.client().await?;
    client.ask("SetTimeScale", json!({ "value": 0.5 })).await?;
    host.terminate().await?;

    let host = replaying(HostOptions::new(), &file).start().await?;
    let refused = host
        .client()
        .await?
        .call("SetTimeScale", json!({ "value": 0.5 }))
        .await?;
    ensure!(refused.expect_failure()?.contains("Writes disabled"));
    host.terminate().await?;
    let host = replaying(writing(), &file).start().await?;
    let client = host.client().await?;
    client.ask("SetTimeScale", json!({ "value": 0.5 })).await?;
    let lines = crate::policy::audit(&host)?;
    let outcomes: Vec<&Value> = lines
        .iter()
        .filter(|line| line["tool"] == "SetTimeScale" && line["stage"] == "bridge")
        .map(|line| &line["outcome"])
        .collect();
    ensure!(outcomes == ["attempt", "allowed"], "{lines:?}");
    Ok(())
}
