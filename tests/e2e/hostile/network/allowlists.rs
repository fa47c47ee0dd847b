//! Another name for what the operator did not list.

use crate::policy::audit;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{Explorer, HostOptions};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_component_is_judged_by_its_type_however_it_is_named() -> Result<()> {
    let host = HostOptions::new()
        .set("policy.allow-writes", "true")
        .set("policy.require-confirm", "false")
        .set("policy.component-allowlist", r#"["UnityEngine.AudioSource"]"#)
        .set(
            "policy.reflection-allowlist-members",
            r#"["UnityEngine.Light.m_Intensity"]"#,
        )
        .start()
        .await?;
    let explorer = Explorer::of(&host)?;
    let lamp = explorer.object("/Lighting/Point Light").await?;
    let remove = |named: &str| json!({ "objectId": lamp, "typeOrIndex": named });
    for named in ["UnityEngine.Light", "Light", "1"] {
        let error = explorer.refused("RemoveComponent", remove(named)).await?;
        let hint = error["hint"].as_str().unwrap_or_default();
        ensure!(
            error["message"] == "Denied by allowlist" && hint.contains("\"UnityEngine.Light\""),
            "{named}: {error}"
        );
    }
    // The listed type may be named shortly as well, and its line names the full one.
    let add = json!({ "objectId": lamp, "type": "AudioSource" });
    let added = explorer.done("AddComponent", add).await?;
    let at = added["index"].as_u64().context("index")?.to_string();
    explorer.done("RemoveComponent", remove(&at)).await?;
    let lines = audit(&host)?;
    let last = lines.last().context("no line")?.to_string();
    ensure!(last.contains("UnityEngine.AudioSource"), "{last}");

    let set = |component: &str, member: &str| json!({ "objectId": lamp, "componentType": component, "member": member, "jsonValue": "2" });
    explorer.done("SetMember", set("Light", "intensity")).await?;
    for (component, member, meant) in [
        ("Lihgt", "intensity", "UnityEngine.Light"),
        ("Light", "intensty", "m_Intensity"),
    ] {
        let error = explorer.refused("SetMember", set(component, member)).await?;
        let hint = error["hint"].as_str().unwrap_or_default();
        let (near, policy) = (hint.find(meant), hint.find("reflection-allowlist-members"));
        ensure!(
            error["kind"] == "PermissionDenied" && near.is_some() && near < policy && !hint.contains("--set"),
            "{component}.{member}: {error}"
        );
    }
    Ok(())
}
