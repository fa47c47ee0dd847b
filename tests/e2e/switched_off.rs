//! A switched-off function is reported where a user looks for it.
//!
//! Belongs here: inactive objects and disabled components in the answers of tools made for agents. Does not: what is active
//! (`host/bridge-project`).

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::HostOptions;

/// Where its own flag is off, and nothing where all is on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn outline_marks_inactive_objects_and_disabled_components() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    let whole = json!({ "scene": "Main", "depth": 100, "limit": 500, "max_bytes": 60_000 });
    let text = client.call("outline", whole).await?.text();
    let find = |query: serde_json::Value| client.ask("find_objects", query);
    let inactive =
        json!({ "files": ["Main"], "where": [{ "field": "active_self", "op": "=", "value": false }], "limit": 500 });
    let inactive = find(inactive).await?;
    let inactive: Vec<&str> = inactive["rows"]
        .as_array()
        .context("rows")?
        .iter()
        .filter_map(|row| row["id"].as_str())
        .collect();
    ensure!(inactive.len() > 4, "{inactive:?}");
    let disabled = json!({ "files": ["Main"], "type": "Camera", "where": [{ "field": "Camera.enabled", "op": "=", "value": false }] });
    let disabled = find(disabled).await?;
    let camera = disabled["rows"][0]["id"].as_str().context("a camera that is off")?;
    let mut off = 0;
    for line in text.lines().filter(|line| line.contains(" #obj:")) {
        let id = line
            .split(" #")
            .nth(1)
            .and_then(|rest| rest.split(' ').next())
            .context("an id")?;
        ensure!(line.contains(" (inactive)") == inactive.contains(&id), "{line}");
        ensure!(
            line.contains(", Camera(off)") || line.contains("[Camera(off)") || id != camera,
            "{line}"
        );
        off += line.matches("(off)").count();
    }
    ensure!(off >= 3, "{text}");
    // The object that is outlined has its own line.
    let one = client.call("outline", json!({ "object": camera })).await?.text();
    ensure!(one.contains("Camera(off)"), "{one}");
    let names = client
        .call("outline", json!({ "object": camera, "names_only": true }))
        .await?
        .text();
    ensure!(!names.contains("off"), "{names}");
    // Pages tell the same.
    let mut page = json!({ "scene": "Main", "depth": 100, "limit": 20 });
    let mut told = 0;
    loop {
        let text = client.call("outline", page.clone()).await?.text();
        told += text.matches("(off)").count();
        let Some((_, rest)) = text.split_once("continue with cursor \"") else {
            break;
        };
        let (cursor, _) = rest.split_once('"').context("a cursor")?;
        page["cursor"] = json!(cursor);
    }
    ensure!(told == off, "{told} of {off}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_children_of_an_inactive_object_as_inactive() -> Result<()> {
    let host = HostOptions::new().writing().start().await?;
    let client = host.client().await?;
    let child = "/Names/Twin[2]";
    let read = json!({ "objects": [child, "/Main Camera"] });
    let before = client.ask("get_components", read.clone()).await?;
    ensure!(!before.to_string().contains("\"active\""), "{before}");
    let edits = json!([{ "set_active": { "object": "/Names", "active": false } }]);
    client.ask("edit_objects", json!({ "edits": edits })).await?;
    let after = client.ask("get_components", read).await?;
    ensure!(after["rows"][0]["active"] == false, "{after}");
    ensure!(after.to_string().matches("\"active\"").count() == 1, "{after}");
    let one = client.call("outline", json!({ "object": child })).await?.text();
    ensure!(one.contains(" (below an inactive object)"), "{one}");
    let all = client
        .call("outline", json!({ "scene": "Main", "depth": 2, "limit": 500 }))
        .await?
        .text();
    let marked: Vec<&str> = all
        .lines()
        .filter(|line| line.contains("Twin") && line.contains("inactive"))
        .collect();
    ensure!(marked.is_empty() && all.contains("(inactive)"), "{marked:?} {all}");
    Ok(())
}
