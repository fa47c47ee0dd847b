//! Every tool that reads, asked of a folder and of a real game that hold one scene: each difference has a row in the table of `docs/internals/folder-and-game.md`, and nothing
//! else does.
//!
//! Belongs here: asking, and holding answers against each other. Does not: making the scene (`rebuilding.rs`), which questions make sense (`alike/cases.rs`).

#[path = "alike/cases.rs"]
pub(crate) mod cases;
#[path = "alike/table.rs"]
mod table;

use super::query::frozen_game;
use super::rebuilding::{Pair, rebuild};
use super::{free, sample};
use anyhow::{Context, Result, ensure};
use cases::{Asked, cases};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use table::{Difference, Side, Table};
use tests_support::{McpClient, TestHost};

const SCENE: &str = "Assets/Scenes/Main.unity";

/// One of the two, with its own names for what both have.
struct Bridge {
    client: McpClient,
    /// The scene's file and name.
    scene: (String, String),
    /// Id and unique path of each object of the scene.
    objects: BTreeMap<String, String>,
}

impl Bridge {
    fn id(&self, path: &str) -> Result<&str> {
        let found = self.objects.iter().find(|(_, known)| *known == path);
        Ok(found.with_context(|| format!("no object at {path}"))?.0)
    }

    /// `$scene`, `$file` and `$id:<path>` in its own words.
    fn fill_placeholders(&self, asked: &Value) -> Result<Value> {
        Ok(match asked {
            Value::String(text) => match (&**text, text.strip_prefix("$id:")) {
                ("$file", _) => json!(self.scene.0),
                ("$scene", _) => json!(self.scene.1),
                (_, Some(path)) => json!(self.id(path)?),
                _ => asked.clone(),
            },
            Value::Array(items) => items
                .iter()
                .map(|item| self.fill_placeholders(item))
                .collect::<Result<_>>()?,
            Value::Object(members) => {
                let told = members
                    .iter()
                    .map(|(name, value)| Ok((name.clone(), self.fill_placeholders(value)?)));
                Value::Object(told.collect::<Result<Map<_, _>>>()?)
            }
            _ => asked.clone(),
        })
    }

    /// An answer in words that both have: objects by their paths, the scene by its place, callers without their ports.
    fn neutral(&self, told: Value) -> Value {
        match told {
            Value::String(text) => json!(self.neutral_text(&text)),
            Value::Array(items) => items.into_iter().map(|item| self.neutral(item)).collect(),
            Value::Object(members) => {
                let members = members.into_iter().map(|(name, value)| (name, self.neutral(value)));
                Value::Object(members.collect())
            }
            other => other,
        }
    }

    fn neutral_text(&self, text: &str) -> String {
        if text == self.scene.0 || text == self.scene.1 {
            return "<the scene>".to_owned();
        }
        let named = numbered(text, "obj:", |id| self.objects.get(id).cloned());
        numbered(&named, "127.0.0.1:", |_| Some("<this machine>".to_owned()))
    }

    async fn answer(&self, tool: &str, asked: &Value) -> Result<Result<Value, String>> {
        let answer = self.client.call(tool, self.fill_placeholders(asked)?).await?;
        if let Some(failure) = answer.failure() {
            let kind = &answer.0.message["result"]["_meta"]["kind"];
            return Ok(Err(kind.as_str().map_or(failure, str::to_owned)));
        }
        let told = match answer.structured() {
            Ok(told) => told,
            Err(_) => json!({ "lines": answer.text().lines().collect::<Vec<_>>() }),
        };
        Ok(Ok(self.neutral(told)))
    }
}

/// The text with each `mark` and its number replaced.
fn numbered(text: &str, mark: &str, put: impl Fn(&str) -> Option<String>) -> String {
    let mut whole = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(mark) {
        let (before, found) = rest.split_at(at);
        let number = found[mark.len()..].trim_start_matches(|letter: char| letter.is_ascii_digit());
        let (id, after) = found.split_at(found.len() - number.len());
        whole.push_str(before);
        whole.push_str(put(id).as_deref().unwrap_or(id));
        rest = after;
    }
    whole + rest
}

/// What distinguishes the items of a list that both may have in different numbers.
fn key(item: &Value) -> Option<String> {
    let id = item.get("id").or_else(|| item.get("Id"))?;
    Some(format!("{id} {}", item.get("type").unwrap_or(&Value::Null)))
}

/// Adds what differs below `field`.
fn compare(folder: &Value, game: &Value, field: &str, found: &mut Vec<(String, Side, String)>) {
    match (folder, game) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let names: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
            for name in names {
                let below = if field.is_empty() {
                    name.clone()
                } else {
                    format!("{field}.{name}")
                };
                match (ours.get(name), theirs.get(name)) {
                    (Some(ours), Some(theirs)) => compare(ours, theirs, &below, found),
                    (Some(ours), None) => found.push((below, Side::Folder, ours.to_string())),
                    (None, theirs) => found.push((below, Side::Game, json!(theirs).to_string())),
                }
            }
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            let below = format!("{field}[]");
            let keyed: Option<BTreeMap<String, &Value>> = theirs.iter().map(|item| Some((key(item)?, item))).collect();
            match keyed.filter(|keyed| keyed.len() == theirs.len() && !theirs.is_empty()) {
                Some(mut keyed) => {
                    for item in ours {
                        match key(item).and_then(|key| keyed.remove(&key)) {
                            Some(theirs) => compare(item, theirs, &below, found),
                            None => found.push((below.clone(), Side::Folder, item.to_string())),
                        }
                    }
                    for item in keyed.values() {
                        found.push((below.clone(), Side::Game, item.to_string()));
                    }
                }
                None => {
                    for (ours, theirs) in ours.iter().zip(theirs) {
                        compare(ours, theirs, &below, found);
                    }
                    let side = if ours.len() > theirs.len() {
                        Side::Folder
                    } else {
                        Side::Game
                    };
                    let (longer, start) = if side == Side::Folder {
                        (ours, theirs.len())
                    } else {
                        (theirs, ours.len())
                    };
                    for item in &longer[start..] {
                        found.push((below.clone(), side, item.to_string()));
                    }
                }
            }
        }
        (Value::Number(ours), Value::Number(theirs)) => {
            let (one, other) = (ours.as_f64().unwrap_or(f64::NAN), theirs.as_f64().unwrap_or(f64::NAN));
            if (one - other).abs() > 1e-3 * one.abs().max(1.0) {
                found.push((field.to_owned(), Side::Value, format!("{ours} and {theirs}")));
            }
        }
        _ if folder == game => {}
        // Where a page ends means something to its own side alone.
        (Value::String(_), Value::String(_)) if field == "next" => {}
        _ => found.push((field.to_owned(), Side::Value, format!("{folder} and {game}"))),
    }
}

/// All read tools of a host, whatever profile lists them.
async fn readers(client: &McpClient) -> Result<BTreeSet<String>> {
    let tools = client.list_tools().await?;
    let readers = tools.iter().filter(|tool| tool["annotations"]["readOnlyHint"] == true);
    Ok(readers
        .filter_map(|tool| tool["name"].as_str())
        .map(str::to_owned)
        .collect())
}

async fn bridge(host: &TestHost, scene: (&str, &str), objects: BTreeMap<String, String>) -> Result<Bridge> {
    let client = host.client_of("all").await?;
    let scene = (scene.0.to_owned(), scene.1.to_owned());
    Ok(Bridge { client, scene, objects })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn read_tools_differ_between_folder_and_game_only_as_documented() -> Result<()> {
    let Some((host, _player, game)) = frozen_game("every read tool on two bridges").await? else {
        return Ok(());
    };
    let options = free().set("unity.live", "false").set("project.screen", "[640, 480]");
    let offline = options.project(&sample()).start().await?;
    let folder = offline.client().await?;
    folder.ask("SetTimeScale", json!({ "value": 0, "lock": true })).await?;
    folder.ask("open_scene", json!({ "scene": SCENE })).await?;
    let made: Vec<Pair> = rebuild(&folder, &game, SCENE).await?;
    let loaded = game.ask("list_scenes", json!({ "loaded": true })).await?;
    let file = loaded["rows"][0]["path"].as_str().with_context(|| loaded.to_string())?;
    let ids = |id: fn(&Pair) -> &String| made.iter().map(|pair| (id(pair).clone(), pair.path.clone())).collect();
    let folder = bridge(&offline, (SCENE, "Main"), ids(|pair| &pair.folder)).await?;
    let name = file.rsplit(['/', '.']).nth(1).context("its name")?;
    let game = bridge(&host, (file, name), ids(|pair| &pair.game)).await?;

    // One change that both were asked for, to be listed.
    for bridge in [&folder, &game] {
        let ball = bridge.id("/World/Ball")?;
        let edit =
            json!({ "set": { "object": ball, "component": "Transform", "field": "localScale", "value": [2, 2, 2] } });
        bridge.client.ask("edit_objects", json!({ "edits": [edit] })).await?;
    }
    let mut table = Table::read()?;
    let (mut asked, mut strange) = (BTreeSet::new(), Vec::new());
    for Asked { tool, arguments } in cases() {
        let (ours, theirs) = (
            folder.answer(tool, &arguments).await?,
            game.answer(tool, &arguments).await?,
        );
        let mut found = Vec::new();
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => compare(&ours, &theirs, "", &mut found),
            (Ok(_), Err(theirs)) => found.push(("*".to_owned(), Side::Folder, theirs)),
            (Err(ours), Ok(_)) => found.push(("*".to_owned(), Side::Game, ours)),
            (Err(ours), Err(theirs)) if ours == theirs => {}
            (Err(ours), Err(theirs)) => found.push(("*".to_owned(), Side::Value, format!("{ours} and {theirs}"))),
        }
        for (field, side, what) in found {
            let difference = Difference {
                tool,
                field: &field,
                side,
            };
            if !table.allows(&difference) {
                let what: String = what.chars().take(200).collect();
                strange.push(format!("| `{tool}` | `{field}` | {side} | {what}"));
            }
        }
        asked.insert(tool.to_owned());
    }
    strange.sort();
    strange.dedup_by_key(|line| line.splitn(5, '|').take(4).collect::<String>());
    ensure!(
        strange.is_empty(),
        "not in docs/internals/folder-and-game.md:\n{}",
        strange.join("\n")
    );
    let all: BTreeSet<String> = &readers(&folder.client).await? | &readers(&game.client).await?;
    let unasked: Vec<&String> = all.difference(&asked).collect();
    ensure!(unasked.is_empty(), "read tools without a case here: {unasked:?}");
    let idle = table.idle();
    ensure!(
        idle.is_empty(),
        "rows of docs/internals/folder-and-game.md that nothing needs:\n{}",
        idle.join("\n")
    );
    Ok(())
}
