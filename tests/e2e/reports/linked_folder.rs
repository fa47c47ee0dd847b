//! Report 14: a linked folder inside Assets.

use super::{HEAD, behaviour, members, notes, object, script, served};
use anyhow::{Result, ensure};
use serde_json::json;
use tests_projects::{TinyProject, guid, instance};
use tests_support::HostOptions;

const LINK: &str = "Assets/Common";

/// A game whose script and prefab are behind a link out of the project.
fn game() -> Result<(TinyProject, tempfile::TempDir)> {
    let (project, common) = (TinyProject::new(), tempfile::tempdir()?);
    let meta = |guid: &str| format!("fileFormatVersion: 2\nguid: {guid}\n");
    for (file, digit, text) in [
        (
            "Wheel.cs",
            'a',
            script("public class Wheel : MonoBehaviour { public float radius; }"),
        ),
        ("Cart.prefab", 'b', format!("{HEAD}{}", object(11, "Cart", &[]))),
    ] {
        std::fs::write(common.path().join(file), text)?;
        std::fs::write(common.path().join(format!("{file}.meta")), meta(&guid(digit)))?;
    }
    let scene = [
        HEAD.to_owned(),
        object(21, "Front", &[23]),
        behaviour(23, 21, &guid('a'), "  radius: 3\n"),
        instance(31, &guid('b'), 0, &[(11, "m_Name", "Waggon")]),
    ];
    project.asset("Assets/Road.unity", &guid('1'), scene.concat());
    std::os::unix::fs::symlink(common.path(), project.root().join(LINK))?;
    Ok((project, common))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_references_behind_a_symlink_as_unverifiable() -> Result<()> {
    let (project, _common) = game()?;
    let (_host, client) = served(project.root()).await?;
    let found = client.ask("missing_references", json!({ "group": "none" })).await?;
    ensure!(
        found["total"] == 0 && found["rows"] == json!([]) && found["complete"] == false,
        "{found}"
    );
    ensure!(found["unverifiable"]["count"] == 2, "{found}");
    ensure!(found["not_searched"]["files"][0]["file"] == LINK, "{found}");
    let open = client
        .ask("missing_references", json!({ "group": "none", "kind": "unverifiable" }))
        .await?;
    ensure!(
        members(&open, ["file"])?
            .iter()
            .all(|[file]| file == "Assets/Road.unity"),
        "{open}"
    );
    ensure!(open["total"] == 2 && open["complete"] == false, "{open}");
    let listed = client.ask("list_assets", json!({})).await?;
    ensure!(listed["complete"] == false && notes(&listed).contains(LINK), "{listed}");
    ensure!(
        !members(&listed, ["path"])?
            .iter()
            .any(|[path]| path == "Assets/Common/Wheel.cs"),
        "{listed}"
    );
    let unknown = client
        .call("find_references", json!({ "target": "Wheel" }))
        .await?
        .expect_failure()?;
    ensure!(
        unknown.contains(LINK) && unknown.contains("project.follow-links"),
        "{unknown}"
    );
    let status = client.ask("unity_status", json!({})).await?;
    ensure!(status["problems"].to_string().contains(LINK), "{status}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn follows_the_symlink_if_the_operator_allows_it() -> Result<()> {
    let (project, _common) = game()?;
    let host = HostOptions::new()
        .project(project.root())
        .set("project.follow-links", "true")
        .start()
        .await?;
    let client = host.client().await?;
    let found = client.ask("missing_references", json!({ "group": "none" })).await?;
    ensure!(
        found["total"] == 0 && found["complete"] == true && found["unverifiable"]["count"] != 2,
        "{found}"
    );
    let listed = client.ask("list_assets", json!({})).await?;
    let mut paths = members(&listed, ["path"])?;
    paths.sort_by_key(|[path]| path.to_string());
    let expected = [
        "Assets/Common/Cart.prefab",
        "Assets/Common/Wheel.cs",
        "Assets/Road.unity",
    ];
    ensure!(
        paths == expected.map(|path| [json!(path)]) && listed["complete"] == true,
        "{listed}"
    );
    let users = client.ask("find_references", json!({ "target": "Wheel" })).await?;
    let rows = members(&users, ["file", "path", "field"])?;
    ensure!(
        rows.contains(&[json!("Assets/Road.unity"), json!("/Front"), json!("m_Script")]),
        "{users}"
    );
    ensure!(users["complete"] == true, "{users}");
    let values = client
        .ask("get_components", json!({ "objects": ["/Front"], "types": ["Wheel"] }))
        .await?;
    ensure!(values["rows"][0]["values"] == json!({ "radius": 3 }), "{values}");
    let cart = client.ask("find_objects", json!({ "name": "Waggon" })).await?;
    ensure!(cart["total"] == 1, "{cart}");
    Ok(())
}
