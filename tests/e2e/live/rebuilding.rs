//! A scene of the sample project created again in a real game, by tools alone; and what that game can't have taken out of the folder's session, so that both
//! hold one scene.
//!
//! Belongs here: making both equal. Does not: what is asked of them then (`parity.rs`, `alike.rs`).

use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use tests_support::McpClient;

/// Edits of one call.
const BATCH: usize = 100;

/// Tags that every game has.
const TAGS: [&str; 6] = [
    "Respawn",
    "Finish",
    "EditorOnly",
    "MainCamera",
    "Player",
    "GameController",
];

/// What the game sets by itself where a canvas fills the screen.
const DRIVEN: [&str; 7] = [
    "localPosition",
    "localScale",
    "anchorMin",
    "anchorMax",
    "pivot",
    "sizeDelta",
    "anchoredPosition",
];

const LAYOUT: &str =
    "padding childAlignment spacing childForceExpandWidth childForceExpandHeight childControlWidth childControlHeight";

/// What is copied of a component, in this order.
fn fields(type_name: &str) -> impl Iterator<Item = &'static str> {
    let fields = match type_name {
        "Transform" => "localPosition localRotation localScale",
        "RectTransform" => {
            "localPosition localRotation localScale anchorMin anchorMax pivot sizeDelta anchoredPosition"
        }
        "BoxCollider" => "center size isTrigger",
        "SphereCollider" => "center radius isTrigger",
        "CapsuleCollider" => "center radius height direction isTrigger",
        "MeshCollider" => "convex sharedMesh isTrigger",
        "Camera" => {
            "fieldOfView nearClipPlane farClipPlane orthographic orthographicSize rect depth clearFlags backgroundColor"
        }
        "Rigidbody" => "mass drag angularDrag useGravity isKinematic constraints interpolation collisionDetectionMode",
        "Light" => {
            "type color intensity range spotAngle bounceIntensity renderMode cookieSize cullingMask colorTemperature"
        }
        "Canvas" => "renderMode worldCamera planeDistance pixelPerfect overrideSorting sortingOrder",
        "CanvasScaler" => {
            "uiScaleMode referencePixelsPerUnit scaleFactor referenceResolution screenMatchMode matchWidthOrHeight dynamicPixelsPerUnit"
        }
        "GraphicRaycaster" => "ignoreReversedGraphics blockingObjects",
        "CanvasGroup" => "alpha interactable blocksRaycasts ignoreParentGroups",
        "Image" => {
            "color raycastTarget maskable type preserveAspect fillCenter fillMethod fillAmount fillClockwise fillOrigin"
        }
        "Text" => "color raycastTarget maskable text",
        "Mask" => "showMaskGraphic",
        "Button" => "interactable transition targetGraphic",
        "ScrollRect" => {
            "content viewport horizontal vertical movementType elasticity inertia decelerationRate scrollSensitivity"
        }
        "VerticalLayoutGroup" | "HorizontalLayoutGroup" => LAYOUT,
        "GridLayoutGroup" => "padding childAlignment spacing cellSize startCorner startAxis constraint constraintCount",
        "ContentSizeFitter" => "horizontalFit verticalFit",
        "LayoutElement" => {
            "ignoreLayout minWidth minHeight preferredWidth preferredHeight flexibleWidth flexibleHeight layoutPriority"
        }
        _ => "",
    };
    fields.split_whitespace()
}

/// One object on both sides.
pub(super) struct Pair {
    pub(super) folder: String,
    pub(super) game: String,
    pub(super) path: String,
}

pub(super) fn rows(answer: &Value) -> Result<&Vec<Value>> {
    answer["rows"].as_array().with_context(|| answer.to_string())
}

fn short(type_name: &Value) -> &str {
    let full = type_name.as_str().unwrap_or_default();
    full.rsplit('.').next().unwrap_or_default()
}

/// Whether a game without the project's scripts and packages has such components.
fn is_unity_class(component: &Value) -> bool {
    let name = component["type"].as_str().unwrap_or_default();
    name.starts_with("UnityEngine.") && !name.starts_with("UnityEngine.InputSystem.")
}

/// All rows, page by page.
pub(super) async fn all(client: &McpClient, tool: &str, mut arguments: Value) -> Result<Vec<Value>> {
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

/// The components of those objects, by object.
async fn components(client: &McpClient, ids: &[&Value]) -> Result<HashMap<String, Vec<Value>>> {
    let mut components: HashMap<String, Vec<Value>> = HashMap::new();
    for chunk in ids.chunks(50) {
        let asked = json!({ "objects": chunk, "limit": 500, "max_bytes": 60_000 });
        for row in all(client, "get_components", asked).await? {
            let id = row["id"].as_str().context("an id")?.to_owned();
            components.entry(id).or_default().push(row);
        }
    }
    Ok(components)
}

fn set(object: &str, component: &str, field: &str, value: &Value) -> Value {
    json!({ "set": { "object": object, "component": component, "field": field, "value": value } })
}

/// What the folder's session loses: the project's scripts, and what the game's older Unity does not know.
fn losses(id: &str, own: &[Value]) -> Vec<Value> {
    let mut edits = Vec::new();
    // The last first: the others keep their places.
    for component in own.iter().rev().filter(|component| !is_unity_class(component)) {
        edits.push(json!({ "remove_component": { "object": id, "component": component["component"] } }));
    }
    let padded = own.iter().filter(|row| !row["values"]["raycastPadding"].is_null());
    edits.extend(padded.map(|row| set(id, short(&row["type"]), "raycastPadding", &json!([0, 0, 0, 0]))));
    // A game goes on scrolling to where the content fits.
    if own.iter().any(|row| short(&row["type"]) == "ScrollRect") {
        edits.push(set(id, "ScrollRect", "movementType", &json!("Unrestricted")));
    }
    edits
}

/// What the game's object gets of its model's components.
fn copied_components(object: &str, row: &Value, own: &[Value], ours: &HashMap<String, String>) -> Vec<Value> {
    let mut sets = Vec::new();
    let fills = own
        .iter()
        .any(|component| short(&component["type"]) == "Canvas" && component["values"]["renderMode"] != "WorldSpace");
    let is_driven = fills && row["depth"] == 0;
    for component in own.iter().filter(|component| is_unity_class(component)) {
        let name = short(&component["type"]);
        let none = Map::new();
        let values = component["values"].as_object().unwrap_or(&none);
        for field in fields(name) {
            let mut value = match values.get(field) {
                Some(value) if !value.is_null() => value.clone(),
                _ => continue,
            };
            if name == "RectTransform" && is_driven && DRIVEN.contains(&field) {
                continue;
            }
            if field == "movementType" {
                value = json!("Unrestricted");
            }
            match value["ref"].as_str() {
                // Only the project knows the path of an asset.
                Some(goal) if goal.starts_with("Assets/") => continue,
                Some(goal) if ours.contains_key(goal) => value = json!({ "ref": ours[goal] }),
                _ => {}
            }
            sets.push(set(object, name, field, &value));
        }
        if component["enabled"] == false {
            sets.push(set(object, name, "enabled", &json!(false)));
        }
    }
    if row["tag"].as_str().is_some_and(|tag| TAGS.contains(&tag)) {
        let transform = own.first().map_or("Transform", |first| short(&first["type"]));
        sets.push(set(object, transform, "tag", &row["tag"]));
    }
    if row["active_self"] == false {
        sets.push(json!({ "set_active": { "object": object, "active": false } }));
    }
    sets
}

/// The scene's objects in the game, in the folder's order. Colliders of the layer that no ray meets are switched off, since a game's objects are made in
/// the layer `Default`.
pub(super) async fn rebuild(folder: &McpClient, game: &McpClient, scene: &str) -> Result<Vec<Pair>> {
    let roots = json!({ "where": [{ "field": "depth", "op": "=", "value": 0 }], "limit": 500 });
    let gone = all(game, "find_objects", roots).await?;
    let destroy: Vec<Value> = gone
        .iter()
        .map(|row| json!({ "destroy": { "object": row["id"] } }))
        .collect();
    make(game, &destroy).await?;

    let select = ["name", "active_self", "parent", "layer", "tag", "depth"];
    let find = json!({ "files": [scene], "select": select, "limit": 500 });
    let objects = all(folder, "find_objects", find).await?;
    let ids: Vec<&Value> = objects.iter().map(|row| &row["id"]).collect();
    let models = components(folder, &ids).await?;
    let id_of = |row: &Value| row["id"].as_str().map(str::to_owned).context("an id");
    let model = |id: &str| models.get(id).map(Vec::as_slice).unwrap_or_default();

    // Level by level, so that each parent is there.
    let mut ours: HashMap<String, String> = HashMap::new();
    for level in 0.. {
        let at: Vec<&Value> = objects.iter().filter(|row| row["depth"] == level).collect();
        if at.is_empty() {
            break;
        }
        let mut creates = Vec::new();
        for row in &at {
            let own = model(&id_of(row)?).iter().filter(|component| is_unity_class(component));
            let types: Vec<&Value> = own
                .map(|component| &component["type"])
                .filter(|name| short(name) != "Transform")
                .collect();
            let mut create = json!({ "name": row["name"], "components": types });
            if let Some(parent) = row["parent"]["ref"].as_str() {
                create["parent"] = json!(ours.get(parent).context("its parent")?);
            }
            creates.push(json!({ "create": create }));
        }
        let made = make(game, &creates).await?;
        ensure!(made.len() == at.len(), "{} of {}", made.len(), at.len());
        for (row, id) in at.iter().zip(made) {
            ours.insert(id_of(row)?, id);
        }
    }
    let (mut lost, mut sets) = (Vec::new(), Vec::new());
    for row in &objects {
        let id = id_of(row)?;
        lost.extend(losses(&id, model(&id)));
        sets.extend(copied_components(&ours[&id], row, model(&id), &ours));
        if row["layer"] == "Ignore Raycast" {
            let colliders = model(&id).iter().map(|component| short(&component["type"]));
            for name in colliders.filter(|name| name.ends_with("Collider")) {
                lost.push(set(&id, name, "enabled", &json!(false)));
                sets.push(set(&ours[&id], name, "enabled", &json!(false)));
            }
        }
    }
    make(folder, &lost).await?;
    make(game, &sets).await?;
    let pair = |row: &Value| {
        let folder = id_of(row)?;
        Ok(Pair {
            game: ours[&folder].clone(),
            folder,
            path: row["path"].as_str().context("a path")?.to_owned(),
        })
    };
    objects.iter().map(pair).collect()
}
