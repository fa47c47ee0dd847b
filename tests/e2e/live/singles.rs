//! Tools that make one change each, in a real game: each is an entry of the edits that can be listed, and undone where a player can.

use super::player::object;
use super::query::{frozen_game, listing};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_and_undoes_single_changes_of_a_game() -> Result<()> {
    let Some((host, _player, client)) = frozen_game("single changes of a real game").await? else {
        return Ok(());
    };
    let before = format!("{:?}", listing(&client).await?);
    let camera = object(&client, "Main Camera").await?;
    let stage = object(&client, "Stage").await?;
    let on = |more: Value| {
        let mut arguments = json!({ "objectId": camera });
        if let (Some(arguments), Some(more)) = (arguments.as_object_mut(), more.as_object()) {
            arguments.extend(more.clone());
        }
        arguments
    };
    let body = "UnityEngine.Rigidbody";
    let calls = [
        ("SetActive", on(json!({ "active": false }))),
        ("Reparent", on(json!({ "newParentId": stage }))),
        ("AddComponent", on(json!({ "type": body }))),
        (
            "SetMember",
            on(json!({ "componentType": body, "member": "mass", "jsonValue": "7.5" })),
        ),
        ("SetTimeScale", json!({ "value": 0.5, "lock": false })),
    ];
    for (tool, arguments) in &calls {
        client.ask(tool, arguments.clone()).await?;
    }
    let journal = client.ask("list_edits", json!({})).await?;
    let rows = journal["rows"].as_array().context("rows")?;
    ensure!(rows.len() == 6, "{journal}");
    for (row, (tool, _)) in rows.iter().rev().skip(1).zip(&calls) {
        ensure!(
            row["tool"] == *tool
                && row["mine"] == true
                && row["caller"].as_str().is_some_and(|name| name.contains("127.0.0.1")),
            "{tool}: {row}"
        );
        // A value of what was added builds on it.
        let fixed = row["fixed"].as_str().unwrap_or_default();
        let is_so = fixed.is_empty() || (*tool == "AddComponent" && fixed.contains("entries 5"));
        ensure!(is_so, "{tool} can't be undone: {row}");
    }
    let change = |entry: usize| &rows[5 - entry]["changes"][0];
    ensure!(
        change(1)["field"] == "active_self" && change(1)["old"] == true && change(1)["new"] == false,
        "{journal}"
    );
    ensure!(
        change(2)["field"] == "parent" && change(2)["new"]["ref"] == stage,
        "{journal}"
    );
    ensure!(
        change(3)["component"] == body && change(3)["new"]["type"] == body,
        "{journal}"
    );
    ensure!(change(4)["old"] == 1 && change(4)["new"] == 7.5, "{journal}");
    ensure!(
        change(5)["field"] == "timeScale" && change(5)["old"] == 0 && change(5)["new"] == 0.5,
        "{journal}"
    );
    let other = host.client().await?.ask("list_edits", json!({})).await?;
    ensure!(other["rows"][0]["mine"] == false, "another session's: {other}");
    let status = client.ask("GetStatus", json!({})).await?;
    ensure!(status["SessionEdits"] == 6, "{status}");

    // What builds on another goes back first, or with it.
    let refused = client
        .call("undo_edits", json!({ "entries": [4] }))
        .await?
        .expect_failure()?;
    ensure!(refused.contains("entries 5"), "{refused}");
    client.ask("undo_edits", json!({ "entries": [2, 3, 4, 5, 6] })).await?;
    ensure!(format!("{:?}", listing(&client).await?) == before, "as it was");
    let scale = client.ask("GetTimeScale", json!({})).await?;
    ensure!(scale["value"] == 0.0 && scale["locked"] == true, "{scale}");

    client
        .ask(
            "RemoveComponent",
            on(json!({ "typeOrIndex": "UnityEngine.FlareLayer" })),
        )
        .await?;
    client.ask("DestroyObject", json!({ "objectId": camera })).await?;
    let journal = client.ask("list_edits", json!({ "limit": 2 })).await?;
    for (at, old) in [
        (0, json!({ "name": "Main Camera" })),
        (1, json!({ "type": "UnityEngine.FlareLayer" })),
    ] {
        let row = &journal["rows"][at];
        ensure!(row["changes"][0]["old"] == old, "{row}");
        ensure!(
            row["fixed"]
                .as_str()
                .is_some_and(|why| why.contains("cannot bring back")),
            "{row}"
        );
    }
    Ok(())
}
