//! Batches of edits in a real game: planned without a trace, made all or none, listed, and undone where a player can.

use super::free;
use super::player::playing;
use super::query::{frozen_game, listing};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::McpClient;

async fn edit(client: &McpClient, edits: Value) -> Result<Value> {
    client.ask("edit_objects", json!({ "edits": edits })).await
}

/// The one row of that object, with these columns.
async fn find_row(client: &McpClient, path: &str, select: Value) -> Result<Value> {
    let test = json!([{ "field": "path", "op": "=", "value": path }]);
    let answer = client
        .ask("find_objects", json!({ "where": test, "select": select }))
        .await?;
    Ok(answer["rows"][0].clone())
}

fn batch() -> Value {
    json!([
        { "create": { "name": "Lamp", "position": [0, 1, 2], "components": ["Light"] } },
        { "set": { "object": { "made": 0 }, "component": "Light", "field": "intensity", "value": 3 } },
        { "create": { "name": "Door", "parent": { "made": 0 }, "components": ["Game.Door", "BoxCollider"] } },
        { "set": { "object": { "made": 2 }, "component": "Game.Door", "field": "slots", "value": [{ "item": "key", "count": 4 }] } },
        { "set": { "object": { "made": 2 }, "component": "Game.Door", "field": "slots[0].count", "value": 5 } },
        { "reparent": { "object": "/Main Camera", "parent": { "made": 0 } } },
        { "set": { "object": "/Stage", "component": "Transform", "field": "localPosition.x", "value": 7 } },
        { "set": { "object": "/Stage", "component": "Transform", "field": "localPosition.y", "value": 8 } },
        { "add_component": { "object": "/Stage", "type": "Rigidbody" } },
        { "set": { "object": "/Stage", "component": "Rigidbody", "field": "mass", "value": 8 } },
        { "set_active": { "object": "/Game32", "active": false } },
    ])
}

/// The rows without what only differs because objects have ids by then.
fn comparable_rows(answer: &Value) -> Result<Vec<Value>> {
    let rows = answer["rows"].as_array().with_context(|| answer.to_string())?;
    Ok(rows
        .iter()
        .map(|row| {
            let mut row = row.clone();
            if row["field"] == "parent" {
                row["new"] = json!(row["new"]["name"]);
            }
            row.as_object_mut().map(|row| row.remove("object"));
            row
        })
        .collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plan_changes_nothing_and_its_edits_apply_and_undo_exactly() -> Result<()> {
    let Some((host, _player, client)) = frozen_game("a batch of edits in a real game").await? else {
        return Ok(());
    };
    let before = format!("{:?}", listing(&client).await?);
    let plan = client
        .ask("edit_objects", json!({ "edits": batch(), "dry_run": true }))
        .await?;
    ensure!(plan.get("entry").is_none() && plan["total"] == 16, "{plan}");
    ensure!(
        format!("{:?}", listing(&client).await?) == before,
        "a plan changes nothing"
    );

    let done = edit(&client, batch()).await?;
    ensure!(comparable_rows(&done)? == comparable_rows(&plan)?, "{done}\n{plan}");
    let lamp = done["rows"][0]["object"].as_str().context("its id")?;
    let row = find_row(&client, "/Lamp", json!(["Light.intensity", "position"])).await?;
    ensure!(
        row["Light.intensity"] == 3 && row["position"] == json!([0, 1, 2]) && row["id"] == lamp,
        "{row}"
    );
    let row = find_row(&client, "/Lamp/Door", json!(["Game.Door.slots", "components"])).await?;
    ensure!(
        row["Game.Door.slots"] == json!([{ "item": "key", "count": 5 }]),
        "{row}"
    );
    let row = find_row(
        &client,
        "/Lamp/Main Camera",
        json!(["position", "Transform.localPosition"]),
    )
    .await?;
    ensure!(
        row["position"] == json!([0, 12, -20]) && row["Transform.localPosition"] == json!([0, 11, -22]),
        "{row}"
    );
    let row = find_row(
        &client,
        "/Stage",
        json!([
            "Rigidbody.mass",
            "Transform.localPosition.x",
            "Transform.localPosition.y"
        ]),
    )
    .await?;
    ensure!(
        row["Rigidbody.mass"] == 8 && row["Transform.localPosition.x"] == 7 && row["Transform.localPosition.y"] == 8,
        "{row}"
    );

    // A later change of the same place prevents it, and is undone together with the first.
    edit(
        &client,
        json!([{ "set": { "object": "/Lamp", "component": "Light", "field": "range", "value": 9 } }]),
    )
    .await?;
    // The first entry is that of the frozen time.
    let refused = client.call("undo_edits", json!({ "entries": [2] })).await?;
    ensure!(refused.failure().context("entry 3")?.contains("entries 3"));
    let planned = client
        .ask("undo_edits", json!({ "entries": [2, 3], "dry_run": true }))
        .await?;
    let undone = client.ask("undo_edits", json!({ "entries": [2, 3] })).await?;
    ensure!(undone["rows"] == planned["rows"], "{undone}\n{planned}");
    ensure!(format!("{:?}", listing(&client).await?) == before, "{undone}");
    let journal = client.ask("list_edits", json!({})).await?;
    let rows = journal["rows"].as_array().context("rows")?;
    ensure!(rows.len() == 4 && rows[0]["undoes"] == json!([2, 3]), "{journal}");
    let fixed = rows[2]["fixed"].as_str().context("why")?;
    ensure!(fixed.contains("undone already, by entry 4"), "{journal}");
    ensure!(
        rows[2]["mine"] == true && rows[2]["tool"] == "edit_objects" && rows[2]["caller"] != "",
        "{journal}"
    );
    let other = host.client().await?.ask("list_edits", json!({})).await?;
    ensure!(other["rows"][2]["mine"] == false, "another session's: {other}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sets_rotation_in_degrees_in_a_game() -> Result<()> {
    let Some((_host, _player, client)) = frozen_game("degrees in a real game").await? else {
        return Ok(());
    };
    crate::edits::turn_by_degrees(&client).await.map(drop)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn applies_no_edit_of_a_batch_with_an_invalid_edit() -> Result<()> {
    let Some((_host, _player, client)) = frozen_game("wrong edits in a real game").await? else {
        return Ok(());
    };
    let before = format!("{:?}", listing(&client).await?);
    let set = |field: &str, value: Value| json!({ "set": { "object": "/Main Camera", "component": "Camera", "field": field, "value": value } });
    for (wrong, part) in [
        (set("fildOfView", json!(50)), "did you mean fieldOfView"),
        (set("fieldOfView", json!("wide")), "a number"),
        (set("pixelWidth", json!(5)), "can only be read"),
        (
            json!({ "set": { "object": "/Stage", "component": "Light", "field": "range", "value": 1 } }),
            "no component `Light`",
        ),
        (
            json!({ "reparent": { "object": "/Game32", "parent": "/Game32/Ball" } }),
            "the object itself or below it",
        ),
        (
            json!({ "reparent": { "object": "/Game32", "index": 99 } }),
            "it must be 0 to",
        ),
        (
            json!({ "add_component": { "object": "/Stage", "type": "Rigidbdy" } }),
            "Rigidbdy",
        ),
        (
            json!({ "add_component": { "object": "/Main Camera", "type": "Camera" } }),
            "Camera",
        ),
        (
            json!({ "remove_component": { "object": "/Stage", "component": "Transform" } }),
            "every object has one",
        ),
        (
            json!({ "set_active": { "object": { "made": 9 }, "active": true } }),
            "no edit 9 before this one",
        ),
        (
            json!({ "instantiate": { "prefab": "Assets/Ball.prefab" } }),
            "a player has no prefabs",
        ),
        (
            json!({ "create": { "name": "Lamp", "scene": "Nowhere" } }),
            "no scene is called",
        ),
    ] {
        let first = json!({ "set_active": { "object": "/Stage", "active": false } });
        let made = json!({ "create": { "name": "Trial", "components": ["Rigidbody"] } });
        let answer = client
            .call("edit_objects", json!({ "edits": [first, made, wrong] }))
            .await?;
        let failure = answer.failure().with_context(|| format!("{wrong} is taken"))?;
        ensure!(failure.contains(part), "{wrong}: {failure}");
        ensure!(
            format!("{:?}", listing(&client).await?) == before,
            "{wrong} left something"
        );
    }
    let journal = client.ask("list_edits", json!({})).await?;
    ensure!(journal["total"] == 1, "{journal}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_that_destroyed_objects_cannot_be_restored() -> Result<()> {
    let Some((_host, _player, client)) = frozen_game("destroying in a real game").await? else {
        return Ok(());
    };
    let edits = json!([
        { "destroy": { "object": "/Game32" } },
        { "remove_component": { "object": "/Main Camera", "component": "FlareLayer" } },
    ]);
    let plan = client
        .call("edit_objects", json!({ "edits": edits, "dry_run": true }))
        .await?;
    ensure!(plan.text().contains("cannot be undone"), "{}", plan.text());
    edit(&client, edits).await?;
    let own = listing(&client).await?;
    ensure!(
        own.len() == 50 && own.iter().all(|one| one.name != "Game32"),
        "{}",
        own.len()
    );
    ensure!(
        own.iter()
            .all(|one| !one.types.iter().any(|full| full.ends_with("FlareLayer")))
    );
    let refused = client.call("undo_edits", json!({ "entries": [2] })).await?;
    ensure!(
        refused
            .failure()
            .context("gone")?
            .contains("cannot bring back what it destroyed")
    );
    let journal = client.ask("list_edits", json!({})).await?;
    let fixed = journal["rows"][0]["fixed"].as_str().context("why")?;
    ensure!(fixed.contains("cannot bring back"), "{journal}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn checks_the_policy_for_each_edit_of_a_batch() -> Result<()> {
    let reading = free().set("policy.reflection-allowlist-members", r#"["UnityEngine.Light.*"]"#);
    let reading = reading.set("policy.component-allowlist", "[]");
    let Some((host, _player)) = playing("edits that the policy refuses", reading).await? else {
        return Ok(());
    };
    let client = host.client().await?;
    let edits = json!([
        { "set": { "object": "/Directional Light", "component": "Light", "field": "intensity", "value": 2 } },
        { "set": { "object": "/Main Camera", "component": "Camera", "field": "depth", "value": 2 } },
        { "add_component": { "object": "/Main Camera", "type": "Light" } },
    ]);
    let plan = client
        .ask("edit_objects", json!({ "edits": edits, "dry_run": true }))
        .await?;
    let denied: Vec<&Value> = plan["rows"]
        .as_array()
        .context("rows")?
        .iter()
        .map(|row| &row["denied"])
        .collect();
    ensure!(
        denied
            == [
                &Value::Null,
                &json!("policy.reflection-allowlist-members"),
                &json!("policy.component-allowlist")
            ],
        "{plan}"
    );
    let refused = client.call("edit_objects", json!({ "edits": edits })).await?;
    ensure!(refused.failure().is_some(), "it was let through");
    let row = find_row(&client, "/Directional Light", json!(["Light.intensity"])).await?;
    ensure!(
        row["Light.intensity"] == plan["rows"][0]["old"],
        "nothing of it was done: {row}"
    );
    Ok(())
}
