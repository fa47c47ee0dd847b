//! The write tools, one after the other: what they answer, what is seen afterwards, and that no file changed.

use super::{open_host, says_session_only};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::Explorer;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deactivates_moves_and_destroys_objects() -> Result<()> {
    let host = open_host().await?;
    let explorer = Explorer::new(&host)?;
    let edits = |status: &Value| status.to_string();
    let before = explorer.json("GetStatus", json!({})).await?;
    let lighting = explorer.object("/Lighting").await?;
    let done = explorer
        .write(
            "SetActive",
            json!({ "objectId": lighting, "active": false, "confirm": true }),
        )
        .await?;
    says_session_only(&done)?;
    let card = explorer.json("GetObject", json!({ "id": lighting })).await?;
    ensure!(card["Active"] == false, "{card}");
    let after = explorer.json("GetStatus", json!({})).await?;
    ensure!(
        edits(&before) != edits(&after),
        "the status does not count the edit: {after}"
    );

    let player = explorer.object("/Player").await?;
    explorer
        .write("Reparent", json!({ "objectId": lighting, "newParentId": player }))
        .await?;
    let card = explorer.json("GetObject", json!({ "id": lighting })).await?;
    ensure!(card["Path"] == "/Player/Lighting", "{card}");
    let error = explorer
        .expect_refusal("Reparent", json!({ "objectId": player, "newParentId": lighting }))
        .await?;
    ensure!(error["kind"] == "InvalidArgument", "{error}");
    let error = explorer
        .expect_refusal(
            "Reparent",
            json!({ "objectId": "obj:999999999", "newParentId": player }),
        )
        .await?;
    ensure!(error["kind"] == "NotFound", "{error}");

    explorer.write("DestroyObject", json!({ "objectId": player })).await?;
    for gone in [&player, &lighting] {
        let (status, _) = explorer.call("GetObject", json!({ "id": gone })).await?;
        ensure!(status == 404, "{gone} is still there");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn selection_appears_in_tool_resource_and_status() -> Result<()> {
    let host = open_host().await?;
    let explorer = Explorer::new(&host)?;
    let camera = explorer.object("/Main Camera").await?;
    explorer.write("SelectObject", json!({ "objectId": camera })).await?;
    let expected = json!({ "ActiveId": camera, "Items": [camera] });
    ensure!(explorer.json("GetSelection", json!({})).await? == expected);
    ensure!(explorer.read("unity://selection").await? == expected);
    let status = explorer.json("GetStatus", json!({})).await?;
    ensure!(status["Selection"] == json!([camera]), "{status}");
    let error = explorer
        .expect_refusal("SelectObject", json!({ "objectId": "obj:999999999" }))
        .await?;
    ensure!(error["kind"] == "NotFound", "{error}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sets_members_and_adds_and_removes_components() -> Result<()> {
    let host = open_host().await?;
    let explorer = Explorer::new(&host)?;
    let light = explorer.object("/Lighting/Directional Light").await?;
    let set = |member: &str, value: &str| json!({ "objectId": light, "componentType": "UnityEngine.Light", "member": member, "jsonValue": value });
    says_session_only(&explorer.write("SetMember", set("intensity", "2.5")).await?)?;
    explorer.write("SetMember", set("m_Intensity", "3")).await?;
    explorer.write("SetMember", set("range", "12")).await?;
    explorer.write("SetMember", set("m_Color", r##""#ff0000""##)).await?;
    let error = explorer
        .expect_refusal("SetMember", set("intensity", "\"bright\""))
        .await?;
    let message = error["message"].as_str().unwrap_or_default();
    ensure!(
        error["kind"] == "InvalidArgument" && message.contains("bright"),
        "{error}"
    );
    let error = explorer
        .expect_refusal("SetMember", set("intensity", "not json"))
        .await?;
    ensure!(error["kind"] == "InvalidArgument", "{error}");
    let error = explorer.expect_refusal("SetMember", set("m_Lightmapping", "1")).await?;
    ensure!(
        error["kind"] == "PermissionDenied" && error["hint"].is_string(),
        "{error}"
    );
    let error = explorer
        .expect_refusal(
            "CallMethod",
            json!({ "objectId": light, "componentType": "UnityEngine.Light", "method": "Reset" }),
        )
        .await?;
    ensure!(error["kind"] == "NotReady", "{error}");

    let box_type = "UnityEngine.AudioSource";
    let count = async || -> Result<u64> {
        let list = explorer.json("GetComponents", json!({ "objectId": light })).await?;
        list["Total"].as_u64().with_context(|| list.to_string())
    };
    let before = count().await?;
    explorer
        .write("AddComponent", json!({ "objectId": light, "type": box_type }))
        .await?;
    ensure!(count().await? == before + 1);
    let found = explorer.json("SearchObjects", json!({ "type": box_type })).await?;
    ensure!(found["Items"].to_string().contains(&format!("\"{light}\"")), "{found}");
    let card = explorer.json("GetObject", json!({ "id": light })).await?;
    ensure!(card["ComponentCount"] == before + 1, "{card}");
    explorer
        .write("RemoveComponent", json!({ "objectId": light, "typeOrIndex": box_type }))
        .await?;
    ensure!(count().await? == before);
    let error = explorer
        .expect_refusal("RemoveComponent", json!({ "objectId": light, "typeOrIndex": "0" }))
        .await?;
    ensure!(error["kind"] == "InvalidArgument", "a Transform was removed: {error}");
    let error = explorer
        .expect_refusal(
            "AddComponent",
            json!({ "objectId": light, "type": "UnityEngine.Camera" }),
        )
        .await?;
    ensure!(error["kind"] == "PermissionDenied", "{error}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn adds_changes_and_removes_a_hook() -> Result<()> {
    let host = open_host().await?;
    let explorer = Explorer::new(&host)?;
    let signature = "System.Void UnityEngine.GameObject::SetActive(System.Boolean)";
    let add = |method: &str| json!({ "type": "UnityEngine.GameObject", "method": method });
    explorer.write("HookAdd", add("SetActive")).await?;
    let hooks = explorer.read("unity://hooks").await?;
    ensure!(
        hooks["Total"] == 1 && hooks["Items"][0]["Signature"] == signature && hooks["Items"][0]["Enabled"] == true,
        "{hooks}"
    );
    let error = explorer.expect_refusal("HookAdd", add(signature)).await?;
    ensure!(error["kind"] == "InvalidArgument", "{error}");
    let error = explorer.expect_refusal("HookAdd", add("Dance")).await?;
    ensure!(error["kind"] == "NotFound", "{error}");
    let error = explorer.expect_refusal("HookAdd", add("GetComponent")).await?;
    ensure!(
        error["kind"] == "InvalidArgument" && error["hint"].to_string().contains("::"),
        "{error}"
    );
    let error = explorer
        .expect_refusal("HookAdd", json!({ "type": "UnityEngine.Camera", "method": "Render" }))
        .await?;
    ensure!(
        error["kind"] == "PermissionDenied" && error["message"] == "Denied by hook allowlist",
        "{error}"
    );

    let source = explorer
        .json("HookGetSource", json!({ "signature": signature }))
        .await?;
    let template = source["source"].as_str().context("source")?.to_owned();
    ensure!(
        source["ok"] == true && source["signature"] == signature && !template.is_empty(),
        "{source}"
    );
    explorer
        .write("HookSetSource", json!({ "signature": signature, "source": template }))
        .await?;
    explorer
        .write("HookSetEnabled", json!({ "signature": signature, "enabled": false }))
        .await?;
    let hooks = explorer.read("unity://hooks").await?;
    ensure!(hooks["Items"][0]["Enabled"] == false, "{hooks}");
    explorer.write("HookRemove", json!({ "signature": signature })).await?;
    let error = explorer
        .expect_refusal("HookRemove", json!({ "signature": signature }))
        .await?;
    ensure!(error["kind"] == "NotFound", "{error}");

    let health = json!({ "type": "Sample.Game.Combat.Health" });
    let methods = explorer.json("HookListMethods", health).await?;
    ensure!(methods["Total"].as_u64() > Some(3), "{methods}");
    let first = methods["Items"][0]["Signature"].clone();
    explorer
        .write(
            "HookAdd",
            json!({ "type": "Sample.Game.Combat.Health", "method": first }),
        )
        .await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn test_ui_can_be_picked_and_destroyed() -> Result<()> {
    let host = open_host().await?;
    let explorer = Explorer::new(&host)?;
    let first = explorer.write("SpawnTestUi", json!({})).await?;
    let again = explorer.write("SpawnTestUi", json!({})).await?;
    ensure!(
        first["rootId"] == again["rootId"] && first["blocks"] == again["blocks"],
        "{first} {again}"
    );
    for (x, name) in [(0.35, "McpTestBlock_Left"), (0.65, "McpTestBlock_Right")] {
        let blocks = first["blocks"].as_array().context("blocks")?;
        let block = blocks.iter().find(|block| block["name"] == name).context("block")?;
        let pick = explorer
            .json(
                "MousePick",
                json!({ "mode": "ui", "x": x, "y": 0.5, "normalized": true }),
            )
            .await?;
        let items = pick["Items"].as_array().context("items")?;
        ensure!(
            items
                .iter()
                .any(|item| item["Id"] == block["id"] && item["Name"] == name),
            "{x}: {pick}"
        );
        let card = explorer.json("GetObject", json!({ "id": block["id"] })).await?;
        ensure!(card["Path"] == format!("/McpTestCanvas/{name}"), "{card}");
    }
    explorer.write("DestroyTestUi", json!({})).await?;
    let (status, _) = explorer.call("GetObject", json!({ "id": first["rootId"] })).await?;
    ensure!(status == 404, "the test canvas is still there");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clamps_time_scale_and_rejects_code_without_unity() -> Result<()> {
    let host = open_host().await?;
    let explorer = Explorer::new(&host)?;
    let done = explorer
        .write("SetTimeScale", json!({ "value": 9, "lock": true }))
        .await?;
    ensure!(done["value"].as_f64() == Some(4.0) && done["locked"] == true, "{done}");
    let time = explorer.json("GetTimeScale", json!({})).await?;
    ensure!(time["value"].as_f64() == Some(4.0) && time["locked"] == true, "{time}");
    let error = explorer
        .expect_refusal("ConsoleEval", json!({ "code": "1 + 1" }))
        .await?;
    ensure!(error["kind"] == "NotReady" && error["hint"].is_string(), "{error}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_change_no_project_file() -> Result<()> {
    let project = tempfile::TempDir::new()?;
    let root = tests_support::paths::root().join("tests/fixtures/unity/sample");
    tests_support::tree::copy_unchanged(&root, project.path())?;
    let before = tests_support::tree::hash(project.path())?;
    let host = tests_support::HostOptions::new()
        .project(project.path())
        .writing()
        .start()
        .await?;
    let explorer = Explorer::new(&host)?;
    let lighting = explorer.object("/Lighting").await?;
    explorer
        .write("SetActive", json!({ "objectId": lighting, "active": false }))
        .await?;
    explorer.write("SpawnTestUi", json!({})).await?;
    explorer.write("DestroyObject", json!({ "objectId": lighting })).await?;
    explorer
        .write("WriteConsoleScript", json!({ "path": "a.cs", "content": "1" }))
        .await?;
    ensure!(
        tests_support::tree::hash(project.path())? == before,
        "a file of the project changed"
    );
    Ok(())
}
