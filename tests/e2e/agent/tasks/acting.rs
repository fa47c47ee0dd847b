//! Tasks that act: a change that is seen and undone, a pick in one scene of several.

use super::asked::Asked;
use super::column;
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tests_support::HostOptions;

#[tokio::test]
async fn sets_reads_and_undoes_a_value() -> Result<()> {
    let options = HostOptions::new()
        .writing()
        .set("policy.reflection-allowlist-members", r#"["UnityEngine.Rigidbody.*"]"#);
    let Some(asked) = Asked::start("cli-loop", options).await? else {
        return Ok(());
    };
    let heavier = json!({ "object": "/Target_0", "component": "Rigidbody", "field": "mass", "value": 3.5 });
    let edits = json!([{ "set": heavier }]);
    asked
        .call("open_scene", json!({ "scene": "SimulateMouseInputDemoScene" }))
        .await?;
    let tried = asked
        .call("edit_objects", json!({ "edits": edits, "dry_run": true }))
        .await?;
    ensure!(
        column(&tried, "old")? == [2] && column(&tried, "new")? == [3.5],
        "{tried}"
    );
    asked.anew();
    let done = asked.call("edit_objects", json!({ "edits": edits })).await?;
    ensure!(done["rows"] == tried["rows"] && done["entry"] == 1, "{done}");
    ensure!(masses(&asked).await? == [3.5, 2.0, 2.0, 2.0, 2.0]);
    asked.anew();
    let undone = asked.call("undo_edits", json!({ "all": true })).await?;
    ensure!(column(&undone, "new")? == [2], "{undone}");
    ensure!(masses(&asked).await? == [2.0; 5]);
    Ok(())
}

/// Of the five targets.
async fn masses(asked: &Asked) -> Result<Vec<f64>> {
    let arguments = json!({ "name": "Target_*", "select": ["Rigidbody.mass"], "order": ["name"] });
    let found = asked.call("find_objects", arguments).await?;
    let masses = column(&found, "Rigidbody.mass")?;
    Ok(masses.iter().filter_map(Value::as_f64).collect())
}

/// Both scenes have a camera, a box and a plane. What their cameras see in the middle was worked out by hand from the files: the one
/// is at (0, 5, -8) and looks 30 degrees down, the other at (0, 3, -4) and 15 degrees.
#[tokio::test]
async fn raycast_hits_only_objects_of_the_named_scene() -> Result<()> {
    let Some(asked) = Asked::start("cli-loop", HostOptions::new()).await? else {
        return Ok(());
    };
    for (scene, hits) in [
        (
            "AutomationTestScene",
            [("/TargetCube", "BoxCollider", 8.3603), ("/Floor", "MeshCollider", 9.7)],
        ),
        (
            "SimulateMouseInputDemoScene",
            [
                ("/UnityChan", "CapsuleCollider", 3.671),
                ("/Ground", "MeshCollider", 11.2911),
            ],
        ),
    ] {
        asked.anew();
        asked.call("open_scene", json!({ "scene": scene })).await?;
        let met = asked.call("raycast", json!({ "scene": scene })).await?;
        ensure!(column(&met, "path")? == hits.map(|(path, ..)| path), "{met}");
        let colliders = hits.map(|(_, collider, _)| format!("UnityEngine.{collider}"));
        ensure!(column(&met, "collider")? == colliders, "{met}");
        let distances = column(&met, "distance")?;
        for (met, (.., by_hand)) in distances.iter().zip(hits) {
            ensure!(
                met.as_f64().is_some_and(|met| (met - by_hand).abs() < 1e-3),
                "{met} is not {by_hand}"
            );
        }
        let file = format!("Assets/Scenes/{scene}.unity");
        ensure!(column(&met, "file")?.iter().all(|found| *found == file), "{met}");
    }
    // Both are loaded now: the first is still seen alone.
    asked.anew();
    let met = asked
        .call("raycast", json!({ "scene": "AutomationTestScene", "limit": 1 }))
        .await?;
    ensure!(column(&met, "path")? == ["/TargetCube"] && met["total"] == 2, "{met}");
    let down = json!({ "scene": "SimulateMouseInputDemoScene", "origin": [3, 10, 8], "direction": [0, -1, 0] });
    let met = asked.call("raycast", down).await?;
    ensure!(column(&met, "path")? == ["/Target_2", "/Ground"], "{met}");
    ensure!(
        column(&met, "point")? == [json!([3.0, 2.0, 8.0]), json!([3.0, 0.0, 8.0])],
        "{met}"
    );
    Ok(())
}
