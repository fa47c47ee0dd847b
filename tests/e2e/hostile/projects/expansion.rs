//! Prefabs that multiply each other: kilobytes of files that would be gigabytes of objects.

use super::files::{self, instance, objects};
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests_support::HostOptions;

const LEVELS: u32 = 6;

fn guid(number: u32) -> String {
    format!("{:032x}", 0xb0_0000 + number)
}

/// 8^6 objects with a hundred components each, in 18 KB; a scene that uses one of those objects alone.
fn write(root: &std::path::Path) -> Result<usize> {
    let mut bytes = 0;
    let mut asset = |path: &str, guid: &str, text: &str| {
        bytes += text.len();
        files::asset(root, path, guid, text)
    };
    for level in 0..LEVELS {
        let inner: String = (0..8).map(|copy| instance(100 + copy, &guid(level + 1), 11)).collect();
        asset(
            &format!("Assets/L{level}.prefab"),
            &guid(level),
            &(objects(&[(10, "L", 0)]) + &inner),
        )?;
    }
    let lights: String = (0..100)
        .map(|light| format!("--- !u!108 &{}\nLight:\n  m_GameObject: {{fileID: 10}}\n", 50 + light))
        .collect();
    asset(
        "Assets/Lamp.prefab",
        &guid(LEVELS),
        &(objects(&[(10, "Lamp", 0)]) + &lights),
    )?;
    let scene = |guid: &str| objects(&[(1, "Root", 0)]) + &instance(200, guid, 2);
    asset("Assets/Bomb.unity", &guid(90), &scene(&guid(0)))?;
    asset("Assets/Calm.unity", &guid(91), &scene(&guid(LEVELS)))?;
    Ok(bytes)
}

#[tokio::test]
async fn rejects_a_scene_over_the_memory_limit_and_serves_others() -> Result<()> {
    let project = TempDir::new()?;
    files::project(project.path())?;
    let bytes = write(project.path())?;
    ensure!(bytes < 30_000, "the files have {bytes} bytes");
    let host = HostOptions::new()
        .project(project.path())
        .set("project.open", "\"all\"")
        .set("project.memory", "\"64MiB\"")
        .start()
        .await?;
    let client = host.client().await?;
    let listed = client.call("ListScenes", json!({})).await?;
    let loaded: Vec<(Value, Value)> = listed.structured()?["Items"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|scene| (scene["Name"].clone(), scene["IsLoaded"].clone()))
        .collect();
    ensure!(
        loaded == [(json!("Bomb"), json!(false)), (json!("Calm"), json!(true))],
        "{loaded:?}"
    );
    for (what, answer) in [
        ("ListScenes", listed),
        ("GetStatus", client.call("GetStatus", json!({})).await?),
    ] {
        let told = answer.0.message.to_string();
        ensure!(
            told.contains("scn:0 (Assets/Bomb.unity)") && told.contains("project.memory"),
            "{what} does not name the scene: {told}"
        );
    }
    let refused = client
        .call("ListObjects", json!({ "sceneId": "scn:0" }))
        .await?
        .expect_failure()?;
    ensure!(refused.contains("project.memory"), "{refused}");
    let calm = client
        .call("ListObjects", json!({ "sceneId": "scn:1" }))
        .await?
        .structured()?;
    ensure!(calm["Total"] == 2, "{calm}");
    #[cfg(target_os = "linux")]
    {
        let most = peak_mib(host.pid()?)?;
        // Before there was a budget: 1,868 MiB.
        ensure!(most < 700, "the host took {most} MiB at its peak");
    }
    Ok(())
}

#[cfg(target_os = "linux")]
fn peak_mib(pid: u32) -> Result<u64> {
    use anyhow::Context;
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .context("a line VmHWM")?;
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kib / 1024)
}
