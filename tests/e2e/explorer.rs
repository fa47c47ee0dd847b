//! The contract of the Explorer protocol, over plain HTTP against the real program and the sample project.
//!
//! Belongs here: tool by tool, resource by resource, error by error, in read-only and in write mode. Does not: what one
//! crate shows by itself.

mod agents_findings;
mod errors;
mod handshake;
mod policy_matrix;
mod reading;
mod resources;
mod scripts;
mod streams;
mod writing;

use anyhow::{Result, ensure};
use serde_json::Value;
use tests_support::{HostOptions, TestHost};

/// Writes allowed without a confirmation, code allowed, and some types on each list.
async fn open_host() -> Result<TestHost> {
    HostOptions::new()
        .writing()
        .set("policy.enable-console-eval", "true")
        .set(
            "policy.component-allowlist",
            r#"["UnityEngine.AudioSource", "UnityEngine.BoxCollider", "UnityEngine.Light", "UnityEngine.Transform"]"#,
        )
        .set(
            "policy.reflection-allowlist-members",
            r#"["UnityEngine.Light.m_Intensity", "UnityEngine.Light.range", "UnityEngine.Light.m_Color", "UnityEngine.Light.Reset", "UnityEngine.BoxCollider.m_Size"]"#,
        )
        .set("policy.hook-allowlist-signatures", r#"["UnityEngine.GameObject", "Sample.Game.Combat.Health"]"#)
        .start()
        .await
}

/// That `value` has exactly these keys, in any order.
fn has_keys(value: &Value, keys: &[&str]) -> Result<()> {
    let found: Vec<&str> = value
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys().map(String::as_str))
        .collect();
    for key in keys {
        ensure!(found.contains(key), "`{key}` is missing: {value}");
    }
    Ok(())
}

/// What a write on a project folder must tell its caller.
fn says_session_only(json: &Value) -> Result<()> {
    let notes = json["diagnostics"].to_string();
    ensure!(notes.contains("changed in this host's session only"), "{json}");
    Ok(())
}
