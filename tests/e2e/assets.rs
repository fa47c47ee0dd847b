//! The tools of the bundle `assets` on the sample project, as an agent calls them.
//!
//! Belongs here: what comes over the wire. Does not: what uses what (`host/unity-project/src/references`), whole tables of the real
//! projects (`agent`).

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::HostOptions;

fn rows(answer: &Value) -> Result<&Vec<Value>> {
    answer["rows"].as_array().context("rows")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_assets_and_references_and_bounds_missing_references() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;

    let prefabs = client
        .ask(
            "list_assets",
            json!({ "kind": "Prefab", "order": "-bytes", "limit": 3 }),
        )
        .await?;
    let sizes: Vec<u64> = rows(&prefabs)?.iter().filter_map(|row| row["bytes"].as_u64()).collect();
    ensure!(!sizes.is_empty() && sizes.is_sorted_by(|a, b| a >= b), "{prefabs}");
    ensure!(prefabs["complete"] == prefabs["next"].is_null(), "{prefabs}");

    let script = "Assets/Scripts/Combat/Health.cs";
    let by_path = client.ask("find_references", json!({ "target": script })).await?;
    ensure!(
        by_path["complete"] == true && by_path["total"].as_u64() > Some(0),
        "{by_path}"
    );
    let on_object = rows(&by_path)?.iter().find(|row| row["field"] == "m_Script");
    let on_object = on_object.context("a component")?;
    ensure!(on_object["component"] == "Sample.Game.Combat.Health", "{on_object}");
    ensure!(
        on_object["path"].as_str().is_some_and(|path| path.starts_with('/')),
        "{on_object}"
    );
    let by_type = client.ask("find_references", json!({ "target": "Health" })).await?;
    ensure!(by_type["total"] == by_path["total"], "{by_type}");

    let info = client.ask("asset_info", json!({ "asset": script })).await?;
    ensure!(
        info["kind"] == "MonoScript" && info["importer"]["importer"] == "MonoImporter",
        "{info}"
    );
    let by_guid = client.ask("asset_info", json!({ "asset": info["guid"] })).await?;
    ensure!(by_guid["path"] == script, "{by_guid}");

    let missing = client.call("missing_references", json!({ "max_bytes": 8192 })).await?;
    ensure!(missing.text().starts_with("{\"caveat\":"), "{}", missing.text());
    ensure!(missing.text().len() <= 8192, "{}", missing.text().len());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn returns_each_settings_section_within_its_byte_limit() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    for section in [
        "build",
        "layers",
        "tags",
        "physics",
        "physics_2d",
        "time",
        "player",
        "quality",
        "graphics",
        "packages",
        "input",
    ] {
        let answer = client
            .call("project_settings", json!({ "section": section, "max_bytes": 4096 }))
            .await?;
        ensure!(
            answer.text().len() <= 4096 + 2048,
            "{section}: {} bytes",
            answer.text().len()
        );
        let told: Value = serde_json::from_str(&answer.text())?;
        ensure!(told["section"] == section, "{told}");
    }
    let physics = client.ask("project_settings", json!({ "section": "physics" })).await?;
    ensure!(
        physics["values"]["layerCollisionMatrix"]["Default"].is_array(),
        "{physics}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suggests_similar_names_for_missing_assets() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    for (tool, arguments, near) in [
        ("find_references", json!({ "target": "Helth" }), "Health"),
        (
            "find_references",
            json!({ "target": "Assets/Scripts/Combat/Helth.cs" }),
            "Health.cs",
        ),
        (
            "asset_info",
            json!({ "asset": "Assets/Scripts/Combat/Helth.cs" }),
            "Health.cs",
        ),
        ("list_assets", json!({ "folder": "Assets/Script" }), "Assets/Scripts"),
        ("list_assets", json!({ "kind": "Materiel" }), "Material"),
        (
            "missing_references",
            json!({ "folder": "Assets/Script" }),
            "Assets/Scripts",
        ),
    ] {
        let answer = client.call(tool, arguments.clone()).await?;
        ensure!(answer.text().contains(near), "{tool} {arguments}: {}", answer.text());
    }
    Ok(())
}
