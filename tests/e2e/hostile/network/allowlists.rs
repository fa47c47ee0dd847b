//! Another name for what the operator did not list.

use crate::policy::audit;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{Explorer, HostOptions};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn allowlist_checks_the_resolved_type_of_a_component() -> Result<()> {
    let host = HostOptions::new()
        .writing()
        .set("policy.component-allowlist", r#"["UnityEngine.AudioSource"]"#)
        .set(
            "policy.reflection-allowlist-members",
            r#"["UnityEngine.Light.m_Intensity"]"#,
        )
        .start()
        .await?;
    let explorer = Explorer::new(&host)?;
    let lamp = explorer.object("/Lighting/Point Light").await?;
    let remove = |named: &str| json!({ "objectId": lamp, "typeOrIndex": named });
    for named in ["UnityEngine.Light", "Light", "1"] {
        let error = explorer.expect_refusal("RemoveComponent", remove(named)).await?;
        let hint = error["hint"].as_str().unwrap_or_default();
        ensure!(
            error["message"] == "Denied by allowlist" && hint.contains("\"UnityEngine.Light\""),
            "{named}: {error}"
        );
    }
    // The listed type may be named shortly as well, and its line names the full one.
    let add = json!({ "objectId": lamp, "type": "AudioSource" });
    let added = explorer.write("AddComponent", add).await?;
    let at = added["index"].as_u64().context("index")?.to_string();
    explorer.write("RemoveComponent", remove(&at)).await?;
    let lines = audit(&host)?;
    let last = lines.last().context("no line")?.to_string();
    ensure!(last.contains("UnityEngine.AudioSource"), "{last}");

    let set = |component: &str, member: &str| json!({ "objectId": lamp, "componentType": component, "member": member, "jsonValue": "2" });
    explorer.write("SetMember", set("Light", "intensity")).await?;
    for (component, member, meant) in [
        ("Lihgt", "intensity", "UnityEngine.Light"),
        ("Light", "intensty", "m_Intensity"),
    ] {
        let error = explorer.expect_refusal("SetMember", set(component, member)).await?;
        let hint = error["hint"].as_str().unwrap_or_default();
        let (near, policy) = (hint.find(meant), hint.find("reflection-allowlist-members"));
        ensure!(
            error["kind"] == "PermissionDenied" && near.is_some() && near < policy && !hint.contains("--set"),
            "{component}.{member}: {error}"
        );
    }
    Ok(())
}

/// The list in each spelling, the call in each spelling, through every tool that sets fields.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn allowlist_matches_serialized_and_csharp_member_names() -> Result<()> {
    for (listed, holds) in [
        ("UnityEngine.Rigidbody.mass", true),
        ("UnityEngine.Rigidbody.m_Mass", true),
        ("UnityEngine.Rigidbody.m_Drag", false),
        ("UnityEngine.Rigidbody.Mass", false),
        ("Rigidbody.mass", false),
    ] {
        let host = HostOptions::new()
            .writing()
            .set("policy.reflection-allowlist-members", &format!("[{listed:?}]"))
            .start()
            .await?;
        let explorer = Explorer::new(&host)?;
        let client = host.client().await?;
        let body = explorer.object("/Player").await?;
        let mut calls = Vec::new();
        for (at, member) in ["mass", "m_Mass"].into_iter().enumerate() {
            for component in ["Rigidbody", "UnityEngine.Rigidbody"] {
                let set =
                    json!({ "set": { "object": body, "component": component, "field": member, "value": 3 + at } });
                calls.push(("edit_objects", json!({ "edits": [set] })));
                calls.push((
                    "SetMember",
                    json!({ "objectId": body, "componentType": component, "member": member, "jsonValue": "5" }),
                ));
            }
            let path = format!("Rigidbody.{member}");
            calls.push((
                "modify_object",
                json!({ "object_id": body, "property_path": path, "property_value": 6 }),
            ));
        }
        for (tool, arguments) in calls {
            let shown = format!("{listed}: {tool} {arguments}");
            let answer = client.call(tool, arguments).await?;
            ensure!(answer.failure().is_none() == holds, "{shown}: {answer:?}");
            // One name in the audit, whichever way it was asked for, and the same in the refusal.
            let lines = audit(&host)?;
            let last = lines.last().context("no line")?;
            ensure!(last["target"] == "UnityEngine.Rigidbody.mass", "{shown}: {last}");
            if let Some(said) = answer.failure() {
                ensure!(said.contains("\"UnityEngine.Rigidbody.mass\""), "{shown}: {said}");
            }
        }
    }
    Ok(())
}
