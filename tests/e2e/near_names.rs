//! Errors of unknown names list the near ones.
//!
//! Belongs here: that the nearest names reach a caller. Does not: what is near (`host/bridge-project`).

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{Explorer, HostOptions};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suggests_near_names_for_mistyped_arguments() -> Result<()> {
    let host = HostOptions::new().writing().start().await?;
    let client = host.client().await?;
    let page = client.ask("ListObjects", json!({ "limit": 1 })).await?;
    let path = page["Items"][0]["Path"].as_str().context("an object")?.to_owned();
    let id = page["Items"][0]["Id"].as_str().context("an object")?.to_owned();
    let mistyped = format!("{path}x");
    let said = client
        .call(
            "modify_object",
            json!({ "object_id": mistyped, "property_path": "transform.localPosition.x", "property_value": 1 }),
        )
        .await?
        .expect_failure()?;
    ensure!(said.contains(&format!("did you mean {id} ({path})")), "{said}");
    let said = client
        .call("project.assets.summary", json!({ "folder": "Assets/Scrpits" }))
        .await?
        .expect_failure()?;
    ensure!(said.contains("did you mean Assets/Scripts?"), "{said}");
    let said = client
        .call(
            "scene.hierarchy.dump",
            json!({ "scenePath": "Assets/Scenes/Mian.unity" }),
        )
        .await?
        .expect_failure()?;
    ensure!(said.contains("Assets/Scenes/Main.unity"), "{said}");
    let said = client
        .call(
            "scene.hierarchy.dump",
            json!({ "scenePath": "Assets/Scenes/Main.unity", "root": "Main Camra" }),
        )
        .await?
        .expect_failure()?;
    ensure!(said.contains("did you mean /Main Camera"), "{said}");
    let explorer = Explorer::new(&host)?;
    explorer
        .write(
            "WriteConsoleScript",
            json!({ "path": "spawn-enemies.cs", "content": "1" }),
        )
        .await?;
    let said = client
        .call("ReadConsoleScript", json!({ "path": "spawn-enemy.cs" }))
        .await?
        .expect_failure()?;
    ensure!(said.contains("did you mean spawn-enemies.cs?"), "{said}");
    Ok(())
}

/// A base type finds what derives from it, as it does with the tools made for agents.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn older_tools_find_subtypes_of_a_base_type() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    let expected = client.ask("find_objects", json!({ "type": "Collider" })).await?;
    ensure!(expected["total"].as_u64() > Some(0), "{expected}");
    for tool in ["SearchObjects", "ListObjects"] {
        let found = client.ask(tool, json!({ "type": "Collider" })).await?;
        ensure!(found["Total"] == expected["total"], "{tool}: {found}");
    }
    Ok(())
}

/// By distance, in scenes that are loaded and in those that are not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suggests_near_objects_in_loaded_and_unloaded_scenes() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    for (arguments, near) in [
        (json!({ "under": "/Plyaer" }), "/Player)"),
        (json!({ "under": "/Sqaud", "files": ["Arena"] }), "/Squad)"),
        (json!({ "under": "/Sqaud", "scope": "project" }), "Arena.unity/Squad)"),
        (
            json!({ "under": "/Squad/Xing Left", "files": ["Arena"] }),
            "/Squad/Wing Left)",
        ),
    ] {
        let said = client.call("find_objects", arguments).await?.expect_failure()?;
        ensure!(
            said.contains("did you mean obj:") && said.contains(near),
            "{near}: {said}"
        );
    }
    Ok(())
}

/// By its path alone, or behind that of its file; each row says where it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reads_an_object_of_an_unloaded_scene_by_path() -> Result<()> {
    let host = HostOptions::new()
        .set("project.open", r#"["Assets/Scenes/Main.unity"]"#)
        .start()
        .await?;
    let client = host.client().await?;
    for given in ["/Squad", "Squad", "Assets/Scenes/Arena.unity/Squad"] {
        let answer = client
            .ask("get_components", json!({ "objects": [given], "types": ["Transform"] }))
            .await?;
        let row = &answer["rows"][0];
        ensure!(
            row["file"] == "Assets/Scenes/Arena.unity" && row["path"] == "/Squad",
            "{given}: {answer}"
        );
    }
    let told = client.call("outline", json!({ "object": "/Squad" })).await?.text();
    ensure!(
        told.contains("Squad #obj:") && told.contains("which is not loaded"),
        "{told}"
    );
    let found = client.call("find_objects", json!({ "type": "Camera" })).await?.text();
    ensure!(found.contains("searched 1 of 2 scenes"), "{found}");
    Ok(())
}

/// Who uses it is read beside the session; an edit gets the scene to open.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finds_references_in_unloaded_scenes_and_rejects_edits_there() -> Result<()> {
    let host = HostOptions::new()
        .set("project.open", r#"["Assets/Scenes/Main.unity"]"#)
        .start()
        .await?;
    let client = host.client().await?;
    for given in ["/Squad", "Assets/Scenes/Arena.unity/Squad"] {
        let found = client.ask("find_references", json!({ "target": given })).await?;
        ensure!(found["complete"] == true && found["total"].is_u64(), "{given}: {found}");
    }
    for given in ["/Squad", "Squad", "Assets/Scenes/Arena.unity/Squad"] {
        let edits = json!([{ "set_active": { "object": given, "active": false } }]);
        let refused = client
            .call("edit_objects", json!({ "edits": edits, "dry_run": true }))
            .await?
            .text();
        ensure!(
            refused.contains("not loaded") && refused.contains("call open_scene with Assets/Scenes/Arena.unity"),
            "{given}: {refused}"
        );
    }
    Ok(())
}

/// What a line of an outline does not write is not charged to it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn outline_uses_most_of_max_bytes_before_paging() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    let all = client
        .call(
            "outline",
            json!({ "scene": "Main", "depth": 100, "limit": 500, "names_only": true, "max_bytes": 4096 }),
        )
        .await?
        .text();
    ensure!(
        !all.contains("continue with cursor") || all.len() > 2560,
        "{}: {all}",
        all.len()
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_an_ambiguous_path_and_accepts_it_with_index() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    for (tool, arguments) in [
        ("get_components", json!({ "objects": ["/Names/Twin"] })),
        ("outline", json!({ "object": "/Names/Twin" })),
        ("find_objects", json!({ "under": "/Names/Twin" })),
        (
            "prefab_overrides",
            json!({ "objects": ["/Names/Twin", "/Names/Twin[2]"] }),
        ),
    ] {
        let said = client.call(tool, arguments).await?.expect_failure()?;
        ensure!(
            said.contains("which 2 objects are called") && said.contains("Twin[2]"),
            "{tool}: {said}"
        );
    }
    let edit =
        |object: &str| json!({ "edits": [{ "set_active": { "object": object, "active": false } }], "dry_run": true });
    let said = client
        .call("edit_objects", edit("/Names/Twin"))
        .await?
        .expect_failure()?;
    ensure!(
        said.contains("which 2 objects are called") && said.contains("/Names/Twin[2])"),
        "{said}"
    );
    let ids = client.ask("find_objects", json!({ "name": "Twin" })).await?;
    for (object, row) in [("/Names/Twin[1]", 0), ("/Names/Twin[2]", 1)] {
        let planned = client.ask("edit_objects", edit(object)).await?;
        ensure!(planned["rows"][0]["object"] == ids["rows"][row]["id"], "{planned}");
        let read = client.ask("get_components", json!({ "objects": [object] })).await?;
        ensure!(read["rows"][0]["id"] == ids["rows"][row]["id"], "{read}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_the_id_for_a_reference_value_given_as_path() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    let set = |value: &str| {
        let set = json!({ "object": "/Guard", "component": "Patrol", "field": "eye", "value": value });
        json!({ "edits": [{ "set": set }], "dry_run": true })
    };
    let eye = client.ask("find_objects", json!({ "name": "Eye" })).await?;
    let id = eye["rows"][0]["id"].as_str().context("an eye")?;
    let said = client.call("edit_objects", set("/Guard/Eye")).await?.expect_failure()?;
    ensure!(said.contains(&format!("the object of this path is {id}")), "{said}");
    let planned = client.ask("edit_objects", set(id)).await?;
    ensure!(planned["total"] == 1, "{planned}");
    let said = client.call("edit_objects", set("/Guard/Ear")).await?.expect_failure()?;
    ensure!(said.contains("no object of the loaded scenes has this path"), "{said}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_unknown_fields_even_of_types_that_no_object_has() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    for arguments in [
        json!({ "objects": ["/Main Camera"], "types": ["Rigidbody"], "fields": ["mas"] }),
        json!({ "objects": ["/Main Camera"], "fields": ["Rigidbody.mas"] }),
        json!({ "objects": ["/Main Camera"], "fields": ["Camera.depth", "Rigidbody.mas"] }),
    ] {
        let said = client.call("get_components", arguments).await?.expect_failure()?;
        ensure!(
            said.contains("`fields`") && said.contains("has no field mas") && said.contains("did you mean mass"),
            "{said}"
        );
    }
    // What an object lacks and another may have is no error, and hides nothing.
    let read = client
        .ask(
            "get_components",
            json!({ "objects": ["/Main Camera"], "fields": ["Camera.depth", "Rigidbody.mass"] }),
        )
        .await?;
    ensure!(
        read["total"] == 1 && read["rows"][0]["values"].get("Camera.depth").is_some(),
        "{read}"
    );
    Ok(())
}
