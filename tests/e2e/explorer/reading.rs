//! The read tools, one after the other, with the sample project's own values.

use super::has_keys;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{Explorer, HostOptions};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn returns_status_scenes_and_objects_as_documented() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let explorer = Explorer::new(&host)?;
    let status = explorer.json("GetStatus", json!({})).await?;
    has_keys(&status, &["Version", "ExplorerVersion"])?;
    ensure!(
        status["UnityVersion"] == "2022.3.45f1"
            && status["Platform"] == "Offline"
            && status["Runtime"] == "project"
            && status["Ready"] == true
            && status["ScenesLoaded"] == 1
            && status["Selection"] == json!([]),
        "{status}"
    );
    let version = explorer.json("GetVersion", json!({})).await?;
    has_keys(&version, &["ExplorerVersion", "McpVersion", "UnityVersion", "Runtime"])?;

    let scenes = explorer.json("ListScenes", json!({ "limit": 10, "offset": 0 })).await?;
    ensure!(scenes["Total"].as_u64() >= Some(2), "{scenes}");
    let main = &scenes["Items"][0];
    has_keys(main, &["Id", "Name", "Index", "IsLoaded", "RootCount", "Path"])?;
    ensure!(
        main["Id"] == "scn:0" && main["Name"] == "Main" && main["IsLoaded"] == true,
        "{main}"
    );
    ensure!(
        scenes["Items"][1]["Name"] == "Arena" && scenes["Items"][1]["IsLoaded"] == false,
        "{scenes}"
    );

    let objects = explorer
        .json("ListObjects", json!({ "sceneId": "scn:0", "limit": 2 }))
        .await?;
    let expected = [("EventSystem", 4), ("Lighting", 1)];
    for (item, (name, count)) in objects["Items"].as_array().context("items")?.iter().zip(expected) {
        let card = json!({
            "Id": item["Id"], "Name": name, "Path": format!("/{name}"), "Tag": "Untagged", "Layer": 0,
            "Active": true, "ComponentCount": count
        });
        for (key, value) in card.as_object().into_iter().flatten() {
            ensure!(&item[key] == value, "{key}: {item}");
        }
        ensure!(item["Id"].as_str().is_some_and(|id| id.starts_with("obj:")), "{item}");
        ensure!(explorer.json("GetObject", json!({ "id": item["Id"] })).await? == *item);
    }
    ensure!(
        objects["Total"].as_u64() > Some(100) && objects["NextOffset"] == 2,
        "{objects}"
    );
    let components = explorer
        .json(
            "GetComponents",
            json!({ "objectId": objects["Items"][0]["Id"], "limit": 10 }),
        )
        .await?;
    ensure!(components["Total"] == 4, "{components}");
    has_keys(&components["Items"][0], &["Type", "Summary"])?;
    ensure!(
        components["Items"][1]["Type"] == "UnityEngine.EventSystems.EventSystem",
        "{components}"
    );

    // Pages follow each other without a gap, and end.
    let mut seen = Vec::new();
    let mut offset = json!(0);
    while !offset.is_null() {
        let page = explorer
            .json("ListObjects", json!({ "limit": 50, "offset": offset }))
            .await?;
        seen.extend(
            page["Items"]
                .as_array()
                .context("items")?
                .iter()
                .map(|item| item["Id"].clone()),
        );
        offset = page["NextOffset"].clone();
    }
    ensure!(
        json!(seen.len()) == objects["Total"],
        "{} of {}",
        seen.len(),
        objects["Total"]
    );

    let filters = json!({ "name": "crate", "path": "/Crates", "activeOnly": true, "limit": 50 });
    let found = explorer.json("SearchObjects", filters).await?;
    let items = found["Items"].as_array().context("items")?;
    ensure!(!items.is_empty(), "{found}");
    for item in items {
        let (name, path) = (
            item["Name"].as_str().unwrap_or_default(),
            item["Path"].as_str().unwrap_or_default(),
        );
        ensure!(
            name.to_lowercase().contains("crate") && path.starts_with("/Crates"),
            "{item}"
        );
        ensure!(path != "/Crates/Hidden Crate", "an inactive object in {found}");
    }
    let cameras = explorer.json("ListObjects", json!({ "type": "Camera" })).await?;
    ensure!(cameras["Total"] == 2, "{cameras}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn listing_objects_of_a_scene_opens_it() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let explorer = Explorer::new(&host)?;
    let arena = explorer
        .json("ListObjects", json!({ "sceneId": "scn:1", "limit": 500 }))
        .await?;
    ensure!(arena["Total"].as_u64() >= Some(44), "{arena}");
    let scenes = explorer.json("ListScenes", json!({})).await?;
    ensure!(scenes["Items"][1]["IsLoaded"] == true, "{scenes}");
    let none = explorer.json("ListObjects", json!({ "sceneId": "scn:99" })).await?;
    ensure!(none["Total"] == 0 && none["Items"] == json!([]), "{none}");
    ensure!(none["diagnostics"].to_string().contains("scn:99"), "{none}");
    let all = explorer.json("ListObjects", json!({ "sceneId": "0" })).await?;
    ensure!(all["Total"].as_u64() > arena["Total"].as_u64(), "{all}");
    for (given, meant) in [
        ("Arena", "scn:1"),
        ("Assets/Scenes/Arena.unity", "scn:1"),
        ("6", "scn:6"),
        ("SCN:1", "scn:1"),
    ] {
        let (status, answer) = explorer.call("ListObjects", json!({ "sceneId": given })).await?;
        let told = answer["error"].to_string();
        ensure!(
            status == 400 && told.contains("sceneId") && told.contains(&format!("did you mean {meant}")),
            "{given}: {status} {answer}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn returns_pose_and_field_of_view_of_main_camera() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let explorer = Explorer::new(&host)?;
    let camera = explorer.json("GetCameraInfo", json!({})).await?;
    ensure!(
        camera["IsFreecam"] == false
            && camera["Name"] == "Main Camera"
            && number(&camera["Fov"]) == 60.0
            && camera["Pos"] == json!({ "X": 0.0, "Y": 1.0, "Z": -10.0 })
            && ["X", "Y", "Z"].iter().all(|axis| number(&camera["Rot"][*axis]) == 0.0),
        "{camera}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn world_pick_hits_the_frontmost_collider() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let explorer = Explorer::new(&host)?;
    for (x, y, path) in [
        (960, 540, "/World/Target Box"),
        (679, 540, "/World/Trigger Zone"),
        (1241, 540, "/World/Ball"),
        (535, 583, "/World/Pillar"),
        (1389, 735, "/World/Log"),
        (984, 790, "/World/Tilted/Tilted Box"),
        (873, 859, "/World/Tilted/Tilted Box/Tilted Ball"),
        (480, 720, "/World/Wall"),
        (700, 420, "/World/Ground"),
        (960, 100, "/World/Ground"),
        (1064, 540, "/Player"),
        (1428, 485, "/World/Ground"),
    ] {
        let pick = explorer
            .json("MousePick", json!({ "mode": "world", "x": x, "y": y }))
            .await?;
        ensure!(
            pick["Mode"] == "world" && pick["Hit"] == true && pick["Items"].is_null(),
            "{x}, {y}: {pick}"
        );
        let hit = explorer.json("GetObject", json!({ "id": pick["Id"] })).await?;
        ensure!(hit["Path"] == path, "{x}, {y}: expected {path}, got {hit}");
        if (x, y) == (1428, 485) {
            ensure!(
                pick.to_string().contains("/World/Statue"),
                "an imported mesh is not reported: {pick}"
            );
        }
    }
    let sky = explorer
        .json("MousePick", json!({ "mode": "world", "x": 960, "y": 1075 }))
        .await?;
    for (key, value) in [
        ("Mode", json!("world")),
        ("Hit", json!(false)),
        ("Id", Value::Null),
        ("Items", Value::Null),
    ] {
        ensure!(sky.get(key) == Some(&value), "{key}: {sky}");
    }
    let middle = json!({ "x": 0.5, "y": 0.5, "normalized": true });
    let pick = explorer.json("MousePick", middle).await?;
    ensure!(pick["Hit"] == true, "{pick}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ui_pick_lists_topmost_element_first() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let explorer = Explorer::new(&host)?;
    let table: &[(u32, u32, &[&str])] = &[
        (150, 250, &["Card A"]),
        (275, 250, &["Card B", "Card A"]),
        (330, 250, &["Toast", "Card B", "Card A"]),
        (525, 375, &["Nested Image", "Card B"]),
        (115, 130, &["Loud Image", "Card A"]),
        (180, 130, &["Card A"]),
        (200, 800, &["Oversized", "Mask Window"]),
        (400, 880, &[]),
        (30, 540, &[]),
        (70, 540, &["Padded"]),
        (960, 930, &["Rotated Icon"]),
        (960, 540, &["Menu Panel"]),
        (960, 580, &["Resume", "Menu Panel"]),
        (960, 480, &["Button #2", "Menu Panel"]),
        (960, 396, &["Text", "Quit", "Menu Panel"]),
        (1670, 680, &["Item 1", "Scroll View"]),
        (1670, 370, &["Item 4", "Scroll View"]),
        (1670, 240, &[]),
        (720, 60, &["Slot 1", "Toolbar"]),
        (880, 60, &["Slot 2", "Toolbar"]),
        (960, 60, &["Toolbar"]),
        (1710, 1020, &["Cell 1", "Inventory"]),
        (1710, 950, &["Cell 4", "Inventory"]),
    ];
    for (x, y, expected) in table {
        let pick = explorer
            .json("MousePick", json!({ "mode": "ui", "x": x, "y": y }))
            .await?;
        let items = pick["Items"].as_array().with_context(|| pick.to_string())?;
        let names: Vec<&str> = items.iter().filter_map(|item| item["Name"].as_str()).collect();
        ensure!(names == *expected, "{x}, {y}: expected {expected:?}, got {pick}");
        ensure!(pick["Hit"] == !expected.is_empty() && pick["Mode"] == "ui", "{pick}");
        let first = items.first().map_or(Value::Null, |item| item["Id"].clone());
        ensure!(pick["Id"] == first, "{pick}");
        for item in items {
            has_keys(item, &["Id", "Name", "Path"])?;
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn small_read_tools_return_their_documented_keys() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let explorer = Explorer::new(&host)?;
    let selection = explorer.json("GetSelection", json!({})).await?;
    ensure!(
        selection["ActiveId"].is_null() && selection["Items"] == json!([]),
        "{selection}"
    );
    let time = explorer.json("GetTimeScale", json!({})).await?;
    ensure!(
        time["ok"] == true && number(&time["value"]) == 1.0 && time["locked"] == false,
        "{time}"
    );
    let config = explorer.json("GetConfig", json!({})).await?;
    let keys = [
        "ok",
        "enabled",
        "bindAddress",
        "port",
        "allowWrites",
        "requireConfirm",
        "exportRoot",
        "logLevel",
        "componentAllowlist",
        "reflectionAllowlistMembers",
        "enableConsoleEval",
        "hookAllowlistSignatures",
    ];
    has_keys(&config, &keys)?;
    let port = host
        .url("")
        .rsplit_once(':')
        .and_then(|(_, port)| port.parse::<u16>().ok());
    ensure!(
        json!(port) == config["port"] && config["allowWrites"] == false && config["ok"] == true,
        "{config}"
    );
    let types = explorer.json("HookListAllowedTypes", json!({})).await?;
    ensure!(types["ok"] == true && types["items"] == json!([]), "{types}");
    let startup = explorer.json("GetStartupScript", json!({})).await?;
    ensure!(
        startup["ok"] == true && startup["enabled"] == false && startup["content"].is_null(),
        "{startup}"
    );
    has_keys(&startup, &["path"])?;
    let tail = explorer.json("TailLogs", json!({ "count": 5 })).await?;
    for line in tail["Items"].as_array().context("lines")? {
        has_keys(line, &["T", "Level", "Message", "Source", "Category"])?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_hookable_methods_and_rejects_unknown_types() -> Result<()> {
    let host = HostOptions::new()
        .set(
            "policy.hook-allowlist-signatures",
            r#"["UnityEngine.GameObject", "Sample.Game.Combat.Health", "No.Such"]"#,
        )
        .start()
        .await?;
    let explorer = Explorer::new(&host)?;
    let page = explorer
        .json(
            "HookListMethods",
            json!({ "type": "UnityEngine.GameObject", "filter": "setactive", "limit": 10 }),
        )
        .await?;
    let signatures: Vec<&str> = page["Items"]
        .as_array()
        .context("items")?
        .iter()
        .filter_map(|item| item["Signature"].as_str())
        .collect();
    ensure!(
        signatures.contains(&"System.Void UnityEngine.GameObject::SetActive(System.Boolean)"),
        "{page}"
    );
    let (status, answer) = explorer.call("HookListMethods", json!({ "type": "No.Such" })).await?;
    ensure!(status == 404 || status == 400, "{status} {answer}");
    Ok(())
}
