//! Report 10: a path that two siblings have, and a component type that an object has three times.

use super::{HEAD, behaviour, members, object, rows, script, served};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_projects::{TinyProject, guid};

fn race() -> TinyProject {
    let project = TinyProject::new();
    let lap = script("public class Lap : MonoBehaviour { public int number; }");
    project.asset("Assets/Lap.cs", &guid('a'), lap);
    let mut scene =
        HEAD.to_owned() + &object(11, "Car", &[]) + &object(21, "Car", &[]) + &object(31, "Track", &[33, 34, 35]);
    for (id, number) in [(33, 7), (34, 8), (35, 9)] {
        scene += &behaviour(id, 31, &guid('a'), &format!("  number: {number}\n"));
    }
    project.asset("Assets/Race.unity", &guid('1'), scene);
    project
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reads_and_edits_reject_an_ambiguous_sibling_path() -> Result<()> {
    let project = race();
    let (_host, client) = served(project.root()).await?;
    let both = client.ask("find_objects", json!({ "name": "Car" })).await?;
    let ids = members(&both, ["id"])?;
    ensure!(ids.len() == 2 && both["total"] == 2, "{both}");
    let off = json!([{ "set_active": { "object": "/Car", "active": false } }]);
    for (tool, arguments) in [
        ("get_components", json!({ "objects": ["/Car"] })),
        ("outline", json!({ "object": "/Car" })),
        ("find_objects", json!({ "under": "/Car" })),
        ("edit_objects", json!({ "edits": off, "dry_run": true })),
    ] {
        let refused = client.call(tool, arguments).await?.expect_failure()?;
        ensure!(
            refused.contains("\"/Car\", which 2 objects are called"),
            "{tool}: {refused}"
        );
        for [id] in &ids {
            ensure!(refused.contains(id.as_str().context("an id")?), "{tool}: {refused}");
        }
    }
    // What the refusal names is accepted, and means one of the two.
    for (path, [id]) in ["Assets/Race.unity/Car[1]", "Assets/Race.unity/Car[2]"]
        .iter()
        .zip(&ids)
    {
        let found = client.ask("get_components", json!({ "objects": [path] })).await?;
        ensure!(rows(&found)?.iter().all(|row| row["id"] == *id), "{path}: {found}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_removing_an_ambiguous_component_type() -> Result<()> {
    let project = race();
    let (_host, client) = served(project.root()).await?;
    let remove = |component: Value| {
        let edits = json!([{ "remove_component": { "object": "/Track", "component": component } }]);
        json!({ "edits": edits, "dry_run": true })
    };
    let refused = client
        .call("edit_objects", remove(json!("Lap")))
        .await?
        .expect_failure()?;
    for part in [
        "3 components Lap",
        "Lap[1] at position 1",
        "Lap[2] at position 2",
        "Lap[3] at position 3",
    ] {
        ensure!(refused.contains(part), "no {part} in {refused}");
    }
    for (component, index) in [(json!("Lap[1]"), 1), (json!("Lap[3]"), 3), (json!(2), 2)] {
        let plan = client.ask("edit_objects", remove(component.clone())).await?;
        let rows = members(&plan, ["path", "component", "index"])?;
        ensure!(
            rows == [[json!("/Track"), json!("Lap"), json!(index)]],
            "{component}: {plan}"
        );
    }
    Ok(())
}
