//! Which object is meant where several are called so, and the error in that case.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, McpClient, TestHost};

async fn writing(options: HostOptions) -> Result<(TestHost, McpClient)> {
    let host = options.writing().start().await?;
    let client = host.client().await?;
    Ok((host, client))
}

fn deactivate(object: &str) -> Value {
    json!({ "edits": [{ "set_active": { "object": object, "active": false } }], "dry_run": true })
}

/// Its candidates look alike but for their scenes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_both_files_for_a_path_in_two_scenes() -> Result<()> {
    let both = r#"["Assets/Scenes/Main.unity", "Assets/Scenes/Arena.unity"]"#;
    let (_host, client) = writing(HostOptions::new().set("project.open", both)).await?;
    let made = json!({ "edits": [{ "create": { "name": "Main Camera", "scene": "Arena" } }] });
    client.ask("edit_objects", made).await?;
    let said = format!("{:?}", client.call("edit_objects", deactivate("/Main Camera")).await?);
    for part in [
        "which 2 objects are called",
        "(Assets/Scenes/Main.unity/Main Camera)",
        "(Assets/Scenes/Arena.unity/Main Camera)",
    ] {
        ensure!(said.contains(part), "{part}: {said}");
    }
    ensure!(!said.contains("no object of the loaded scenes"), "{said}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn edit_by_path_with_file_suggests_no_other_object() -> Result<()> {
    let (_host, client) = writing(HostOptions::new()).await?;
    let planned = client
        .call("edit_objects", deactivate("Assets/Scenes/Main.unity/Main Camera"))
        .await?;
    ensure!(planned.failure().is_none(), "{planned:?}");
    ensure!(!format!("{planned:?}").contains("did you mean"), "{planned:?}");
    let file = "Assets/Scenes/Main.unity/Names/Twin";
    let refused = client.call("edit_objects", deactivate(file)).await?.expect_failure()?;
    ensure!(refused.contains("which 2 objects are called"), "{refused}");
    let first = client.ask("edit_objects", deactivate(&format!("{file}[1]"))).await?;
    ensure!(first["total"] == 1, "{first}");
    Ok(())
}

/// A name alone means the one object that has it, wherever that hangs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_the_paths_of_objects_with_an_ambiguous_name() -> Result<()> {
    let (_host, client) = writing(HostOptions::new()).await?;
    let read = |name: &str| json!({ "objects": [name], "types": ["Transform"] });
    let said = client.call("get_components", read("Twin")).await?.expect_failure()?;
    ensure!(
        said.contains("which 2 objects are called") && said.contains("Main.unity/Names/Twin[2])"),
        "{said}"
    );
    let edits = json!([{ "create": { "name": "Lonely", "parent": "/Main Camera" } }]);
    client.ask("edit_objects", json!({ "edits": edits })).await?;
    let found = client.ask("get_components", read("Lonely")).await?;
    ensure!(found["rows"][0]["path"] == "/Main Camera/Lonely", "{found}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suggests_near_names_for_unknown_names() -> Result<()> {
    let (_host, client) = writing(HostOptions::new()).await?;
    let found = client.call("find_objects", json!({ "name": "MainCamera" })).await?;
    let said = format!("{found:?}");
    ensure!(
        found.failure().is_none() && said.contains("did you mean Main Camera"),
        "{said}"
    );
    let said = client
        .call("get_componets", json!({ "objects": ["/Main Camera"] }))
        .await;
    let said = format!("{said:?}");
    ensure!(said.contains("did you mean get_components?"), "{said}");
    // An object that is found elsewhere gets no near names of this scene.
    let found = client.call("get_components", json!({ "objects": ["/Squad"] })).await?;
    ensure!(!format!("{found:?}").contains("did you mean"), "{found:?}");
    let id = client.ask("find_objects", json!({ "name": "Main Camera" })).await?["rows"][0]["id"].clone();
    let id = id.as_str().context("an id")?;
    client
        .ask("edit_objects", json!({ "edits": [{ "destroy": { "object": id } }] }))
        .await?;
    let said = client
        .call("get_components", json!({ "objects": [id] }))
        .await?
        .expect_failure()?;
    ensure!(said.contains("entry 1 destroyed it"), "{said}");
    Ok(())
}

/// Some clients send every unset argument as an empty text.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn treats_empty_optional_text_as_absent() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    let all = client.ask("find_objects", json!({ "type": "Camera" })).await?;
    ensure!(all["total"].as_u64() > Some(0), "{all}");
    for name in ["name", "path", "tag", "layer", "under", "cursor"] {
        let mut arguments = json!({ "type": "Camera" });
        arguments[name] = json!("");
        let found = client.ask("find_objects", arguments).await?;
        ensure!(found == all, "{name}: {found} instead of {all}");
    }
    Ok(())
}
