//! Tasks about the project: assets, users, settings.

use super::asked::Asked;
use super::column;
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tests_support::HostOptions;

#[tokio::test]
async fn finds_prefabs_script_users_and_missing_scripts() -> Result<()> {
    let Some(asked) = Asked::start("mirror-examples", HostOptions::new()).await? else {
        return Ok(());
    };
    largest_prefabs(&asked).await?;
    asked.anew();
    users_of_a_script(&asked).await?;
    asked.anew();
    missing_scripts_grouped(&asked).await
}

async fn largest_prefabs(asked: &Asked) -> Result<()> {
    let arguments = json!({ "kind": "Prefab", "order": "-bytes", "limit": 10 });
    let found = asked.call("list_assets", arguments).await?;
    let names: Vec<Value> = column(&found, "path")?;
    let names: Vec<&str> = names
        .iter()
        .filter_map(|path| path.as_str()?.rsplit('/').next())
        .collect();
    let expected = [
        ("CharacterSelection.prefab", 78_637),
        ("CharacterAssault.prefab", 56_698),
        ("CharacterHeavy.prefab", 42_622),
        ("CharacterMedic.prefab", 33_240),
        ("CouchPlayer.prefab", 14_933),
        ("Tank.prefab", 11_281),
        ("PlayerReliable.prefab", 11_104),
        ("PlayerUnreliable.prefab", 11_095),
        ("Tank.prefab", 10_926),
        ("Object.prefab", 9_293),
    ];
    ensure!(names == expected.map(|(name, _)| name), "{found}");
    ensure!(
        column(&found, "bytes")? == expected.map(|(_, bytes)| json!(bytes)),
        "{found}"
    );
    ensure!(found["total"] == 23, "{found}");
    Ok(())
}

async fn users_of_a_script(asked: &Asked) -> Result<()> {
    let found = asked
        .call("find_references", json!({ "target": "NetworkManagerHUD", "limit": 20 }))
        .await?;
    ensure!(found["total"] == 7, "{found}");
    let files = column(&found, "file")?;
    ensure!(
        files
            .iter()
            .all(|file| file.as_str().is_some_and(|file| file.ends_with(".unity"))),
        "{found}"
    );
    Ok(())
}

/// Counted in the files' text: 191 scripts and 25 other references by guids that no `.meta` has. Packages are declared that are not in
/// the folder, so that none can be called missing.
async fn missing_scripts_grouped(asked: &Asked) -> Result<()> {
    let found = asked
        .call("missing_references", json!({ "kind": "missing_script" }))
        .await?;
    ensure!(found["total"] == 0 && found["complete"] == true, "{found}");
    let apart = &found["unverifiable"];
    let counts: Vec<&Value> = apart["causes"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|cause| &cause["count"])
        .collect();
    ensure!(
        apart["count"] == 216 && counts.starts_with(&[&json!(64), &json!(57), &json!(26)]),
        "{found}"
    );
    let told = apart["causes"][0]["why"].as_str().unwrap_or_default();
    ensure!(told.contains("UnityEngine.UI.Text"), "{found}");
    Ok(())
}

#[tokio::test]
async fn reads_the_layers_a_floor_collides_with() -> Result<()> {
    let Some(asked) = Asked::start("cli-loop", HostOptions::new()).await? else {
        return Ok(());
    };
    let arguments =
        json!({ "scope": "project", "type": "Collider", "name": "Floor", "select": ["layer", "Collider.isTrigger"] });
    let floor = asked.call("find_objects", arguments).await?;
    ensure!(column(&floor, "layer")? == ["Default"], "{floor}");
    ensure!(column(&floor, "Collider.isTrigger")? == [false], "{floor}");
    let physics = asked.call("project_settings", json!({ "section": "physics" })).await?;
    let with = &physics["values"]["layerCollisionMatrix"]["Default"];
    ensure!(*with == json!(["Everything"]), "{physics}");
    Ok(())
}

#[tokio::test]
async fn lists_scenes_of_the_build() -> Result<()> {
    let Some(asked) = Asked::start("univrm-viewer", HostOptions::new()).await? else {
        return Ok(());
    };
    let build = asked.call("project_settings", json!({ "section": "build" })).await?;
    let expected = json!([
        { "path": "Assets/VRM_Samples/SimpleViewer/SimpleViewer.unity", "enabled": false, "build_index": null, "exists": false },
        { "path": "Assets/VRM10_Samples/VRM10Viewer/VRM10Viewer.unity", "enabled": true, "build_index": 0, "exists": true },
    ]);
    ensure!(build["values"]["scenes"] == expected, "{build}");
    Ok(())
}
