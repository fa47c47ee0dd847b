//! Two bridges, one scene: the sample project's scenes are rebuilt in a real game by tools alone, and rays of both are compared.
//!
//! Not rebuilt are canvases, the parts of models, and scripts that the game has not; what no ray meets (the layer "Ignore Raycast") is made without colliders.

use super::query::standing;
use super::{free, sample};
use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use tests_support::McpClient;

/// Edits of one call.
const BATCH: usize = 100;

const POINTS: u64 = 500;

/// Types of components that rays need, and what is copied of each.
const TYPES: [(&str, &[&str]); 6] = [
    ("Transform", &["localRotation", "localScale"]),
    ("BoxCollider", &["center", "size", "isTrigger"]),
    ("SphereCollider", &["center", "radius", "isTrigger"]),
    (
        "CapsuleCollider",
        &["center", "radius", "height", "direction", "isTrigger"],
    ),
    ("MeshCollider", &["convex", "sharedMesh", "isTrigger"]),
    (
        "Camera",
        &[
            "fieldOfView",
            "nearClipPlane",
            "farClipPlane",
            "orthographic",
            "orthographicSize",
            "rect",
            "depth",
        ],
    ),
];

/// Numbers that look random and are the same each time.
struct Seeded(u64);

impl Seeded {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let digits = u32::try_from(self.0 >> 33).unwrap_or_default();
        f64::from(digits) / f64::from(1_u32 << 31)
    }
}

fn rows(answer: &Value) -> Result<&Vec<Value>> {
    answer["rows"].as_array().with_context(|| answer.to_string())
}

fn short(type_name: &Value) -> &str {
    type_name
        .as_str()
        .and_then(|full| full.rsplit('.').next())
        .unwrap_or_default()
}

/// All rows, page by page.
async fn all(client: &McpClient, tool: &str, mut arguments: Value) -> Result<Vec<Value>> {
    let mut found = Vec::new();
    loop {
        let page = client.ask(tool, arguments.clone()).await?;
        found.extend(rows(&page)?.clone());
        match page["next"].as_str() {
            Some(next) => arguments["cursor"] = json!(next),
            None => return Ok(found),
        }
    }
}

/// Makes the edits, in batches; the objects that they made, in order.
async fn make(client: &McpClient, edits: &[Value]) -> Result<Vec<String>> {
    let mut made = Vec::new();
    for batch in edits.chunks(BATCH) {
        let done = client.ask("edit_objects", json!({ "edits": batch })).await?;
        let news = rows(&done)?
            .iter()
            .filter(|row| row["new"]["name"].is_string() && row.get("field").is_none());
        made.extend(news.filter_map(|row| row["object"].as_str()).map(str::to_owned));
    }
    Ok(made)
}

/// The scene's objects in the game, where the folder has them.
async fn rebuild(folder: &McpClient, game: &McpClient, scene: &str) -> Result<usize> {
    let roots = json!({ "where": [{ "field": "depth", "op": "=", "value": 0 }], "limit": 500 });
    let gone = all(game, "find_objects", roots).await?;
    let destroy: Vec<Value> = gone
        .iter()
        .map(|row| json!({ "destroy": { "object": row["id"] } }))
        .collect();
    make(game, &destroy).await?;

    let select = ["name", "active_self", "parent", "components", "layer", "depth"];
    let find = json!({ "files": [scene], "select": select, "limit": 500 });
    let objects = all(folder, "find_objects", find).await?;
    let solid: Vec<&Value> = objects
        .iter()
        .filter(|row| !row["components"].to_string().contains("RectTransform"))
        .collect();
    let ids: Vec<&Value> = solid.iter().map(|row| &row["id"]).collect();
    let mut components: HashMap<String, Vec<Value>> = HashMap::new();
    for chunk in ids.chunks(50) {
        let types: Vec<&str> = TYPES.iter().map(|(name, _)| *name).collect();
        let asked = json!({ "objects": chunk, "types": types, "limit": 500, "max_bytes": 60_000 });
        for row in all(folder, "get_components", asked).await? {
            let id = row["id"].as_str().context("an id")?.to_owned();
            components.entry(id).or_default().push(row);
        }
    }

    // Level by level, so that each parent is there.
    let mut ours: HashMap<String, String> = HashMap::new();
    let mut level = 0;
    loop {
        let at: Vec<&&Value> = solid.iter().filter(|row| row["depth"] == level).collect();
        if at.is_empty() {
            break;
        }
        let mut creates = Vec::new();
        for row in &at {
            let id = row["id"].as_str().context("an id")?;
            let own = components.get(id).map(Vec::as_slice).unwrap_or_default();
            let met = row["layer"] != "Ignore Raycast";
            let types: Vec<&Value> = own
                .iter()
                .map(|row| &row["type"])
                .filter(|name| short(name) != "Transform" && met)
                .collect();
            let mut create = json!({ "name": row["name"], "components": types });
            if let Some(parent) = row["parent"]["ref"].as_str() {
                create["parent"] = json!(ours.get(parent).context("its parent")?);
            }
            let place = json!({ "objects": [id], "fields": ["localPosition"], "types": ["Transform"] });
            let place = folder.ask("get_components", place).await?;
            create["position"] = place["rows"][0]["values"]["localPosition"].clone();
            creates.push(json!({ "create": create }));
        }
        let made = make(game, &creates).await?;
        ensure!(made.len() == at.len(), "{} of {}", made.len(), at.len());
        for (row, id) in at.iter().zip(made) {
            ours.insert(row["id"].as_str().context("an id")?.to_owned(), id);
        }
        level += 1;
    }
    let mut sets = Vec::new();
    for row in &solid {
        let id = row["id"].as_str().context("an id")?;
        let object = ours.get(id).context("it was made")?;
        let met = row["layer"] != "Ignore Raycast";
        for component in components
            .get(id)
            .into_iter()
            .flatten()
            .filter(|row| met || short(&row["type"]) == "Transform")
        {
            let name = short(&component["type"]);
            let fields = TYPES
                .iter()
                .find(|(known, _)| *known == name)
                .map_or(&[] as &[&str], |(_, fields)| fields);
            let none = Map::new();
            let values = component["values"].as_object().unwrap_or(&none);
            let mut set = |field: &str, value: &Value| {
                sets.push(json!({ "set": { "object": object, "component": name, "field": field, "value": value } }));
            };
            for field in fields {
                // Of an asset only the project knows where it lies.
                let is_asset = |value: &Value| value["ref"].as_str().is_some_and(|goal| goal.starts_with("Assets/"));
                if let Some(value) = values.get(*field).filter(|value| !value.is_null() && !is_asset(value)) {
                    set(field, value);
                }
            }
            if component["enabled"] == false {
                set("enabled", &json!(false));
            }
        }
        if row["active_self"] == false {
            sets.push(json!({ "set_active": { "object": object, "active": false } }));
        }
    }
    make(game, &sets).await?;
    Ok(solid.len())
}

/// What of an answer both must have alike, the nearest first.
fn hits(answer: &Value) -> Result<Vec<(String, String, f64, bool)>> {
    let hits = rows(answer)?.iter().map(|row| {
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let distance = row["distance"].as_f64().unwrap_or_default();
        (
            text("path"),
            text("collider"),
            distance,
            row.get("approximate").is_some(),
        )
    });
    Ok(hits.collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rays_of_a_folder_meet_what_they_meet_in_a_real_game() -> Result<()> {
    let Some((_host, _player, game)) = standing("one scene on two bridges").await? else {
        return Ok(());
    };
    let folder = free().set("unity.live", "false").set("project.screen", "[640, 480]");
    let folder = folder.project(&sample()).start().await?;
    let client = folder.client().await?;
    for (scene, camera, least) in [
        ("Assets/Scenes/Main.unity", "/Main Camera", 60),
        ("Assets/Scenes/Arena.unity", "/Arena Camera", 30),
    ] {
        client.ask("open_scene", json!({ "scene": scene })).await?;
        let made = rebuild(&client, &game, scene).await?;
        ensure!(made >= least, "{made} objects of {scene}");
        let (mut seeded, mut met, mut untested) = (Seeded(20_171_123), 0, 0);
        for _ in 0..POINTS {
            let point = [seeded.next(), seeded.next()];
            let asked = json!({ "scene": scene, "camera": camera, "screen": point, "normalized": true });
            let ours = client.ask("raycast", asked).await?;
            let asked = json!({ "camera": camera, "screen": point, "normalized": true });
            let theirs = game.ask("raycast", asked).await?;
            let (known, real) = (hits(&ours)?, hits(&theirs)?);
            let alike = known.len() == real.len()
                && known.iter().zip(&real).all(|(known, real)| {
                    known.0 == real.0 && known.1 == real.1 && ((known.2 - real.2).abs() <= 1e-3 || known.3)
                });
            let told = ours.get("not_tested").is_some();
            ensure!(alike || told, "{scene} at {point:?}:\n{ours}\n{theirs}");
            met += usize::from(!real.is_empty());
            untested += usize::from(!alike);
        }
        ensure!(met > 100 && untested < 50, "{scene}: {met} met, {untested} not tested");
    }
    Ok(())
}
