//! Finding objects of a real game: by every filter, compared with a listing that the game makes of itself.

use super::free;
use super::player::{object, playing};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tests_support::player::Player;
use tests_support::{McpClient, TestHost};

/// One object as the game's own code sees it.
#[derive(Debug)]
pub(super) struct Own {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) tag: String,
    pub(super) layer: u64,
    pub(super) active: bool,
    pub(super) parent: String,
    pub(super) types: Vec<String>,
    pub(super) mass: Option<f64>,
    pub(super) x: f64,
}

/// What an object has to be so that it is found.
type Holds<'a> = Box<dyn Fn(&Own) -> bool + 'a>;

impl Own {
    fn has(&self, short: &str) -> bool {
        self.types.iter().any(|full| full.ends_with(&format!(".{short}")))
    }
}

/// All objects by the game's own means.
pub(super) async fn listing(client: &McpClient) -> Result<Vec<Own>> {
    let academy = object(client, "Ball3DAcademy").await?;
    let call = json!({ "objectId": academy, "componentType": "Ball3DAcademy", "method": "Listing" });
    let told = client.ask("CallMethod", call).await?;
    let text = told["result"].as_str().with_context(|| told.to_string())?;
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('|').collect()).collect();
    // The game's own numbers are none of the host's: the one sits where the other does.
    let found = client.ask("find_objects", json!({ "limit": 500 })).await?;
    let rows = found["rows"].as_array().with_context(|| found.to_string())?;
    let path_of = |native: &str| {
        let mut path = String::new();
        let mut at = native;
        while let Some(line) = lines.iter().find(|line| line.first() == Some(&at)) {
            path = format!("/{}{path}", line.get(1).copied().unwrap_or_default());
            at = line.get(5).copied().unwrap_or_default();
        }
        path
    };
    let number = |native: &str| {
        let path = path_of(native);
        let row = rows.iter().find(|row| row["path"] == *path);
        let id = row.and_then(|row| row["id"].as_str());
        id.unwrap_or_default().trim_start_matches("obj:").to_owned()
    };
    let own = lines.iter().map(|parts| {
        let part = |at: usize| parts.get(at).copied().unwrap_or_default();
        Ok(Own {
            id: format!("obj:{}", number(part(0))),
            name: part(1).to_owned(),
            tag: part(2).to_owned(),
            layer: part(3).parse()?,
            active: part(4) == "1",
            parent: number(part(5)),
            types: part(6).split(',').map(str::to_owned).collect(),
            mass: part(7).parse().ok(),
            x: part(8).parse()?,
        })
    });
    own.collect()
}

/// A host that lets an agent do everything, and a game with frozen time.
pub(super) async fn frozen_game(what: &str) -> Result<Option<(TestHost, Player, McpClient)>> {
    let Some((host, player)) = playing(what, free()).await? else {
        return Ok(None);
    };
    let client = host.client().await?;
    client.ask("SetTimeScale", json!({ "value": 0, "lock": true })).await?;
    Ok(Some((host, player, client)))
}

fn ids(answer: &Value) -> Result<Vec<String>> {
    let rows = answer["rows"].as_array().with_context(|| answer.to_string())?;
    Ok(rows
        .iter()
        .filter_map(|row| row["id"].as_str())
        .map(str::to_owned)
        .collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_filter_matches_the_listing_of_the_game() -> Result<()> {
    let Some((_host, _player, client)) = frozen_game("finding objects of a real game").await? else {
        return Ok(());
    };
    let own = listing(&client).await?;
    ensure!(own.len() == 54, "{}", own.len());
    let below = |one: &Own| {
        own.iter()
            .any(|parent| parent.name == "Game32" && parent.id == format!("obj:{}", one.parent))
    };
    let table: Vec<(Value, Holds<'_>)> = vec![
        (json!({}), Box::new(|_| true)),
        (json!({"type": "Rigidbody"}), Box::new(|one| one.has("Rigidbody"))),
        (
            json!({"type": "UnityEngine.Collider"}),
            Box::new(|one| one.types.iter().any(|full| full.ends_with("Collider"))),
        ),
        (
            json!({"type": "MonoBehaviour"}),
            Box::new(|one| {
                one.types
                    .iter()
                    .any(|full| !full.starts_with("UnityEngine.") || full.contains("EventSystems"))
            }),
        ),
        (json!({"type": "ISerializationCallbackReceiver"}), Box::new(|_| false)),
        (
            json!({"name": "ball*"}),
            Box::new(|one| one.name.to_lowercase().starts_with("ball")),
        ),
        (
            json!({"path": "/Game3?/*"}),
            Box::new(|one| {
                own.iter().any(|parent| {
                    format!("obj:{}", one.parent) == parent.id
                        && (parent.name.starts_with("Game3")
                            || own
                                .iter()
                                .any(|top| format!("obj:{}", parent.parent) == top.id && top.name.starts_with("Game3")))
                })
            }),
        ),
        (json!({"tag": "MainCamera"}), Box::new(|one| one.tag == "MainCamera")),
        (json!({"layer": "Default"}), Box::new(|one| one.layer == 0)),
        (json!({"active": false}), Box::new(|one| !one.active)),
        (
            json!({"under": "/Game32", "where": [{"field": "depth", "op": "=", "value": 1}]}),
            Box::new(below),
        ),
        (
            json!({"where": [{"field": "Rigidbody.mass", "op": ">=", "value": 1}, {"field": "Transform.localPosition.x", "op": "<", "value": 0}]}),
            Box::new(|one| one.mass.is_some_and(|mass| mass >= 1.0) && one.x < 0.0),
        ),
        (
            json!({"any": [[{"field": "components", "op": "contains", "value": "Light"}], [{"field": "name", "op": "matches", "value": "*cad*"}]]}),
            Box::new(|one| one.has("Light") || one.name.contains("cad")),
        ),
        (
            json!({"where": [{"field": "parent", "op": "unset"}, {"field": "child_count", "op": ">", "value": 1}]}),
            Box::new(|one| {
                one.parent.is_empty()
                    && own
                        .iter()
                        .filter(|child| format!("obj:{}", child.parent) == one.id)
                        .count()
                        > 1
            }),
        ),
        (
            json!({"where": [{"field": "Camera.cullingMask", "op": "contains", "value": ["Default", "UI"]}]}),
            Box::new(|one| one.has("Camera")),
        ),
        (
            json!({"where": [{"field": "Light.type", "op": "=", "value": 0}]}),
            Box::new(|one| one.has("Light")),
        ),
        (
            json!({"where": [{"field": "Transform.parent", "op": "=", "value": null}]}),
            Box::new(|one| one.parent.is_empty()),
        ),
    ];
    for (arguments, holds) in &table {
        let mut asked = arguments.clone();
        asked["limit"] = json!(200);
        let answer = client.ask("find_objects", asked).await?;
        let found: BTreeSet<String> = ids(&answer)?.into_iter().collect();
        let expected: BTreeSet<String> = own.iter().filter(|one| holds(one)).map(|one| one.id.clone()).collect();
        ensure!(
            found == expected && answer["complete"] == true,
            "{arguments}: {answer}\n{expected:?}"
        );
    }
    let empty = table.iter().filter(|(_, holds)| !own.iter().any(holds)).count();
    ensure!(empty <= 3, "filters that find nothing prove little: {empty}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn selects_orders_and_pages_rows() -> Result<()> {
    let Some((_host, _player, client)) = frozen_game("pages of objects of a real game").await? else {
        return Ok(());
    };
    let own = listing(&client).await?;
    let mut expected: Vec<&Own> = own.iter().filter(|one| one.has("SphereCollider")).collect();
    expected.sort_by(|one, other| other.x.total_cmp(&one.x));
    let mut arguments = json!({
        "type": "Collider", "per": "component", "where": [{"field": "Collider.radius", "op": "exists"}],
        "select": ["Transform.localPosition.x", "Rigidbody.mass", "Light.range", "id"], "order": ["-Transform.localPosition.x"], "limit": 5,
    });
    let mut rows = Vec::new();
    loop {
        let page = client.ask("find_objects", arguments.clone()).await?;
        rows.extend(page["rows"].as_array().context("rows")?.clone());
        match page["next"].as_str() {
            Some(next) => arguments["cursor"] = json!(next),
            None => break,
        }
    }
    ensure!(rows.len() == expected.len() && rows.len() == 12, "{rows:?}");
    for (row, own) in rows.iter().zip(&expected) {
        let x = row["Transform.localPosition.x"].as_f64().context("x")?;
        ensure!(
            (x - own.x).abs() < 1e-6 && row["Rigidbody.mass"].as_f64() == own.mass,
            "{row} {own:?}"
        );
        // The host's number, which other tools take, and not the game's own.
        let id = row["id"].as_str().context("id")?;
        let one = client.ask("get_components", json!({ "objects": [id] })).await?;
        ensure!(one.to_string().contains("SphereCollider"), "{id} {one}");
        ensure!(row["component"].is_u64() && row.get("Light.range").is_none(), "{row}");
    }
    arguments["type"] = json!("Rigidbody");
    let other = client.call("find_objects", arguments).await?;
    ensure!(other.failure().context("another query's cursor")?.contains("cursor"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_unknown_names_with_suggestions() -> Result<()> {
    let Some((_host, _player, client)) = frozen_game("asking a real game for what it has not").await? else {
        return Ok(());
    };
    for (arguments, part) in [
        (json!({"type": "Rigidbdy"}), "did you mean Rigidbody"),
        (
            json!({"where": [{"field": "Rigidbody.mas", "op": ">", "value": 0}]}),
            "did you mean mass",
        ),
        (
            json!({"where": [{"field": "nme", "op": "exists"}]}),
            "did you mean name",
        ),
        (json!({"tag": "Plyer"}), "did you mean Player"),
        (json!({"layer": "Defalt"}), "did you mean Default"),
        (json!({"layer": 99}), "a number from 0 to 31"),
        (
            json!({"where": [{"field": "Light.type", "op": "=", "value": "Sun"}]}),
            "Directional",
        ),
        (
            json!({"where": [{"field": "Rigidbody.mass", "op": "=", "value": "heavy"}]}),
            "expected a number",
        ),
        (json!({"files": ["Assets/None.unity"]}), "there is no scene or prefab"),
        (json!({"files": ["Assets/A.prefab"]}), "a player has no prefabs"),
        (json!({"cursor": "what"}), "cursor"),
    ] {
        let refused = client.call("find_objects", arguments.clone()).await?;
        let failure = refused.failure().with_context(|| format!("{arguments} is taken"))?;
        ensure!(failure.contains(part), "{arguments}: {failure}");
    }
    let project = client
        .ask("find_objects", json!({"scope": "project", "type": "Camera"}))
        .await?;
    ensure!(
        project["complete"] == false && project["not_searched"]["total"] == 1,
        "{project}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn outlines_a_game_scene_and_reads_its_values() -> Result<()> {
    let Some((_host, _player, client)) = frozen_game("outlining a real game").await? else {
        return Ok(());
    };
    let own = listing(&client).await?;
    let outline = client.call("outline", json!({"depth": 9})).await?;
    let text = outline.text();
    for one in &own {
        ensure!(
            text.contains(&format!("{} #{}", one.name, one.id)),
            "{one:?} is not in {text}"
        );
    }
    let status = client.ask("unity_status", json!({})).await?;
    ensure!(
        status["source"] == "live" && status["objects_loaded"] == 54 && !status.to_string().contains("project folder"),
        "{status}"
    );
    let scenes = client.ask("list_scenes", json!({})).await?;
    ensure!(
        scenes["rows"][0]["roots"] == 17 && scenes["rows"][0]["loaded"] == true,
        "{scenes}"
    );
    let bodies: Vec<&Own> = own.iter().filter(|one| one.mass.is_some()).collect();
    let asked: Vec<&str> = bodies.iter().map(|one| one.id.as_str()).collect();
    let arguments = json!({"objects": asked, "types": ["Rigidbody"], "fields": ["mass"]});
    let values = client.ask("get_components", arguments).await?;
    let rows = values["rows"].as_array().context("rows")?;
    ensure!(rows.len() == bodies.len(), "{values}");
    for (row, own) in rows.iter().zip(&bodies) {
        ensure!(
            row["id"] == *own.id && row["values"]["mass"].as_f64() == own.mass,
            "{row}"
        );
        ensure!(
            row["path"].as_str().is_some_and(|path| path.ends_with("/Ball")),
            "{row}"
        );
    }
    Ok(())
}
