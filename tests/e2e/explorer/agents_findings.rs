//! What an agent once found wrong in the tools, and the test that holds each right. Those without a file stand here.
//!
//! | wrong once | test |
//! |---|---|
//! | a `sceneId` that is no scene is ignored | `rejects_invalid_scene_ids` |
//! | `type: "Collider"` finds no MeshCollider | `reads_the_layers_a_floor_collides_with` in `agent/tasks/project.rs` |
//! | picks and wireframes mix all loaded scenes through the first scene's camera | `raycast_hits_only_objects_of_the_named_scene` in `agent/tasks/acting.rs`; `pick_and_wireframe_use_only_one_scene` in `host/bridge-project/src/session/tests/pick_world/viewers.rs` |
//! | scripts of packages that are not in the folder are missing in one tool and absent in another | `every_tool_reports_script_of_absent_package_as_unverifiable` in `host/bridge-project/src/session/standing_tests.rs` |
//! | `Fov: 0` of an orthographic camera | `camera_card_reports_pose_and_projection` in `host/bridge-project/src/session/tests/camera.rs` |
//! | `MousePick` without coordinates is an error | `pick_without_coordinates_hits_nothing_and_explains_why` |
//! | `SetMember`, `AddComponent` refuse short names of what is allowed in full | `short_type_names_match_fully_qualified_allowlist_entries` |
//! | `CallMethod` blames the policy for what needs a running Unity | `reports_the_first_policy_rule_that_denies_a_call` in `explorer/policy_matrix.rs`; `method_call_on_missing_component_hints_at_running_unity` |
//! | errors name arguments that the tool does not have | `id_errors_name_only_arguments_of_the_tool` |
//! | `GET /read`, `/health` as remedies | `tool_listings_mention_no_http_endpoints` |

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{Explorer, HostOptions};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_invalid_scene_ids() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let explorer = Explorer::new(&host)?;
    for wrong in ["Main", "scn:", "obj:1"] {
        let (status, answer) = explorer.call("ListObjects", json!({ "sceneId": wrong })).await?;
        ensure!(
            status == 400 && answer["error"]["data"]["kind"] == "InvalidArgument",
            "{wrong}: {answer}"
        );
        ensure!(answer.to_string().contains("sceneId"), "{wrong}: {answer}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pick_without_coordinates_hits_nothing_and_explains_why() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let client = host.client().await?;
    for (mode, items) in [("world", Value::Null), ("ui", json!([]))] {
        let answer = client.call("MousePick", json!({ "mode": mode })).await?;
        let pick = answer.structured()?;
        ensure!(
            pick["Hit"] == false && pick["Id"].is_null() && pick["Items"] == items,
            "{pick}"
        );
        let told = answer.0.message["result"]["_meta"]["diagnostics"].to_string();
        ensure!(told.contains("pointer") && told.contains("give x and y"), "{told}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn short_type_names_match_fully_qualified_allowlist_entries() -> Result<()> {
    let config = r#"
[policy]
allow-writes = true
require-confirm = false
component-allowlist = ["UnityEngine.AudioSource"]
reflection-allowlist-members = ["UnityEngine.Light.m_Intensity"]
"#;
    let host = HostOptions::new().config(config).start().await?;
    let explorer = Explorer::new(&host)?;
    let light = explorer.object("/Lighting/Point Light").await?;
    let set = json!({ "objectId": light, "componentType": "Light", "member": "intensity", "jsonValue": "2" });
    explorer.write("SetMember", set).await?;
    explorer
        .write("AddComponent", json!({ "objectId": light, "type": "AudioSource" }))
        .await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn method_call_on_missing_component_hints_at_running_unity() -> Result<()> {
    let config = r#"
[policy]
allow-writes = true
require-confirm = false
enable-console-eval = true
reflection-allowlist-members = ["*"]
"#;
    let host = HostOptions::new().config(config).start().await?;
    let explorer = Explorer::new(&host)?;
    let light = explorer.object("/Lighting/Point Light").await?;
    for component in ["77", "Rigidbdy"] {
        let call = json!({ "objectId": light, "componentType": component, "method": "Reset" });
        let error = explorer.json("CallMethod", call).await?["error"].take();
        ensure!(error["kind"] == "NotFound", "{component}: {error}");
        ensure!(
            error["hint"].to_string().contains("also needs a running Unity"),
            "{component}: {error}"
        );
    }
    Ok(())
}

/// A value of each argument that is an id, beside what else the tool wants.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn id_errors_name_only_arguments_of_the_tool() -> Result<()> {
    let config = "[policy]\nallow-writes = true\nrequire-confirm = false\n";
    let host = HostOptions::new().config(config).start().await?;
    let client = host.client_of("explorer").await?;
    let tools = client.list_tools().await?;
    let mut asked = 0;
    for tool in &tools {
        let name = tool["name"].as_str().context("a name")?;
        let properties = tool["inputSchema"]["properties"].as_object();
        let properties = properties.with_context(|| tool.to_string())?;
        let is_id = |name: &str| matches!(name, "objectId" | "id" | "newParentId");
        let Some(id) = properties.keys().find(|name| is_id(name)) else {
            continue;
        };
        let mut arguments = json!({});
        for required in tool["inputSchema"]["required"].as_array().into_iter().flatten() {
            let required = required.as_str().context("a name")?;
            arguments[required] = match properties[required]["type"].as_str() {
                Some("boolean") => json!(true),
                Some("number" | "integer") => json!(1),
                _ if is_id(required) => json!("obj:1"),
                _ => json!("1"),
            };
        }
        arguments[id] = json!("nonsense");
        let said = client.call(name, arguments).await?.failure().unwrap_or_default();
        for foreign in ["`object`", "`parent`", "`objects[0]`", "`scene`"] {
            ensure!(!said.contains(foreign), "{name} speaks of {foreign}: {said}");
        }
        asked += usize::from(said.contains("nonsense"));
    }
    ensure!(asked >= 6, "{asked} tools reported the value");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tool_listings_mention_no_http_endpoints() -> Result<()> {
    let host = HostOptions::new().start().await?;
    for tool in host.client_of("all").await?.list_tools().await? {
        let told = tool.to_string();
        for address in ["GET /", "/health", "/ready", "/read?"] {
            ensure!(!told.contains(address), "{address}: {told}");
        }
    }
    Ok(())
}
